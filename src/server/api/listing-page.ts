import type { z } from '@hono/zod-openapi';
import { feedNames } from '../../documents/feed.js';
import { pageFacts } from '../../inspect/listing/page-facts.js';
import { countBy } from '../../inspect/standing-counts.js';
import { groupBy } from '../../model/group-by.js';
import type { ListingRecord } from '../../model/listing.js';
import { isThere, standingOf } from '../../model/standing.js';
import type { ListingPageFilter, StandingCount, Store, WaitingListing } from '../../store/store.js';
import { cardsOf } from './cards.js';
import { agencyNames } from '../../inspect/attention/agency-name.js';
import { describedListing, describedWaiting, type ListingNames } from './schemas/ops-documents.js';
import {
  asksForListing,
  mayBeUnlisted,
  unlistedPage,
  type UnlistedDeps,
  type UnlistedKey,
} from './unlisted-page.js';
import type { CardSchema, DescribedListingSchema } from './schemas/ops-schemas.js';

/** @see pageFacts */
export type ListingPageDeps = UnlistedDeps & { itemWindowMs: number };
export type Described = z.input<typeof DescribedListingSchema>;
/** Where the next page begins: after a listing, or after a record without one. */
export type PageKey = ListingKey | UnlistedKey;
export type ListingKey = Pick<ListingRecord, 'connectionId' | 'externalId'>;
/** A listing, or a new one that waits because of a doubt and is in no table of listings. */
export type PageRow = { listing: ListingRecord; waiting: null } | { listing: null; waiting: WaitingListing };

/**
 * A page of listings as cards, new ones that wait because of a doubt included; last come records that cannot be published and have no
 * listing. @param after the last one of the page before; null: the first page @returns `next`: the last one; null: there are no more
 */
export async function listingPage(
  wanted: Omit<ListingPageFilter, 'after'>,
  after: PageKey | null,
  deps: ListingPageDeps,
  now: number,
): Promise<{ listings: Described[]; next: PageKey | null }> {
  if (after !== null && 'sourceId' in after) return unlistedPage(wanted, after, deps);
  const { listings, next } = await pageOfListings({ ...wanted, after }, deps, now);
  const room = wanted.limit - listings.length;
  if (room === 0 || !mayBeUnlisted({ ...wanted, after })) return { listings, next };
  const records = await unlistedPage({ ...wanted, limit: room }, null, deps);
  return { listings: [...listings, ...records.listings], next: records.next };
}

/** A page of listings without those that are only records. @returns `last`: the last one; null: there is none */
export async function pageOfListings(
  filter: ListingPageFilter,
  deps: ListingPageDeps,
  now: number,
): Promise<{ listings: Described[]; next: ListingKey | null; last: ListingKey | null }> {
  const { store } = deps;
  const rows = merged(
    await store.listings.page(await narrowed(filter, store)),
    mayWait(filter) ? await store.content.waiting(filter) : [],
  ).slice(0, filter.limit);
  const end = rows.at(-1);
  const last = end === undefined ? null : keyed(end);
  return {
    listings: await documentsOf(rows, deps, now),
    next: rows.length < filter.limit ? null : last,
    last,
  };
}

/** Whether new listings that wait are in what the filter asks for. They are in the feed, and not at the portal. */
export function mayWait(filter: ListingPageFilter): boolean {
  const { standing, portal, presence } = filter;
  return (
    !asksForListing(filter) &&
    (standing === undefined || standing === 'waiting') &&
    (portal?.includes('none') ?? true) &&
    (presence?.includes('present') ?? true)
  );
}

function keyed({ listing, waiting }: PageRow): ListingKey {
  const { connectionId, externalId } = listing ?? waiting;
  return { connectionId, externalId };
}

/** Both in the order of their keys. A listing that was removed and comes back is in both, and waits. */
function merged(listings: readonly ListingRecord[], waiting: readonly WaitingListing[]): PageRow[] {
  const comesBack = new Set(waiting.map(keyOf));
  const rows: PageRow[] = [
    ...listings.flatMap((listing) => (comesBack.has(keyOf(listing)) ? [] : [{ listing, waiting: null }])),
    ...waiting.map((one) => ({ listing: null, waiting: one })),
  ];
  return rows.sort((a, b) => compared(keyed(a), keyed(b)));
}

function compared(a: ListingKey, b: ListingKey): number {
  if (a.connectionId !== b.connectionId) return a.connectionId < b.connectionId ? -1 : 1;
  return a.externalId < b.externalId ? -1 : 1;
}

/**
 * Restricts a filter to connections that have matching listings, and to as many of these connections as fill a page. Without this, a page
 * of rare listings would search through all others.
 */
async function narrowed(filter: ListingPageFilter, store: Store): Promise<ListingPageFilter> {
  const { connectionIds, standing, there, portal, presence, text, after, limit } = filter;
  const isSelective =
    standing !== undefined || there !== undefined || portal !== undefined || presence !== undefined;
  if (!isSelective || text !== undefined || connectionIds?.length === 1) return filter;
  const counts = await standingMatches(filter, store);
  const ids: string[] = [];
  let found = 0;
  for (const [id, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (after !== null && id < after.connectionId) continue;
    if (found >= limit) break;
    ids.push(id);
    // The previous page may have ended inside this connection, at its cursor. How many listings of the connection are left is unknown, so none count
    // towards the limit of this page.
    if (id !== after?.connectionId) found += count;
  }
  return { ...filter, connectionIds: ids };
}

/** Number of the stored listings in the standings that a filter asks for, by connection. Its word, code and age do not count. */
export async function standingMatches(
  filter: Omit<ListingPageFilter, 'after' | 'limit'>,
  store: Store,
): Promise<Map<string, number>> {
  return countStandings(await store.figures.standings(filter.connectionIds), filter);
}

/** Counts among the counts of standings, by connection. @see standingMatches */
export function countStandings(
  counts: readonly StandingCount[],
  { feedId, standing, there, portal, presence }: Omit<ListingPageFilter, 'after' | 'limit'>,
): Map<string, number> {
  return countBy(
    counts,
    (one) =>
      (feedId === undefined || one.feedId === feedId) &&
      (standing === undefined || standingOf(one) === standing) &&
      (there === undefined || isThere(one)) &&
      (portal?.includes(one.portal) ?? true) &&
      (presence?.includes(one.presence) ?? true),
  );
}

/** Reads the names that documents of listings contain. */
async function listingNames(store: Store): Promise<ListingNames> {
  return { feed: feedNames(await store.feeds.all()), agency: agencyNames(await store.connections.all()) };
}

/** The documents of rows, in their order. */
export async function documentsOf(
  rows: readonly PageRow[],
  { store, itemWindowMs }: Pick<ListingPageDeps, 'store' | 'itemWindowMs'>,
  now: number,
): Promise<Described[]> {
  const names = await listingNames(store);
  const cards = new Map<string, z.input<typeof CardSchema>>();
  for (const [connectionId, keys] of groupBy(rows.map(keyed), (key) => key.connectionId)) {
    const ids = keys.map(({ externalId }) => externalId);
    for (const [externalId, card] of await cardsOf(connectionId, ids, store))
      cards.set(keyOf({ connectionId, externalId }), card);
  }
  const listings = rows.flatMap(({ listing }) => listing ?? []);
  const facts = new Map(
    (await pageFacts(listings, store, { itemWindowMs, now })).map((one) => [keyOf(one.listing), one]),
  );
  return rows.flatMap(({ listing, waiting }) => {
    const key = keyOf(listing ?? waiting);
    const card = cards.get(key) ?? null;
    if (listing === null) return [describedWaiting(waiting, card, names)];
    const known = facts.get(key);
    return known === undefined ? [] : [describedListing(known, card, names)];
  });
}

export function keyOf({ connectionId, externalId }: ListingKey): string {
  return `${connectionId}\n${externalId}`;
}
