import { agencyNames } from '../../inspect/attention/agency-name.js';
import type { ListingRecord } from '../../model/listing.js';
import { standingOf, standings } from '../../model/standing.js';
import type { ListingOrder, ListingPageFilter, SortedKey, Store, WaitingListing } from '../../store/store.js';
import {
  documentsOf,
  keyOf,
  mayWait,
  pageOfListings,
  type Described,
  type ListingKey,
  type ListingPageDeps,
  type PageRow,
} from './listing-page.js';
import { matchCounts } from './listing-counts.js';
import { mayBeUnlisted, unlistedPage, type UnlistedKey } from './unlisted-page.js';

/** What a list of listings can be sorted by. */
export const listingSorts = ['agency', 'state', 'since', 'price', 'code'] as const;
type ListingSort = (typeof listingSorts)[number];
export interface Sorting {
  sort: ListingSort;
  isDescending: boolean;
}

type Wanted = Omit<ListingPageFilter, 'after'>;
/** Where the next page begins: within a group of the order, after a listing with its value, or after a record without a listing. */
export type SortedPosition =
  | { group: string; after: ListingKey | null }
  | (ListingKey & { value: string | number | null })
  | UnlistedKey;
interface Page {
  listings: Described[];
  next: SortedPosition | null;
}

/** Waiting listings that take part in an order; of more than that, the others are left out of the list. */
const waitingMax = 10_000;

/**
 * A page of the listings that `listingPage` returns, in another order. Within one agency or state they come by their key. Records that cannot be
 * published and have no listing come last.
 */
export async function sortedListings(
  wanted: Wanted,
  sorting: Sorting,
  after: SortedPosition | null,
  deps: ListingPageDeps,
  now: number,
): Promise<Page> {
  if (after !== null && 'sourceId' in after) return unlistedPage(wanted, after, deps);
  const page = await (sorting.sort === 'agency' || sorting.sort === 'state'
    ? groupedPage(wanted, sorting, after !== null && 'group' in after ? after : null, deps, now)
    : valuedPage(
        wanted,
        { order: sorting.sort, isDescending: sorting.isDescending },
        after !== null && 'value' in after ? after : null,
        deps,
        now,
      ));
  const room = wanted.limit - page.listings.length;
  if (page.next !== null || room === 0 || !mayBeUnlisted({ ...wanted, after: null })) return page;
  const records = await unlistedPage({ ...wanted, limit: room }, null, deps);
  return { listings: [...page.listings, ...records.listings], next: records.next };
}

/** A page of groups, each of which is a list by its own key: the agencies by name, or the states in their order. */
async function groupedPage(
  wanted: Wanted,
  { sort, isDescending }: Sorting,
  after: { group: string; after: ListingKey | null } | null,
  deps: ListingPageDeps,
  now: number,
): Promise<Page> {
  const { store } = deps;
  const ordered = await (sort === 'agency' ? agencyGroups(wanted, store) : stateGroups(wanted, store));
  const groups = isDescending ? ordered.reverse() : ordered;
  const returning = sort === 'state' ? await returningKeys(wanted, store) : new Set<string>();
  const listings: Described[] = [];
  const start = after === null ? 0 : groups.findIndex(({ group }) => group === after.group);
  for (const { group, filter } of start === -1 ? [] : groups.slice(start)) {
    let from = group === after?.group ? after.after : null;
    do {
      const limit = wanted.limit - listings.length;
      const page = await pageOfListings({ ...filter, limit, after: from }, deps, now);
      listings.push(
        ...page.listings.filter((one) => group === 'waiting' || !returning.has(documentKey(one))),
      );
      if (listings.length === wanted.limit) return { listings, next: { group, after: page.last } };
      from = page.next;
    } while (from !== null);
  }
  return { listings, next: null };
}

/** Listings that were removed and come back: they wait, and are in no other state. */
async function returningKeys(wanted: Wanted, store: Store): Promise<ReadonlySet<string>> {
  return new Set((await waitingIn(wanted, store)).map(keyOf));
}

async function waitingIn(wanted: Wanted, store: Store): Promise<WaitingListing[]> {
  const all = { ...wanted, after: null };
  return mayWait(all) ? store.content.waiting({ ...all, limit: waitingMax }) : [];
}

function documentKey({ connection, external_id }: Described): string {
  return keyOf({ connectionId: connection, externalId: external_id });
}

interface Group {
  group: string;
  filter: Wanted;
}

/** One group per connection with matching listings, by the agency's name. */
async function agencyGroups(wanted: Wanted, store: Store): Promise<Group[]> {
  const { connectionIds } = wanted;
  const nameOf = agencyNames(await store.connections.all());
  const counts = await matchCounts(wanted, store);
  const waiting = await waitingIn(wanted, store);
  const ids = new Set([...counts.keys(), ...waiting.map(({ connectionId }) => connectionId)]);
  return [...ids]
    .filter((id) => connectionIds?.includes(id) ?? true)
    .map((id) => ({ id, name: nameOf(id) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'sr-Latn') || (a.id < b.id ? -1 : 1))
    .map(({ id }) => ({ group: id, filter: { ...wanted, connectionIds: [id] } }));
}

/** One group per state in which some listing is, and for those that wait because of a doubt. */
async function stateGroups(wanted: Wanted, store: Store): Promise<Group[]> {
  const met = new Set((await store.figures.standings(wanted.connectionIds)).map(standingOf)).add('waiting');
  return standings
    .filter((standing) => met.has(standing) && (wanted.standing ?? standing) === standing)
    .map((standing) => ({ group: standing, filter: { ...wanted, standing } }));
}

type Ranked = PageRow & { value: SortedKey['value'] };

/** A page by a value that the store sorts by, with the listings that wait among them. */
async function valuedPage(
  wanted: Wanted,
  { order, isDescending }: { order: ListingOrder; isDescending: boolean },
  after: SortedKey | null,
  deps: ListingPageDeps,
  now: number,
): Promise<Page> {
  const { store } = deps;
  const waiting = await waitingIn(wanted, store);
  const comesBack = new Set(waiting.map(keyOf));
  const isAfter = (row: Ranked): boolean => after === null || compared(row, ranked(after), isDescending) > 0;
  const rows: Ranked[] = waiting
    .map((one) => ({ listing: null, waiting: one, value: valueOf(one, order) }))
    .filter(isAfter);
  const connectionIds = await connectionsWith(wanted, store);
  const stored = await store.listings.sorted({ ...wanted, connectionIds, order, isDescending, after });
  for (const { listing, value } of stored)
    if (!comesBack.has(keyOf(listing))) rows.push({ listing, waiting: null, value });
  // Rows after the last one that the store returned wait for the next page: the store may have others between them.
  const lastStored = stored.length < wanted.limit ? undefined : stored.at(-1);
  const end = lastStored && ranked({ ...lastStored.listing, value: lastStored.value });
  const known = rows
    .sort((a, b) => compared(a, b, isDescending))
    .filter((row) => end === undefined || compared(row, end, isDescending) <= 0);
  const shown = known.slice(0, wanted.limit);
  const last = known.length > shown.length ? shown.at(-1) : end;
  return {
    listings: await documentsOf(shown, deps, now),
    next: last === undefined ? null : { ...keyed(last), value: last.value },
  };
}

/** Restricts a filter for rare listings to the connections that have some: the store would look for the others among all listings. */
async function connectionsWith(wanted: Wanted, store: Store): Promise<Wanted['connectionIds']> {
  const { standing, there, portal, presence, text, connectionIds } = wanted;
  const isSelective = [standing, there, portal, presence].some((one) => one !== undefined);
  if (!isSelective || text !== undefined || connectionIds?.length === 1) return connectionIds;
  return [...(await matchCounts(wanted, store)).keys()];
}

function keyed({ listing, waiting }: PageRow): ListingKey {
  const { connectionId, externalId } = listing ?? waiting;
  return { connectionId, externalId };
}

function ranked({ connectionId, externalId, value }: SortedKey): Ranked {
  return { listing: { connectionId, externalId } as ListingRecord, waiting: null, value };
}

/** A price in doubt is no price. */
function valueOf({ externalId, doubts }: WaitingListing, order: ListingOrder): SortedKey['value'] {
  if (order === 'code') return externalId;
  return order === 'price' || doubts.length === 0
    ? null
    : Math.min(...doubts.map(({ openedAt }) => openedAt));
}

/** The order of ListingStore.sorted: rows without the value come last, in the order of their keys. */
function compared(a: Ranked, b: Ranked, isDescending: boolean): number {
  if (a.value === null || b.value === null)
    return a.value === b.value ? keyOrder(a, b) : a.value === null ? 1 : -1;
  const order = a.value === b.value ? keyOrder(a, b) : a.value < b.value ? -1 : 1;
  return isDescending ? -order : order;
}

function keyOrder(a: PageRow, b: PageRow): number {
  const [one, other] = [keyed(a), keyed(b)];
  if (one.connectionId !== other.connectionId) return one.connectionId < other.connectionId ? -1 : 1;
  return one.externalId === other.externalId ? 0 : one.externalId < other.externalId ? -1 : 1;
}
