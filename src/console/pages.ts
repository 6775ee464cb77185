import { IconUserCircle, type Icon } from '@tabler/icons-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Role } from './api/session.js';
import { agencyPages } from './agency-pages.js';
import { staffPages } from './staff-pages.js';
import type { Key } from './words/all.js';

export interface PageEntry {
  /** As wouter takes it. The first that fits and that the role may see is shown. */
  path: string;
  roles: readonly Role[];
  page: LazyExoticComponent<ComponentType>;
  /** In the main menu, in the order of this list. `also`: addresses that count as this page too. */
  nav?: { label: Key; icon: Icon; also?: RegExp };
}

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
