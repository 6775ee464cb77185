import { IconUserCircle } from '@tabler/icons-react';
import { lazy } from './lazy.js';
import { agencyPages } from './agency-pages.js';
import { staffPages } from './staff-pages.js';
import { forEveryone, type PageEntry } from './page-entry.js';

const setup = lazy(() => import('./pages/setup/setup-page.js'));
const account = lazy(() => import('./pages/account.js'));

/** Every page of signed-in accounts. The order is that of the menu; of two matching entries the first one is shown. */
export const pages: readonly PageEntry[] = [
  ...agencyPages,
  ...staffPages,
  forEveryone('/setup', setup),
  forEveryone('/setup/:name', setup),
  forEveryone('/account', account, { label: 'nav.account', icon: IconUserCircle }),
];
