import type { Clock } from './clock.js';
import { watchSteps } from './clock-steps.js';

/** A clock that several machines share. It extrapolates from the shared time last read, independently of this machine's wall clock. */
export interface SharedClock extends Clock {
  /** Reads the shared time. */
  follow(): Promise<void>;
  /**
   * Reads the shared time if the last read is older than 30 s, or if this machine slept or its clock was set since. If reading fails, the
   * clock continues unchanged.
   */
  followSeldom(): Promise<void>;
}

const readEveryMs = 30_000;

/** @param readTime returns epoch milliseconds of the shared clock */
export function createSharedClock(own: Clock, readTime: () => Promise<number>): SharedClock {
  let offset = own.now() - own.elapsed();
  let readAt = -Infinity;
  const stepOf = watchSteps(own);
  const follow = async (): Promise<void> => {
    const before = own.elapsed();
    const time = await readTime();
    readAt = own.elapsed();
    // The time was taken about half a round trip ago.
    offset = time - (before + readAt) / 2;
  };
  return {
    now: () => Math.round(offset + own.elapsed()),
    elapsed: () => own.elapsed(),
    sinceBoot: () => own.sinceBoot?.() ?? null,
    sleep: (ms, signal) => own.sleep(ms, signal),
    follow,
    async followSeldom() {
      // `readAt` stays at -Infinity until a read succeeds, so that each call tries again.
      if (stepOf() !== 0) readAt = -Infinity;
      if (own.elapsed() - readAt >= readEveryMs) await follow().catch(() => undefined);
    },
  };
}
