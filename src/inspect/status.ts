import type { PortalState } from '../core/listing-states.js';
import type { Finding } from '../core/quality.js';
import { roomLeft } from '../core/budget.js';
import type { ConnectionRow, FeedRow, HoldRow, Millis } from '../store/rows.js';
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
    feeds: await Promise.all(feeds.map((feed) => feedStatus(feed, store))),
    connections: await Promise.all(connections.map((row) => connectionStatus(row, budget, now, store))),
    holds: await store.holds.open({}),
  };
}

async function feedStatus(feed: FeedRow, store: Store): Promise<FeedStatus> {
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
