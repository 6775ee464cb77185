import type { Spend, SpendWindow } from './model.js';

/** Spends kept one by one, even after they leave the window, so that staff and tests can read them. More spends than this are summed up. */
const spendsMax = 4_000;
/** Slices of one window, when more than `spendsMax` spends are summed up to one spend per slice. */
const slicesOfWindow = 1_000;

export function createSpendWindow(): SpendWindow {
  return { spends: [] };
}

/**
 * Seconds until `count` more fit into the window; 0 if they fit now. A count above the limit never fits: the result is then a
 * whole window.
 */
export function secondsUntilRoom(
  { spends }: SpendWindow,
  count: number,
  { limit, windowSeconds }: { limit: number; windowSeconds: number },
  now: number,
): number {
  const windowMs = windowSeconds * 1000;
  let excess = count - limit;
  let first = spends.length;
  for (let spend = spends[first - 1]; spend && now - spend.at < windowMs; spend = spends[first - 1]) {
    excess += spend.count;
    first--;
  }
  if (excess <= 0) return 0;
  for (let spend = spends[first]; spend; spend = spends[++first]) {
    excess -= spend.count;
    if (excess <= 0) return Math.max(1, Math.ceil((spend.at + windowMs - now) / 1000));
  }
  return windowSeconds;
}

/** Adds a spend to the window. @returns the entry, whose `count` the caller may lower later, if less was spent in the end */
export function spend(window: SpendWindow, count: number, at: { now: number; windowSeconds: number }): Spend {
  const entry = { at: at.now, count };
  if (window.spends.length >= spendsMax) window.spends = condensed(window.spends, at);
  window.spends.push(entry);
  return entry;
}

/** The spends in the window, summed up per slice. A slice counts in full until the last of its spends leaves the window. */
function condensed(spends: readonly Spend[], at: { now: number; windowSeconds: number }): Spend[] {
  const windowMs = at.windowSeconds * 1000;
  const sliceMs = Math.ceil(windowMs / slicesOfWindow);
  const slices = new Map<number, Spend>();
  for (const { at: spentAt, count } of spends) {
    if (at.now - spentAt >= windowMs) continue;
    const slice = Math.floor(spentAt / sliceMs);
    slices.set(slice, { at: spentAt, count: (slices.get(slice)?.count ?? 0) + count });
  }
  return [...slices.values()];
}
