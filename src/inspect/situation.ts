import type { Spend } from '../core/schedule/budget.js';
import { etaOf, type WaitingRows } from '../core/schedule/eta.js';
import { standingOf, type Standing } from '../model/standing.js';
import type { ConnectionId } from '../model/ids.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { Hold } from '../model/hold.js';
import type { FeedRecord } from '../model/feed.js';
import type { Millis } from '../model/millis.js';
import type { StandingCount, Store } from '../store/store.js';
import { overviewItems, type OverviewItem } from './attention/overview-items.js';
import { Facts, type AttentionContext } from './attention/facts.js';
import { thereCounts } from './standing-counts.js';
import { spentOf, waitingRows, type BudgetWindow } from './status.js';

/** Totals over all agencies, for operators. The number of statements does not depend on the number of agencies. */
export interface WholeSituation {
  feeds: { total: number; polled: number; failing: number; stalled: number };
  /** `published` includes `held`, what of `waiting` the portal still has, and `missing`, what files have lost. */
  listings: {
    published: number;
    held: number;
    missing: number;
    pending: number;
    /** The parts of `pending`. */
    inReview: number;
    onTheWay: number;
    refused: number;
    invalid: number;
    /** New listings that wait because a value is in doubt included. */
    waiting: number;
  };
  holds: { open: number; listings: number; values: number; oldestAt: Millis | null };
  budget: WholeBudget;
  running: number;
  causes: OverviewItem[];
}

interface WholeBudget {
  itemsSpent: number;
  /** Items per connection and window. */
  itemsLimit: number | null;
  /** Connections without room in the current window. */
  exhausted: number;
  upserts: number;
  removals: number;
  /** When all waiting upserts are sent, if nothing more is queued; null where no upsert waits, or the time is unknown. */
  doneAt: Millis | null;
}

type QueuedCounts = Awaited<ReturnType<Store['figures']['queued']>>;

export async function wholeSituation(
  store: Store,
  window: BudgetWindow,
  context: AttentionContext,
): Promise<WholeSituation> {
  const { now } = context;
  const { figures } = store;
  const facts = new Facts(store, context);
  const feeds = await facts.feeds();
  const connections = await facts.connections();
  const holds = await facts.holds();
  const standings = await facts.standings();
  const queued = await facts.queuedCounts();
  const unlisted = await facts.unlistedRecords();
  const inDoubt = await store.content.waitingCounts();
  return {
    feeds: feedCounts(feeds),
    listings: listingCounts(standings, unlisted, inDoubt),
    holds: holdCounts(holds),
    budget: wholeBudget(
      { feeds, connections, queued },
      await figures.spends(now - 2 * window.windowMs),
      window,
      now,
    ),
    running: await figures.running(null),
    causes: await overviewItems(facts),
  };
}

function feedCounts(feeds: readonly FeedRecord[]): WholeSituation['feeds'] {
  const some = (is: (feed: FeedRecord) => boolean): number => feeds.filter(is).length;
  return {
    total: feeds.length,
    polled: some(({ life }) => life === 'active' || life === 'stalled'),
    failing: some(({ failures }) => failures > 0),
    stalled: some(({ life }) => life === 'stalled'),
  };
}

function listingCounts(
  standings: readonly StandingCount[],
  unlisted: ReadonlyMap<ConnectionId, number>,
  inDoubt: ReadonlyMap<number, number>,
): WholeSituation['listings'] {
  const sum = (...wanted: Standing[]): number =>
    standings.reduce((total, one) => (wanted.includes(standingOf(one)) ? total + one.count : total), 0);
  const { onPortal, held, missing } = thereCounts(standings);
  return {
    ...{ published: onPortal, held, missing },
    pending: sum('in_review', 'on_the_way'),
    inReview: sum('in_review'),
    onTheWay: sum('on_the_way'),
    refused: sum('refused'),
    invalid: [...unlisted.values()].reduce((total, records) => total + records, sum('invalid')),
    waiting: [...inDoubt.values()].reduce((total, listings) => total + listings, sum('waiting')),
  };
}

function holdCounts(holds: readonly Hold[]): WholeSituation['holds'] {
  const lines = (isContent: boolean): number =>
    holds.reduce(
      (sum, { kind, lineCount }) => ((kind === 'content') === isContent ? sum + lineCount : sum),
      0,
    );
  return {
    open: holds.length,
    listings: lines(false),
    values: lines(true),
    oldestAt: holds.length === 0 ? null : Math.min(...holds.map(({ openedAt }) => openedAt)),
  };
}

function wholeBudget(
  known: { feeds: readonly FeedRecord[]; connections: readonly ConnectionRecord[]; queued: QueuedCounts },
  spends: ReadonlyMap<string, readonly Spend[]>,
  window: BudgetWindow,
  now: Millis,
): WholeBudget {
  const total = { itemsSpent: 0, exhausted: 0 };
  const done: (Millis | null)[] = [];
  for (const { id, status } of known.connections) {
    const own = spends.get(id) ?? [];
    const { itemsSpent, roomAt } = spentOf(own, window, now);
    total.itemsSpent += itemsSpent;
    if (roomAt !== null) total.exhausted++;
    const rows = waitingRows(id, known.queued);
    if (rows.length > 0)
      done.push(status === 'active' ? lastSentAt(rows, known.feeds, own, window, now) : null);
  }
  const sum = (op: 'upsert' | 'remove'): number =>
    known.queued.reduce((waiting, rows) => (rows.op === op ? waiting + rows.count : waiting), 0);
  const ends = done.filter((at) => at !== null);
  return {
    ...total,
    itemsLimit: window.itemsLimit,
    upserts: sum('upsert'),
    removals: sum('remove'),
    doneAt: ends.length === 0 ? null : Math.max(...ends),
  };
}

function lastSentAt(
  rows: readonly WaitingRows[],
  feeds: readonly FeedRecord[],
  spends: readonly Spend[],
  { windowMs, itemsLimit }: BudgetWindow,
  now: Millis,
): Millis | null {
  if (itemsLimit === null || itemsLimit <= 0) return null;
  const weights = new Map(feeds.map(({ id, weight }) => [id, weight]));
  const ends = rows.map(({ lane, feedId, count }) =>
    etaOf({ lane, feedId, place: count - 1 }, rows, weights, { spends, limit: itemsLimit, windowMs }, now),
  );
  return ends.includes(null) ? null : Math.max(...ends.map((eta) => eta?.at ?? 0));
}
