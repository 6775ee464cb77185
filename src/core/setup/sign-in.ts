const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A session ends after half an hour without a request, and in any case after 12 hours. */
export const sessionLimits = { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs } as const;

/** A browser is remembered for 180 days after its last sign-in; per account, the newest 20 browsers. */
export const browserLimits = { knownMs: 180 * dayMs, most: 20 } as const;

/** A failure counter is dropped an hour after its last failure; there are at most 20,000 counters. */
export const failureLimits = { forgottenMs: hourMs, most: 20_000 } as const;

/** `free` failures have no wait; each further one doubles the wait, from `firstMs` up to `mostMs`. */
export interface Patience {
  free: number;
  firstMs: number;
  mostMs: number;
}

/**
 * The counters of failed sign-ins. A name may be attacked from many addresses: its wait is short, so that its owner can still sign in. An
 * address may belong to a whole office. A browser that signed in before has only its own counter.
 */
export const patience = {
  name: { free: 10, firstMs: secondMs, mostMs: 30 * secondMs },
  nameFromAddress: { free: 5, firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
  address: { free: 50, firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
  browser: { free: 10, firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
} as const satisfies Record<string, Patience>;

/** The wait before the next try is accepted; 0: none. Also 0 if the clock was set back. */
export function waitMs(
  counted: { failures: number; at: number } | undefined,
  { free, firstMs, mostMs }: Patience,
  now: number,
): number {
  if (counted === undefined || counted.failures < free || counted.at > now) return 0;
  const doublings = Math.min(counted.failures - free, 30);
  return Math.max(0, counted.at + Math.min(mostMs, firstMs * 2 ** doublings) - now);
}

/** For each kind of stored sign-in data, the time before which it has expired. */
export function signInsOver(now: number): {
  sessionsSeen: number;
  sessionsCreated: number;
  failures: number;
  browsers: number;
  now: number;
} {
  return {
    sessionsSeen: now - sessionLimits.idleMs,
    sessionsCreated: now - sessionLimits.absoluteMs,
    failures: now - failureLimits.forgottenMs,
    browsers: now - browserLimits.knownMs,
    now,
  };
}
