import { IconAdjustments, IconHome, IconInbox, IconLanguage, IconListDetails } from '@tabler/icons-react';
import { lazy } from './lazy.js';
import { entriesFor, forEveryone, type PageEntry } from './page-entry.js';

const forAgencies = entriesFor('agency');

const waiting = lazy(() => import('./pages/agency/waiting.js'));
const words = lazy(() => import('./pages/agency/words.js'));
const mapping = lazy(() => import('./pages/mapping/mapping.js'));
const home = lazy(() => import('./pages/agency/home.js'));
const report = lazy(() => import('./pages/agency/report.js'));
const listings = lazy(() => import('./pages/agency/listings.js'));
const listing = lazy(() => import('./pages/agency/listing.js'));

/** The pages of agencies. The words and the mapping of one feed are open to the partner's staff too. */
export const agencyPages: readonly PageEntry[] = [
  forAgencies('/', home, { label: 'nav.home', icon: IconHome }),
  forAgencies('/report', report),
  forAgencies('/listings', listings, { label: 'nav.listings', icon: IconListDetails }),
  forAgencies('/listings/:connection/:id', listing),
  forAgencies('/waiting', waiting, { label: 'nav.waiting', icon: IconInbox }),
  forAgencies('/waiting/:id', waiting),
  forAgencies('/words', words, { label: 'nav.words', icon: IconLanguage }),
  forEveryone('/words/:feed', words),
  forAgencies('/mapping', mapping, { label: 'nav.mapping', icon: IconAdjustments }),
  forEveryone('/mapping/:feed', mapping),
];
