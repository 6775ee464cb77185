/** Items spent at one time. `at: null`: in flight; it counts as spent until the reply sets the time. */
export interface Spend {
  at: number | null;
  amount: number;
  /** How many of `amount` were own changes. */
  ownChange: number;
}

/** Added to the window, because the portal's clock and ours differ by fractions of a second. */
export const windowMarginMs = 1000;

/** Own changes (from a changed mapping, preset or vocabulary) take at most this share of the window. */
export const ownChangeShare = 0.8;

export interface Room {
  /** Items that may be sent now. */
  items: number;
  /** The part of `items` that own changes may use. */
  ownChanges: number;
  /** When there will be room; null while there is room, or when only replies can free it. */
  moreAt: number | null;
}

/**
 * Room in a sliding window of `windowMs`. Fails closed: spends in flight or with an unknown time count as spent. The store applies the
 * same rule to single requests, in a statement of its own.
 */
export function roomLeft(spends: readonly Spend[], limit: number, windowMs: number, now: number): Room {
  const inside = spends.filter((s) => s.at === null || s.at > now - windowMs - windowMarginMs);
  const spent = inside.reduce((sum, s) => sum + s.amount, 0);
  const own = inside.reduce((sum, s) => sum + s.ownChange, 0);
  const items = Math.max(0, limit - spent);
  return {
    items,
    ownChanges: Math.max(0, Math.min(items, Math.floor(limit * ownChangeShare) - own)),
    moreAt: items > 0 ? null : firstRoomAt(inside, spent - limit, windowMs),
  };
}

/**
 * The time until the requested items are sent, in milliseconds, rounded up to whole windows. 0: there is room now; Infinity: never.
 * @param requested all items, and how many of them are own changes
 */
export function timeNeeded(
  requested: { items: number; ownChanges: number },
  room: Pick<Room, 'items' | 'ownChanges'>,
  limit: number,
  windowMs: number,
): number {
  const windows = (wanted: number, perWindow: number): number =>
    wanted <= 0 ? 0 : Math.ceil(wanted / perWindow);
  const own = windows(requested.ownChanges - room.ownChanges, Math.floor(limit * ownChangeShare));
  return Math.max(own, windows(requested.items - room.items, limit)) * windowMs;
}

/** When enough spends have left the window. After the limit was lowered, more than the oldest spend must leave. */
function firstRoomAt(inside: readonly Spend[], excess: number, windowMs: number): number | null {
  const settled = inside.flatMap(({ at, amount }) => (at === null ? [] : [{ at, amount }]));
  let left = 0;
  for (const { at, amount } of settled.sort((a, b) => a.at - b.at)) {
    left += amount;
    if (left > excess) return at + windowMs + windowMarginMs;
  }
  return null;
}
