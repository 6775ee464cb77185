/** How waits between tries grow: the first one, doubled after each failure, up to the longest. */
export interface Backoff {
  firstMs: number;
  mostMs: number;
  /** The share of each wait that is left to chance, so that many clients do not return together: 0 none, 1 all of it. */
  chance?: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Every backoff of feedsync. Distances that the specification lists one by one stay tables beside what uses them. */
export const backoffs = {
  /** Requests to the portal of one connection, after an unknown outcome, a refusal or no answer. */
  portal: { firstMs: 2000, mostMs: 15 * minuteMs, chance: 1 },
  /** Asking what became of a batch that the portal works on. */
  runningBatch: { firstMs: 1000, mostMs: 5 * minuteMs },
  /** Asking whether a paused connection was resumed. */
  pausedConnection: { firstMs: 5000, mostMs: 15 * minuteMs },
  /** Asking for the portal's words while none are known, so that nothing can be mapped. */
  firstReference: { firstMs: minuteMs, mostMs: 15 * minuteMs },
  /** Polls of a feed that fails; a feed that is polled more often begins at its own interval. */
  poll: { firstMs: 15 * minuteMs, mostMs: hourMs, chance: 0.5 },
  /** A job that failed in a way that nothing else waits for. */
  job: { firstMs: minuteMs, mostMs: hourMs },
  /** Reading the feed of an agency that is set up, after an exception. */
  agencyReading: { firstMs: minuteMs, mostMs: hourMs },
  /** A lane whose workers died in it. */
  lane: { firstMs: minuteMs, mostMs: hourMs },
  /** Mails and messages that were not taken. */
  notice: { firstMs: minuteMs, mostMs: hourMs },
} as const satisfies Readonly<Record<string, Backoff>>;

/** Every wait has reached its cap by then, and the power still fits in a number. */
const doublingsMax = 30;

/**
 * How long to wait before the next try.
 * @param failures in a row, the last one included: the first wait is the one after 1
 * @param fraction in [0, 1), from `Random`; of no effect where nothing is left to chance
 */
export function backoffMs(failures: number, backoff: Backoff, fraction = 0): number {
  const { firstMs, mostMs, chance = 0 } = backoff;
  const doublings = Math.min(Math.max(failures - 1, 0), doublingsMax);
  const longest = Math.min(firstMs * 2 ** doublings, mostMs);
  return Math.ceil(longest * (1 - chance * (1 - fraction)));
}

/**
 * The same growth where tries are not counted, for something that is under way since a known time: as long again as it has lasted.
 * @param lastedMs below zero after the clock was set back
 */
export function waitAsLongAgain(lastedMs: number, { firstMs, mostMs }: Backoff): number {
  return Math.min(Math.max(lastedMs, firstMs), mostMs);
}
