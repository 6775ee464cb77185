import type { z } from '@hono/zod-openapi';
import { feedNames } from '../../documents/feed.js';
import { countBy } from '../../inspect/standing-counts.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Issue } from '../../model/outcome.js';
import type { OutboxEntry } from '../../model/outbox.js';
import { isThere, standingOf } from '../../model/standing.js';
import type { ListingPageFilter, Store, WaitingListing } from '../../store/store.js';
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
  deps: UnlistedDeps,
  now: number,
): Promise<{ listings: Described[]; next: PageKey | null }> {
  if (after !== null && 'sourceId' in after) return unlistedPage(wanted, after, deps);
  const { listings, next } = await pageOfListings({ ...wanted, after }, deps.store, now);
  const room = wanted.limit - listings.length;
  if (room === 0 || !mayBeUnlisted({ ...wanted, after })) return { listings, next };
  const records = await unlistedPage({ ...wanted, limit: room }, null, deps);
  return { listings: [...listings, ...records.listings], next: records.next };
}

/** A page of listings without those that are only records. @returns `last`: the last one; null: there is none */
export async function pageOfListings(
  filter: ListingPageFilter,
  store: Store,
  now: number,
): Promise<{ listings: Described[]; next: ListingKey | null; last: ListingKey | null }> {
  const rows = merged(
    await store.listings.page(await narrowed(filter, store)),
    mayWait(filter) ? await store.content.waiting(filter) : [],
  ).slice(0, filter.limit);
  const end = rows.at(-1);
  const last = end === undefined ? null : keyed(end);
  return {
    listings: await documentsOf(rows, store, now),
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
  const { connectionIds, feedId, standing, there, portal, presence, text, after, limit } = filter;
  const isSelective =
    standing !== undefined || there !== undefined || portal !== undefined || presence !== undefined;
  if (!isSelective || text !== undefined || connectionIds?.length === 1) return filter;
  const counts = countBy(
    await store.figures.standings(connectionIds),
    (one) =>
      (feedId === undefined || one.feedId === feedId) &&
      (standing === undefined || standingOf(one) === standing) &&
      (there === undefined || isThere(one)) &&
      (portal?.includes(one.portal) ?? true) &&
      (presence?.includes(one.presence) ?? true),
  );
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

/** Reads the names that documents of listings contain. */
async function listingNames(store: Store): Promise<ListingNames> {
  return { feed: feedNames(await store.feeds.all()), agency: agencyNames(await store.connections.all()) };
}

/** The documents of rows, in their order. */
export async function documentsOf(rows: readonly PageRow[], store: Store, now: number): Promise<Described[]> {
  const names = await listingNames(store);
  const entries = new Map<string, OutboxEntry>();
  const cards = new Map<string, z.input<typeof CardSchema>>();
  const keys = rows.map(keyed);
  for (const connectionId of new Set(keys.map((key) => key.connectionId))) {
    const ids = keys.filter((key) => key.connectionId === connectionId).map(({ externalId }) => externalId);
    for (const entry of await store.outbox.of(connectionId, ids)) entries.set(keyOf(entry), entry);
    for (const [externalId, card] of await cardsOf(connectionId, ids, store))
      cards.set(keyOf({ connectionId, externalId }), card);
  }
  const issues = await issuesOf(rows, store);
  return rows.map(({ listing, waiting }) => {
    const key = keyOf(listing ?? waiting);
    const card = cards.get(key) ?? null;
    return listing === null
      ? describedWaiting(waiting, card, names)
      : describedListing(listing, entries.get(key) ?? null, card, names, now, issues.get(key));
  });
}

/** The problems of the records of listings that cannot be published. */
async function issuesOf(rows: readonly PageRow[], store: Store): Promise<Map<string, Issue[]>> {
  const found = new Map<string, Issue[]>();
  for (const { listing } of rows) {
    if (listing?.feedId == null || listing.sourceId === null || standingOf(listing) !== 'invalid') continue;
    const record = await store.records.get(listing.feedId, listing.sourceId);
    if (record !== null) found.set(keyOf(listing), record.issues);
  }
  return found;
}

export function keyOf({ connectionId, externalId }: ListingKey): string {
  return `${connectionId}\n${externalId}`;
}
