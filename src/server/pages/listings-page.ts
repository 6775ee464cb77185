import type { ListingRow } from '../../store/rows.js';
import { timesIn } from '../../inspect/times.js';
import type { ServerDeps } from '../deps.js';
import { html, type Html } from '../../platform/html.js';
import { dataTable, layout, stateMark } from './layout.js';

const listingsShown = 50;
const queryCharactersMax = 200;

/** Listings that answer to a query; without one, the first of all. */
export async function listingsPage({ services, timezone }: ServerDeps, asked: string): Promise<Html> {
  const { store, clock } = services;
  const query = asked.trim().slice(0, queryCharactersMax);
  const found =
    query === '' ? await store.listings.list({ limit: listingsShown }) : await store.listings.find(query, {});
  const names = new Map((await store.feeds.all()).map((feed) => [feed.id, feed.name]));
  const times = timesIn(timezone, clock.now());
  const rows = found.map((listing) => [
    html`<a href="${listingPath(listing)}">${listing.externalId}</a>`,
    listing.title,
    names.get(listing.feedId ?? -1) ?? listing.owner,
    listing.presence,
    stateMark(listing.portal),
    listing.lastSeenAt === null ? null : times.age(listing.lastSeenAt),
  ]);
  const headings = ['listing', 'title', 'feed', 'in the feed', 'at the portal', 'last seen'];
  const heading = query === '' ? 'Listings' : `Listings for “${query}”`;
  const more =
    found.length >= listingsShown
      ? html`<p class="quiet">The first ${found.length}; a longer query finds the others.</p>`
      : null;
  return layout(
    'Listings',
    html`<h1>${heading}</h1>
      ${dataTable(headings, rows, 'No listing answers to this. Ids, codes and parts of titles are searched.')}
      ${more}`,
    query,
  );
}

export function listingPath({
  connectionId,
  externalId,
}: Pick<ListingRow, 'connectionId' | 'externalId'>): string {
  return `/listings/${encodeURIComponent(connectionId)}/${encodeURIComponent(externalId)}`;
}
