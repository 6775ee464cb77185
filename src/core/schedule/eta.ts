import type { FeedId } from '../../model/ids.js';
import { ownChangeShare, roomLeft, windowMarginMs, type Spend } from './budget.js';
import { lanes, type Lane } from '../../model/listing-states.js';
import { weightOf, type Weights } from './queue-order.js';

/** Number of waiting outbox rows of a connection, by feed and lane. */
export interface WaitingRows {
  feedId: FeedId | null;
  lane: Lane;
  count: number;
}

export interface ItemBudget {
  spends: readonly Spend[];
  /** Items per window. */
  limit: number;
  windowMs: number;
}

export interface Eta {
  /** Epoch milliseconds; `now` if the row can be sent at once. */
  at: number;
  /** Number of items sent before the row. */
  before: number;
}

/**
 * Estimates when an outbox row is sent if nothing more is queued.
 * @param row `place`: its position among its feed's rows of the lane; 0 is the next
 * @returns null if the budget never has room for it
 */
export function etaOf(
  row: { lane: Lane; feedId: FeedId | null; place: number },
  waiting: readonly WaitingRows[],
  weights: Weights,
  budget: ItemBudget,
  now: number,
): Eta | null {
  const before = itemsBefore(row, waiting, weights);
  const at = sentAt(before, budget, now);
  if (row.lane !== 'own_change') return finite({ at, before });
  const own = {
    ...budget,
    limit: Math.floor(budget.limit * ownChangeShare),
    spends: budget.spends.map(({ at: spentAt, ownChange }) => ({
      at: spentAt,
      amount: ownChange,
      ownChange,
    })),
  };
  const ownBefore = itemsBefore(
    row,
    waiting.filter(({ lane }) => lane === 'own_change'),
    weights,
  );
  return finite({ at: Math.max(at, sentAt(ownBefore, own, now)), before });
}

/** Estimates when the last of a feed's rows is sent; null if the feed has no rows, or the budget never has room for them. */
export function etaOfFeed(
  feedId: FeedId,
  waiting: readonly WaitingRows[],
  weights: Weights,
  budget: ItemBudget,
  now: number,
): Eta | null {
  const last = waiting
    .filter((rows) => rows.feedId === feedId && rows.count > 0)
    .map(({ lane, count }) => etaOf({ lane, feedId, place: count - 1 }, waiting, weights, budget, now));
  if (last.includes(null)) return null;
  return last.reduce((latest, one) => (latest === null || (one?.at ?? 0) > latest.at ? one : latest), null);
}

function finite(eta: Eta): Eta | null {
  return Number.isFinite(eta.at) ? eta : null;
}

function itemsBefore(
  { lane, feedId, place }: { lane: Lane; feedId: FeedId | null; place: number },
  waiting: readonly WaitingRows[],
  weights: Weights,
): number {
  const rank = lanes.indexOf(lane);
  const rounds = (place + 1) / weightOf(weights, feedId);
  return waiting.reduce((sum, rows) => {
    if (lanes.indexOf(rows.lane) < rank) return sum + rows.count;
    if (rows.lane !== lane) return sum;
    if (rows.feedId === feedId) return sum + Math.min(place, rows.count);
    return sum + Math.min(rows.count, Math.floor(rounds * weightOf(weights, rows.feedId)));
  }, 0);
}

/** When the item after `before` others has room in the sliding window. Items in flight count as spent now. */
function sentAt(before: number, { spends, limit, windowMs }: ItemBudget, now: number): number {
  if (limit <= 0) return Infinity;
  const length = windowMs + windowMarginMs;
  const cycles = Math.floor(before / limit);
  const missing = (before % limit) + 1 - roomLeft(spends, limit, windowMs, now).items;
  if (missing <= 0) return now + cycles * length;
  const inside = spends.filter(({ at }) => at === null || at > now - length);
  const leaving = inside
    .map(({ at, amount }) => ({ at: (at ?? now) + length, amount }))
    .sort((a, b) => a.at - b.at);
  // Negative if more is spent than a lowered limit allows: then more spends must leave.
  let left = Math.min(0, limit - inside.reduce((sum, { amount }) => sum + amount, 0));
  for (const { at, amount } of leaving) {
    left += amount;
    if (left >= missing) return at + cycles * length;
  }
  return now + (cycles + 1) * length;
}
