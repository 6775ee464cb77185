/** Exponential backoff: the wait starts at `firstMs` and doubles after each failure, up to `mostMs`. */
export interface Backoff {
  firstMs: number;
  mostMs: number;
  /** Jitter: the random share of each wait, from 0 (none) to 1 (all), so that clients do not retry together. */
  chance?: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Every backoff of feedsync. Delays that the specification lists one by one are tables beside the code that uses them. */
export const backoffs = {
  /** Portal requests of one connection, after an unknown outcome, a refusal or no reply. */
  portal: { firstMs: 2000, mostMs: 15 * minuteMs, chance: 1 },
  /** Polling a batch that the portal still processes. */
  runningBatch: { firstMs: 1000, mostMs: 5 * minuteMs },
  /** Checking whether a paused connection was resumed. */
  pausedConnection: { firstMs: 5000, mostMs: 15 * minuteMs },
  /** Fetching the portal's vocabulary while none is stored, so that nothing can be mapped. */
  firstReference: { firstMs: minuteMs, mostMs: 15 * minuteMs },
  /** Polling a failing feed. A feed with a shorter poll interval starts at that interval. */
  poll: { firstMs: 15 * minuteMs, mostMs: hourMs, chance: 0.5 },
  /** A failed job without a retry time of its own. */
  job: { firstMs: minuteMs, mostMs: hourMs },
  /** Reading the feed of an agency in setup, after an exception. */
  agencyReading: { firstMs: minuteMs, mostMs: hourMs },
  /** A lane in which workers died. */
  lane: { firstMs: minuteMs, mostMs: hourMs },
  /** Mails and webhook messages that were not accepted. */
  notice: { firstMs: minuteMs, mostMs: hourMs },
} as const satisfies Readonly<Record<string, Backoff>>;

/** Most doublings of a wait. After so many, every wait has reached its cap, and the power of two still fits in a number. */
const doublingsMax = 30;

/**
 * The wait before the next try, in milliseconds.
 * @param failures consecutive failures, at least 1
 * @param fraction in [0, 1), from `Random`; without effect if the backoff has no jitter
 */
export function backoffMs(failures: number, backoff: Backoff, fraction = 0): number {
  const { firstMs, mostMs, chance = 0 } = backoff;
  const doublings = Math.min(Math.max(failures - 1, 0), doublingsMax);
  const longest = Math.min(firstMs * 2 ** doublings, mostMs);
  return Math.ceil(longest * (1 - chance * (1 - fraction)));
}

/**
 * The wait for a process whose tries are not counted: as long as the process has lasted so far, so that waits double.
 * @param lastedMs negative after the clock was set back
 */
export function waitAsLongAgain(lastedMs: number, { firstMs, mostMs }: Backoff): number {
  return Math.min(Math.max(lastedMs, firstMs), mostMs);
}
