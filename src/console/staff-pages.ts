import {
  IconBuildingCommunity,
  IconBuildingStore,
  IconChecklist,
  IconHandStop,
  IconHomeSearch,
  IconLayoutDashboard,
  IconListDetails,
  IconMessageQuestion,
  IconPlugConnected,
  IconRss,
  IconScale,
  IconSettings,
  IconTimelineEvent,
  IconUsers,
} from '@tabler/icons-react';
import { lazy } from './lazy.js';
import { entriesFor, type PageEntry } from './page-entry.js';

const forStaff = entriesFor('operator', 'administrator');
const forAdministrators = entriesFor('administrator');

const overview = lazy(() => import('./pages/operator/overview.js'));
const holds = lazy(() => import('./pages/operator/holds.js'));
const hold = lazy(() => import('./pages/operator/hold.js'));
const questions = lazy(() => import('./pages/questions/questions.js'));
const question = lazy(() => import('./pages/questions/question.js'));
const listings = lazy(() => import('./pages/operator/listings/listings.js'));
const story = lazy(() => import('./pages/operator/story.js'));
const agencies = lazy(() => import('./pages/agencies/agencies-page.js'));
const createAgency = lazy(() => import('./pages/agencies/create-page.js'));
const importAgencies = lazy(() => import('./pages/agencies/import-page.js'));
const agency = lazy(() => import('./pages/agencies/agency-page.js'));
const feeds = lazy(() => import('./pages/operator/feeds.js'));
const feed = lazy(() => import('./pages/operator/feed.js'));
const runs = lazy(() => import('./pages/operator/runs.js'));
const logs = lazy(() => import('./pages/operator/logs.js'));
const connections = lazy(() => import('./pages/operator/connections.js'));
const connection = lazy(() => import('./pages/operator/connection.js'));
const portal = lazy(() => import('./pages/operator/portal.js'));
const reconcile = lazy(() => import('./pages/operator/reconcile.js'));
const people = lazy(() => import('./pages/operator/people.js'));
const audit = lazy(() => import('./pages/operator/audit.js'));
const settings = lazy(() => import('./pages/operator/settings.js'));
const design = lazy(() => import('./pages/design/design.js'));

/**
 * The pages of the partner's staff, in the order of the menu: first those with daily work, then those that explain
 * and configure.
 */
export const staffPages: readonly PageEntry[] = [
  forStaff('/', overview),
  forStaff('/overview', overview, { label: 'nav.overview', icon: IconLayoutDashboard, also: /^\/$/ }),
  forStaff('/holds', holds, { label: 'nav.holds', icon: IconHandStop }),
  forStaff('/holds/:id', hold),
  forStaff('/questions', questions, { label: 'nav.questions', icon: IconMessageQuestion }),
  forStaff('/questions/:id', question),
  forStaff('/listings', listings, { label: 'nav.all_listings', icon: IconHomeSearch }),
  forStaff('/listings/:connection/:id', story),
  forStaff('/agencies', agencies, { label: 'nav.agencies', icon: IconBuildingStore, also: /^\/setup\// }),
  forStaff('/agencies/new', createAgency),
  forStaff('/agencies/import', importAgencies),
  forStaff('/agencies/:name', agency),
  forStaff('/feeds', feeds, { label: 'nav.feeds', icon: IconRss }),
  forStaff('/feeds/:name', feed),
  forStaff('/runs', runs, { label: 'nav.runs', icon: IconTimelineEvent }),
  forStaff('/logs', logs, { label: 'nav.logs', icon: IconListDetails }),
  forStaff('/connections', connections, { label: 'nav.connections', icon: IconPlugConnected }),
  forStaff('/connections/:id', connection),
  forStaff('/portal', portal, { label: 'nav.portal', icon: IconBuildingCommunity }),
  forStaff('/reconcile', reconcile, { label: 'nav.reconcile', icon: IconScale }),
  forAdministrators('/people', people, { label: 'nav.people', icon: IconUsers }),
  forStaff('/decisions', audit, { label: 'nav.audit', icon: IconChecklist }),
  forStaff('/settings', settings, { label: 'nav.settings', icon: IconSettings, also: /^\/design$/ }),
  forStaff('/design', design),
];
