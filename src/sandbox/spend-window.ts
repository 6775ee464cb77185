import type { Spend, SpendWindow } from './model.js';

/** Spends kept for reading, older than any window: enough for a test, flat for a long run. */
const spendsMax = 10_000;

export function createSpendWindow(): SpendWindow {
  return { spends: [] };
}

/** Seconds until `count` more would fit, or 0 when they fit now. More than the limit never fits: then a whole window. */
export function secondsUntilRoom(
  window: SpendWindow,
  count: number,
  limits: { limit: number; windowSeconds: number },
  now: number,
): number {
  const windowMs = limits.windowSeconds * 1000;
  const within = window.spends.slice(window.spends.findLastIndex((spend) => now - spend.at >= windowMs) + 1);
  let excess = within.reduce((sum, spend) => sum + spend.count, 0) + count - limits.limit;
  if (excess <= 0) return 0;
  for (const spend of within) {
    excess -= spend.count;
    if (excess <= 0) return Math.max(1, Math.ceil((spend.at + windowMs - now) / 1000));
  }
  return limits.windowSeconds;
}

/** The entry stays in the caller's hand: what turns out not to count is taken off it. */
export function spend(window: SpendWindow, count: number, now: number): Spend {
  const entry = { at: now, count };
  window.spends.push(entry);
  if (window.spends.length > spendsMax) window.spends.splice(0, spendsMax / 2);
  return entry;
}
