import type { PortalState } from '../model/listing-states.js';
import type { Finding } from '../model/quality-finding.js';
import { roomLeft, type Spend } from '../core/schedule/budget.js';
import { etaOf, etaOfFeed, type Eta, type ItemBudget, type WaitingRows } from '../core/schedule/eta.js';
import type { WaitKind } from '../model/wait-cause.js';
import { feedWeights } from '../store/facts/feed-weights.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { Hold } from '../model/hold.js';
import type { OutboxEntry } from '../model/outbox.js';
import type { FeedRecord } from '../model/feed.js';
import type { Millis } from '../model/millis.js';
import type { StandingCount, Store } from '../store/store.js';
import { agencyName } from './attention/agency-name.js';
import type { LastFile } from './last-file.js';

/** A feed's listings by what became of them. */
interface ListingCounts {
  /** On the portal, visible or inactive. */
  published: number;
  /** Sent; the portal has not said its last word. */
  pending: number;
  refused: number;
  /** Records that cannot be published as they are. */
  invalid: number;
}

export interface FeedStatus extends ListingCounts {
  feed: FeedRecord;
  /** The file that was taken over last. */
  lastFile: LastFile | null;
  /** What looked wrong in its content when that was last counted. */
  doubts: Finding[];
  /** Wanted contents of it that no batch carries yet and that only wait for their turn. */
  toSend: number;
  /** Those that wait for another reason, by reason. */
  keptBack: { kind: WaitKind; count: number }[];
  /** When the last of them is sent, if nothing more comes; null where none waits, or nobody can tell. */
  eta: Eta | null;
}

export interface ConnectionStatus {
  connection: ConnectionRecord;
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
  holds: Hold[];
}

export interface BudgetWindow {
  windowMs: number;
  itemsLimit: number | null;
}

/** Where everything stands, from the store alone: one statement for each number, however many feeds there are. */
export async function status(store: Store, budget: BudgetWindow, now: Millis): Promise<Status> {
  const feeds = await store.feeds.all();
  const connections = await store.connections.all();
  const known = await readKnown(feeds, connections, budget, now, store);
  return {
    feeds: feeds.map((feed) => ({ ...feedStatus(feed, known), ...sendingOf(feed, known, budget, now) })),
    connections: connections.map((row) => connectionStatus(row, known, budget, now)),
    holds: await store.holds.open({}),
  };
}

/** What is counted for all of them at once. */
interface Known {
  feeds: readonly FeedRecord[];
  connections: readonly ConnectionRecord[];
  standings: readonly StandingCount[];
  wishes: Awaited<ReturnType<Store['figures']['wishes']>>;
  spends: ReadonlyMap<string, readonly Spend[]>;
  invalid: ReadonlyMap<number, number>;
  files: ReadonlyMap<number, LastFile>;
  contents: Awaited<ReturnType<Store['figures']['contents']>>;
  /** Outbox entries that wait for more than their turn. */
  keptBack: readonly OutboxEntry[];
}

async function readKnown(
  feeds: readonly FeedRecord[],
  connections: readonly ConnectionRecord[],
  { windowMs }: BudgetWindow,
  now: Millis,
  { figures, outbox }: Store,
): Promise<Known> {
  const feedIds = feeds.map(({ id }) => id);
  const ofConnections = [
    ...new Set([...connections.map(({ id }) => id), ...feeds.map((feed) => feed.connectionId)]),
  ];
  return {
    feeds,
    connections,
    standings: await figures.standings(ofConnections),
    wishes: await figures.wishes(ofConnections),
    spends: await figures.spends(now - 2 * windowMs),
    invalid: await figures.invalidRecords(feedIds),
    files: await figures.lastFiles(feedIds),
    contents: await figures.contents(feedIds),
    keptBack: (await outbox.parked(ofConnections)).filter(
      ({ op, batchId, notBefore }) => op === 'upsert' && batchId === null && notBefore > now,
    ),
  };
}

function sendingOf(
  { id, connectionId }: FeedRecord,
  known: Known,
  { windowMs, itemsLimit: limit }: BudgetWindow,
  now: Millis,
): Pick<FeedStatus, 'toSend' | 'keptBack' | 'eta'> {
  const waiting = withoutKeptBack(waitingRows(connectionId, known.wishes), connectionId, known.keptBack);
  const keptBack = reasonsOf(known.keptBack.filter((row) => row.feedId === id));
  const toSend = waiting.reduce((sum, { feedId, count }) => (feedId === id ? sum + count : sum), 0);
  const isActive = known.connections.some((row) => row.id === connectionId && row.status === 'active');
  if (toSend === 0 || limit === null || limit <= 0 || !isActive) return { toSend, keptBack, eta: null };
  const weights = new Map(
    known.feeds.flatMap((feed) => (feed.connectionId === connectionId ? [[feed.id, feed.weight]] : [])),
  );
  const items = { spends: known.spends.get(connectionId) ?? [], limit, windowMs };
  return { toSend, keptBack, eta: etaOfFeed(id, waiting, weights, items, now) };
}

function withoutKeptBack(
  waiting: readonly WaitingRows[],
  connectionId: string,
  keptBack: readonly OutboxEntry[],
): WaitingRows[] {
  const own = keptBack.filter((row) => row.connectionId === connectionId);
  return waiting.flatMap((rows) => {
    const kept = own.filter(({ feedId, lane }) => feedId === rows.feedId && lane === rows.lane).length;
    return rows.count > kept ? [{ ...rows, count: rows.count - kept }] : [];
  });
}

function reasonsOf(rows: readonly OutboxEntry[]): FeedStatus['keptBack'] {
  const counts = new Map<WaitKind, number>();
  for (const { waits } of rows) if (waits !== null) counts.set(waits.kind, (counts.get(waits.kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

/** Wanted contents of a connection that no batch carries yet. */
export function waitingRows(connectionId: string, wishes: Known['wishes']): WaitingRows[] {
  return wishes
    .filter((wish) => wish.connectionId === connectionId && wish.op === 'upsert' && wish.count > wish.inBatch)
    .map(({ feedId, lane, count, inBatch }) => ({ feedId, lane, count: count - inBatch }));
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
  row: OutboxEntry,
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

function feedStatus(feed: FeedRecord, known: Known): Omit<FeedStatus, 'toSend' | 'keptBack' | 'eta'> {
  const own = known.standings.filter(({ feedId }) => feedId === feed.id);
  const sum = (...names: PortalState[]): number =>
    own.reduce((total, { portal, count }) => (names.includes(portal) ? total + count : total), 0);
  return {
    feed,
    lastFile: known.files.get(feed.id) ?? null,
    published: sum('live', 'inactive'),
    pending: sum('sent', 'accepted', 'needs_review', 'unknown'),
    refused: sum('rejected'),
    invalid: known.invalid.get(feed.id) ?? 0,
    doubts: known.contents.get(feed.id)?.doubts ?? [],
  };
}

function connectionStatus(
  connection: ConnectionRecord,
  known: Known,
  window: BudgetWindow,
  now: Millis,
): ConnectionStatus {
  const waiting = (op: 'upsert' | 'remove'): number =>
    known.wishes.reduce(
      (sum, wish) => (wish.connectionId === connection.id && wish.op === op ? sum + wish.count : sum),
      0,
    );
  return {
    connection,
    agency: agencyName(connection, connection.id),
    outbox: { upserts: waiting('upsert'), removals: waiting('remove') },
    ...spentOf(known.spends.get(connection.id) ?? [], window, now),
  };
}

/** What these spends take of the window that ends now, and when there is room again. */
export function spentOf(
  spends: readonly Spend[],
  { windowMs, itemsLimit }: BudgetWindow,
  now: Millis,
): Pick<ConnectionStatus, 'itemsSpent' | 'itemsLimit' | 'roomAt'> {
  const everything = Number.MAX_SAFE_INTEGER;
  return {
    itemsSpent: everything - roomLeft(spends, everything, windowMs, now).items,
    itemsLimit,
    roomAt: itemsLimit === null ? null : roomLeft(spends, itemsLimit, windowMs, now).moreAt,
  };
}

/** What a connection spent of its items in the window that ends now, and when there is room again. */
export async function budgetOf(
  connectionId: string,
  window: BudgetWindow,
  now: Millis,
  store: Pick<Store, 'spend'>,
): Promise<Pick<ConnectionStatus, 'itemsSpent' | 'itemsLimit' | 'roomAt'>> {
  return spentOf(await store.spend.since(connectionId, now - 2 * window.windowMs), window, now);
}
