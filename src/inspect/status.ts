import type { PortalState } from '../core/listing-states.js';
import type { Finding } from '../core/quality.js';
import { roomLeft } from '../core/budget.js';
import { etaOf, etaOfFeed, type Eta, type ItemBudget } from '../core/eta.js';
import { feedWeights } from '../store/feed-weights.js';
import type { ConnectionRow, FeedRow, HoldRow, Millis, OutboxRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { agencyName } from './attention.js';
import { lastFile, type LastFile } from './last-file.js';

/** A feed's listings by what became of them. */
export interface ListingCounts {
  /** On the portal, visible or inactive. */
  published: number;
  /** Sent; the portal has not said its last word. */
  pending: number;
  refused: number;
  /** Records that cannot be published as they are. */
  invalid: number;
}

export interface FeedStatus extends ListingCounts {
  feed: FeedRow;
  /** The file that was taken over last. */
  lastFile: LastFile | null;
  /** What looked wrong in its content when that was last counted. */
  doubts: Finding[];
  /** Wanted contents of it that no batch carries yet. */
  toSend: number;
  /** When the last of them is sent, if nothing more comes; null where none waits, or nobody can tell. */
  eta: Eta | null;
}

export interface ConnectionStatus {
  connection: ConnectionRow;
  agency: string;
  outbox: { upserts: number; removals: number };
  /** Items spent in the window that ends now, what is in flight included. */
  itemsSpent: number;
  /** Items per window; null until the portal has said. */
  itemsLimit: number | null;
  /** When there will be room again; null while there is. */
  roomAt: Millis | null;
}

export interface Status {
  feeds: FeedStatus[];
  connections: ConnectionStatus[];
  holds: HoldRow[];
}

export interface BudgetWindow {
  windowMs: number;
  itemsLimit: number | null;
}

/** Where everything stands, from the store alone. */
export async function status(store: Store, budget: BudgetWindow, now: Millis): Promise<Status> {
  const feeds = await store.feeds.all();
  const connections = await store.connections.all();
  return {
    feeds: await Promise.all(
      feeds.map(async (feed) => ({
        ...(await feedStatus(feed, store)),
        ...(await sendingOf(feed, budget, now, store)),
      })),
    ),
    connections: await Promise.all(connections.map((row) => connectionStatus(row, budget, now, store))),
    holds: await store.holds.open({}),
  };
}

async function sendingOf(
  { id, connectionId }: FeedRow,
  budget: BudgetWindow,
  now: Millis,
  store: Store,
): Promise<Pick<FeedStatus, 'toSend' | 'eta'>> {
  const waiting = await store.outbox.waiting(connectionId);
  const toSend = waiting.reduce((sum, { feedId, count }) => (feedId === id ? sum + count : sum), 0);
  if (toSend === 0) return { toSend, eta: null };
  const items = await itemBudget(connectionId, budget, now, store);
  if (items === null) return { toSend, eta: null };
  return { toSend, eta: etaOfFeed(id, waiting, await feedWeights(connectionId, store), items, now) };
}

/** Null where nobody can tell when something is sent: the portal has not said, or takes nothing of this connection now. */
async function itemBudget(
  connectionId: string,
  { windowMs, itemsLimit }: BudgetWindow,
  now: Millis,
  store: Pick<Store, 'spend' | 'connections'>,
): Promise<ItemBudget | null> {
  const status = (await store.connections.get(connectionId))?.status;
  if (itemsLimit === null || itemsLimit <= 0 || status !== 'active') return null;
  return { spends: await store.spend.since(connectionId, now - 2 * windowMs), limit: itemsLimit, windowMs };
}

/** When one row of the outbox is sent; null where nobody can tell. */
export async function etaOfRow(
  row: OutboxRow,
  budget: BudgetWindow,
  now: Millis,
  store: Store,
): Promise<Eta | null> {
  if (row.op !== 'upsert' || row.batchId !== null) return null;
  const items = await itemBudget(row.connectionId, budget, now, store);
  if (items === null) return null;
  const { connectionId, lane, feedId } = row;
  const place = await store.outbox.place(row);
  const waiting = await store.outbox.waiting(connectionId);
  return etaOf({ lane, feedId, place }, waiting, await feedWeights(connectionId, store), items, now);
}

async function feedStatus(feed: FeedRow, store: Store): Promise<Omit<FeedStatus, 'toSend' | 'eta'>> {
  const states = await store.listings.countsByPortalState({ feedId: feed.id });
  const records = await store.records.counts(feed.id);
  const sum = (...names: PortalState[]): number =>
    names.reduce((total, name) => total + (states[name] ?? 0), 0);
  return {
    feed,
    lastFile: await lastFile(feed, store),
    published: sum('live', 'inactive'),
    pending: sum('sent', 'accepted', 'needs_review', 'unknown'),
    refused: sum('rejected'),
    invalid: records.invalid,
    doubts: (await store.quality.survey(feed.id))?.findings ?? [],
  };
}

async function connectionStatus(
  connection: ConnectionRow,
  { windowMs, itemsLimit }: BudgetWindow,
  now: Millis,
  store: Store,
): Promise<ConnectionStatus> {
  const { itemsSpent, roomAt } = await budgetOf(connection.id, { windowMs, itemsLimit }, now, store);
  const { upserts, removals } = await store.outbox.counts(connection.id);
  return {
    connection,
    agency: agencyName(connection, connection.id),
    outbox: { upserts, removals },
    itemsSpent,
    itemsLimit,
    roomAt,
  };
}

/** What a connection spent of its items in the window that ends now, and when there is room again. */
export async function budgetOf(
  connectionId: string,
  { windowMs, itemsLimit }: BudgetWindow,
  now: Millis,
  store: Pick<Store, 'spend'>,
): Promise<Pick<ConnectionStatus, 'itemsSpent' | 'itemsLimit' | 'roomAt'>> {
  const spends = await store.spend.since(connectionId, now - 2 * windowMs);
  const everything = Number.MAX_SAFE_INTEGER;
  return {
    itemsSpent: everything - roomLeft(spends, everything, windowMs, now).items,
    itemsLimit,
    roomAt: itemsLimit === null ? null : roomLeft(spends, itemsLimit, windowMs, now).moreAt,
  };
}
