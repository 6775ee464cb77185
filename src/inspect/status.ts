import type { ConnectionId } from '../model/ids.js';
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

/** A feed's listings by outcome. */
interface ListingCounts {
  /** On the portal, visible or inactive. */
  published: number;
  /** Sent, without a final outcome yet. */
  pending: number;
  refused: number;
  /** Records that cannot be published. */
  invalid: number;
}

export interface FeedStatus extends ListingCounts {
  feed: FeedRecord;
  /** The file committed last. */
  lastFile: LastFile | null;
  /** Findings of the last content survey. */
  doubts: Finding[];
  /** Values that wait for a confirmation, or with which a new listing waits. */
  inDoubt: number;
  /** New listings that wait because of such a value. */
  newInDoubt: number;
  /** Upserts that are in no batch yet and wait only for their turn. */
  toSend: number;
  /** Upserts that wait for another reason, by reason. */
  keptBack: { kind: WaitKind; count: number }[];
  /** When the last upsert in `toSend` is sent, if nothing more is queued; null where `toSend` is 0, or the time is unknown. */
  eta: Eta | null;
}

export interface ConnectionStatus {
  connection: ConnectionRecord;
  agency: string;
  outbox: { upserts: number; removals: number };
  /** Items spent in the window that ends now, including those in flight. */
  itemsSpent: number;
  /** Items per window; null until the portal's limits were read. */
  itemsLimit: number | null;
  /** When there will be room again; null while there is room, or when only replies can free it, or the limit is not known. */
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

/** The state of all feeds, connections and holds, from the store alone. The number of statements does not depend on the number of feeds. */
export async function status(store: Store, budget: BudgetWindow, now: Millis): Promise<Status> {
  const feeds = await store.feeds.all();
  const connections = await store.connections.all();
  const known = await readKnown(feeds, connections, budget, now, store);
  const holds = await store.holds.open({});
  const waiting = await store.content.waitingCounts();
  return {
    feeds: feeds.map((feed) => ({
      ...feedStatus(feed, known),
      ...sendingOf(feed, known, budget, now),
      inDoubt: holds.find(({ kind, feedId }) => kind === 'content' && feedId === feed.id)?.lineCount ?? 0,
      newInDoubt: waiting.get(feed.id) ?? 0,
    })),
    connections: connections.map((row) => connectionStatus(row, known, budget, now)),
    holds,
  };
}

/** Figures that are read once for all feeds and connections. */
interface Known {
  feeds: readonly FeedRecord[];
  connections: readonly ConnectionRecord[];
  standings: readonly StandingCount[];
  queued: Awaited<ReturnType<Store['figures']['queued']>>;
  spends: ReadonlyMap<string, readonly Spend[]>;
  invalid: ReadonlyMap<number, number>;
  files: ReadonlyMap<number, LastFile>;
  contents: Awaited<ReturnType<Store['figures']['contents']>>;
  /** Outbox entries that wait for a reason other than their turn. */
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
    queued: await figures.queued(ofConnections),
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
  const waiting = withoutKeptBack(waitingRows(connectionId, known.queued), connectionId, known.keptBack);
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
  connectionId: ConnectionId,
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

/** Upserts of a connection that are in no batch yet, by feed and lane. */
export function waitingRows(connectionId: ConnectionId, queued: Known['queued']): WaitingRows[] {
  return queued
    .filter((rows) => rows.connectionId === connectionId && rows.op === 'upsert' && rows.count > rows.inBatch)
    .map(({ feedId, lane, count, inBatch }) => ({ feedId, lane, count: count - inBatch }));
}

/** Null where sending times are unknown: the portal's limits were not read yet or are 0, or the connection is not active. */
async function itemBudget(
  connectionId: ConnectionId,
  { windowMs, itemsLimit }: BudgetWindow,
  now: Millis,
  store: Pick<Store, 'spend' | 'connections'>,
): Promise<ItemBudget | null> {
  const status = (await store.connections.get(connectionId))?.status;
  if (itemsLimit === null || itemsLimit <= 0 || status !== 'active') return null;
  return { spends: await store.spend.since(connectionId, now - 2 * windowMs), limit: itemsLimit, windowMs };
}

/** Estimates when one outbox row is sent; null for removals and rows in a batch, or where the time is unknown. */
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

function feedStatus(
  feed: FeedRecord,
  known: Known,
): Omit<FeedStatus, 'inDoubt' | 'newInDoubt' | 'toSend' | 'keptBack' | 'eta'> {
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
    known.queued.reduce(
      (sum, rows) => (rows.connectionId === connection.id && rows.op === op ? sum + rows.count : sum),
      0,
    );
  return {
    connection,
    agency: agencyName(connection, connection.id),
    outbox: { upserts: waiting('upsert'), removals: waiting('remove') },
    ...spentOf(known.spends.get(connection.id) ?? [], window, now),
  };
}

/** The items spent in the window that ends now, and when there is room again. */
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

/** The items that a connection spent in the window that ends now, and when there is room again. */
export async function budgetOf(
  connectionId: ConnectionId,
  window: BudgetWindow,
  now: Millis,
  store: Pick<Store, 'spend'>,
): Promise<Pick<ConnectionStatus, 'itemsSpent' | 'itemsLimit' | 'roomAt'>> {
  return spentOf(await store.spend.since(connectionId, now - 2 * window.windowMs), window, now);
}
