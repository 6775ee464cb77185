/** Growth of waits between attempts. */
export interface Backoff {
  baseMs: number;
  capMs: number;
}

/** After an unknown outcome or an unreachable portal. */
export const requestBackoff: Backoff = { baseMs: 1000, capMs: 15 * 60_000 };

/** GET /batches/{id} while the portal works on it (SEMANTICS 6). */
export const batchBackoff: Backoff = { baseMs: 1000, capMs: 5 * 60_000 };

/**
 * Full jitter: anywhere between nothing and the doubled, capped wait, so that many clients do not return together.
 * @param attempt 0 for the first retry
 * @param fraction in [0, 1), from `Random`
 */
export function jitteredWaitMs(attempt: number, fraction: number, backoff: Backoff): number {
  return Math.floor(steadyWaitMs(attempt, backoff) * fraction);
}

/** The doubled, capped wait itself, for asking one portal about one thing. */
export function steadyWaitMs(attempt: number, backoff: Backoff): number {
  // Beyond 2^30 every sensible cap is reached, and the power no longer fits.
  return Math.min(backoff.capMs, backoff.baseMs * 2 ** Math.min(Math.max(attempt, 0), 30));
}
