import { IconUserCircle } from '@tabler/icons-react';
import { lazy } from 'react';
import { agencyPages } from './agency-pages.js';
import { staffPages } from './staff-pages.js';
import type { PageEntry } from './page-entry.js';

const everybody = ['agency', 'operator', 'administrator'] as const;

const setup = lazy(() => import('./pages/setup/setup-page.js'));

export const pages: readonly PageEntry[] = [
  ...agencyPages,
  ...staffPages,
  { path: '/setup', roles: everybody, page: setup },
  { path: '/setup/:name', roles: everybody, page: setup },
  {
    path: '/account',
    roles: everybody,
    page: lazy(() => import('./pages/account.js')),
    nav: { label: 'nav.account', icon: IconUserCircle },
  },
];
