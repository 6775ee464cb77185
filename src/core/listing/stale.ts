import type { Millis } from '../../model/millis.js';

const dayMs = 86_400_000;

/** Before which an ad was last touched if it is stale: a sale after a year, a rental after 90 days. */
export function staleBefore(now: Millis): { sale: Millis; rent: Millis } {
  return { sale: now - 365 * dayMs, rent: now - 90 * dayMs };
}
