import { IconAdjustments, IconHome, IconInbox, IconLanguage, IconListDetails } from '@tabler/icons-react';
import { lazy } from 'react';
import type { PageEntry } from './page-entry.js';

const agency = ['agency'] as const;
const everybody = ['agency', 'operator', 'administrator'] as const;

const waiting = lazy(() => import('./pages/agency/waiting.js'));
const words = lazy(() => import('./pages/agency/words.js'));
const mapping = lazy(() => import('./pages/mapping/mapping.js'));

/** What agencies see. Words and mapping of a feed are the same pages for everybody. */
export const agencyPages: readonly PageEntry[] = [
  {
    path: '/',
    roles: agency,
    page: lazy(() => import('./pages/agency/home.js')),
    nav: { label: 'nav.home', icon: IconHome },
  },
  {
    path: '/listings',
    roles: agency,
    page: lazy(() => import('./pages/agency/listings.js')),
    nav: { label: 'nav.listings', icon: IconListDetails },
  },
  {
    path: '/listings/:connection/:id',
    roles: agency,
    page: lazy(() => import('./pages/agency/listing.js')),
  },
  { path: '/waiting', roles: agency, page: waiting, nav: { label: 'nav.waiting', icon: IconInbox } },
  { path: '/waiting/:id', roles: agency, page: waiting },
  { path: '/words', roles: agency, page: words, nav: { label: 'nav.words', icon: IconLanguage } },
  { path: '/words/:feed', roles: everybody, page: words },
  { path: '/mapping', roles: agency, page: mapping, nav: { label: 'nav.mapping', icon: IconAdjustments } },
  { path: '/mapping/:feed', roles: everybody, page: mapping },
];
