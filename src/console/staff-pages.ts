import {
  IconBuildingCommunity,
  IconBuildingStore,
  IconChecklist,
  IconHandStop,
  IconHomeSearch,
  IconLayoutDashboard,
  IconListDetails,
  IconPlugConnected,
  IconRss,
  IconScale,
  IconSettings,
  IconTimelineEvent,
  IconUsers,
} from '@tabler/icons-react';
import { lazy } from 'react';
import type { PageEntry } from './page-entry.js';

const staff = ['operator', 'administrator'] as const;
const administrator = ['administrator'] as const;

const overview = lazy(() => import('./pages/operator/overview.js'));

/** What the partner's people see: work first, then what it rests on. */
export const staffPages: readonly PageEntry[] = [
  { path: '/', roles: staff, page: overview },
  {
    path: '/overview',
    roles: staff,
    page: overview,
    nav: { label: 'nav.overview', icon: IconLayoutDashboard, also: /^\/$/ },
  },
  {
    path: '/holds',
    roles: staff,
    page: lazy(() => import('./pages/operator/holds.js')),
    nav: { label: 'nav.holds', icon: IconHandStop },
  },
  { path: '/holds/:id', roles: staff, page: lazy(() => import('./pages/operator/hold.js')) },
  {
    path: '/listings',
    roles: staff,
    page: lazy(() => import('./pages/operator/listings.js')),
    nav: { label: 'nav.all_listings', icon: IconHomeSearch },
  },
  { path: '/listings/:connection/:id', roles: staff, page: lazy(() => import('./pages/operator/story.js')) },
  {
    path: '/agencies',
    roles: staff,
    page: lazy(() => import('./pages/agencies/agencies-page.js')),
    nav: { label: 'nav.agencies', icon: IconBuildingStore, also: /^\/setup\// },
  },
  { path: '/agencies/new', roles: staff, page: lazy(() => import('./pages/agencies/create-page.js')) },
  { path: '/agencies/import', roles: staff, page: lazy(() => import('./pages/agencies/import-page.js')) },
  { path: '/agencies/:name', roles: staff, page: lazy(() => import('./pages/agencies/agency-page.js')) },
  {
    path: '/feeds',
    roles: staff,
    page: lazy(() => import('./pages/operator/feeds.js')),
    nav: { label: 'nav.feeds', icon: IconRss },
  },
  { path: '/feeds/:name', roles: staff, page: lazy(() => import('./pages/operator/feed.js')) },
  {
    path: '/runs',
    roles: staff,
    page: lazy(() => import('./pages/operator/runs.js')),
    nav: { label: 'nav.runs', icon: IconTimelineEvent },
  },
  {
    path: '/logs',
    roles: staff,
    page: lazy(() => import('./pages/operator/logs.js')),
    nav: { label: 'nav.logs', icon: IconListDetails },
  },
  {
    path: '/connections',
    roles: staff,
    page: lazy(() => import('./pages/operator/connections.js')),
    nav: { label: 'nav.connections', icon: IconPlugConnected },
  },
  { path: '/connections/:id', roles: staff, page: lazy(() => import('./pages/operator/connection.js')) },
  {
    path: '/portal',
    roles: staff,
    page: lazy(() => import('./pages/operator/portal.js')),
    nav: { label: 'nav.portal', icon: IconBuildingCommunity },
  },
  {
    path: '/reconcile',
    roles: staff,
    page: lazy(() => import('./pages/operator/reconcile.js')),
    nav: { label: 'nav.reconcile', icon: IconScale },
  },
  {
    path: '/people',
    roles: administrator,
    page: lazy(() => import('./pages/operator/people.js')),
    nav: { label: 'nav.people', icon: IconUsers },
  },
  {
    path: '/decisions',
    roles: staff,
    page: lazy(() => import('./pages/operator/audit.js')),
    nav: { label: 'nav.audit', icon: IconChecklist },
  },
  {
    path: '/settings',
    roles: staff,
    page: lazy(() => import('./pages/operator/settings.js')),
    nav: { label: 'nav.settings', icon: IconSettings },
  },
];
