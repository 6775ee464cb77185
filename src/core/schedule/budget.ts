/** What was spent in a sliding window. `at: null` is in flight: it counts until its reply says when. */
export interface Spend {
  at: number | null;
  amount: number;
  /** How many of them were changes of our own making. */
  ownChange: number;
}

/** The portal's clock and ours differ by fractions of a second: an item leaves the window this much later. */
export const windowMarginMs = 1000;

/** Changes of our own making (mapping, preset, vocabulary) never take more than this share of the hour. */
export const ownChangeShare = 0.8;

export interface Room {
  /** Items that may be sent now. */
  items: number;
  /** Of these, at most so many of our own making. */
  ownChanges: number;
  /** When there will be more; null while there is room, or when nothing but replies can free it. */
  moreAt: number | null;
}

/**
 * Room in a sliding window of `windowMs`. Fails closed: what is in flight or unknown counts as spent. The store spends single requests
 * by the same rule, in a statement of its own.
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
 * How long until so many items are sent beside what else is spent, in whole windows; 0: there is room for them now, Infinity: never.
 * @param asked all items, and those of them that are changes of our own making
 */
export function timeNeeded(
  asked: { items: number; ownChanges: number },
  room: Pick<Room, 'items' | 'ownChanges'>,
  limit: number,
  windowMs: number,
): number {
  const windows = (wanted: number, perWindow: number): number =>
    wanted <= 0 ? 0 : Math.ceil(wanted / perWindow);
  const own = windows(asked.ownChanges - room.ownChanges, Math.floor(limit * ownChangeShare));
  return Math.max(own, windows(asked.items - room.items, limit)) * windowMs;
}

/** When so many have left that the spent fall below the limit again: a lowered limit needs more than the oldest to go. */
function firstRoomAt(inside: readonly Spend[], excess: number, windowMs: number): number | null {
  const settled = inside.flatMap(({ at, amount }) => (at === null ? [] : [{ at, amount }]));
  let left = 0;
  for (const { at, amount } of settled.sort((a, b) => a.at - b.at)) {
    left += amount;
    if (left > excess) return at + windowMs + windowMarginMs;
  }
  return null;
}
