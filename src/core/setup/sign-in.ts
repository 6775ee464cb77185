const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A session ends when nothing was asked for so long, and in any case after a working day. */
export const sessionLimits = { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs } as const;

/** A browser is known for so long after its last sign-in; of each account the newest so many are. */
export const browserLimits = { knownMs: 180 * dayMs, most: 20 } as const;

/** Failures are forgotten after so long without another one; there are never more counters than this. */
export const failureLimits = { forgottenMs: hourMs, most: 20_000 } as const;

/** So many failures cost nothing; each further one doubles the wait, up to a bound. */
export interface Patience {
  free: number;
  firstMs: number;
  mostMs: number;
}

/**
 * By what failed sign-ins are counted. One name may be guessed at from many addresses: its wait is short, so that its owner comes
 * in all the same. Behind one address there may be an office. A browser that signed in before counts by itself alone.
 */
export const patience = {
  name: { free: 10, firstMs: secondMs, mostMs: 30 * secondMs },
  nameFromAddress: { free: 5, firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
  address: { free: 50, firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
  browser: { free: 10, firstMs: 5 * secondMs, mostMs: 5 * minuteMs },
} as const satisfies Record<string, Patience>;

/** How long until the next try is judged; 0: now. After a clock that was set back it is 0. */
export function waitMs(
  counted: { failures: number; at: number } | undefined,
  { free, firstMs, mostMs }: Patience,
  now: number,
): number {
  if (counted === undefined || counted.failures < free || counted.at > now) return 0;
  const doublings = Math.min(counted.failures - free, 30);
  return Math.max(0, counted.at + Math.min(mostMs, firstMs * 2 ** doublings) - now);
}

/** Before which time what the store keeps of sign-ins is over. */
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
