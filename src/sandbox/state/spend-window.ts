import type { Spend, SpendWindow } from './model.js';

/** Spends kept one by one, also those older than any window: enough for a test and a person, flat for a long run. */
const spendsMax = 4_000;
/** Parts of a window that longer memories are summed up in. */
const slicesOfWindow = 1_000;

export function createSpendWindow(): SpendWindow {
  return { spends: [] };
}

/** Seconds until `count` more would fit, or 0 when they fit now. More than the limit never fits: then a whole window. */
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

/** The entry stays in the caller's hand: what turns out not to count is taken off it. */
export function spend(window: SpendWindow, count: number, at: { now: number; windowSeconds: number }): Spend {
  const entry = { at: at.now, count };
  if (window.spends.length >= spendsMax) window.spends = condensed(window.spends, at);
  window.spends.push(entry);
  return entry;
}

/** What lies in the window, summed up by slices: each counts until its last spend leaves the window, and whole from now on. */
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
