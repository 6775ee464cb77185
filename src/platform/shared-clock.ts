import type { Clock } from './clock.js';
import { watchSteps } from './clock-steps.js';

/** A clock that several machines share: what it says follows from the shared time as it was read last, whatever this machine's clock says. */
export interface SharedClock extends Clock {
  /** Reads the shared time. */
  follow(): Promise<void>;
  /**
   * The same, where it was read a while ago, or where this machine was asleep or its clock set since. Where it cannot be read, the clock
   * goes on as it is.
   */
  followSeldom(): Promise<void>;
}

const readEveryMs = 30_000;

/** @param readTime epoch milliseconds of the shared clock */
export function createSharedClock(own: Clock, readTime: () => Promise<number>): SharedClock {
  let offset = own.now() - own.elapsed();
  let readAt = -Infinity;
  const stepOf = watchSteps(own);
  const follow = async (): Promise<void> => {
    const before = own.elapsed();
    const time = await readTime();
    readAt = own.elapsed();
    // The answer is as old as half of its way.
    offset = time - (before + readAt) / 2;
  };
  return {
    now: () => Math.round(offset + own.elapsed()),
    elapsed: () => own.elapsed(),
    sinceBoot: () => own.sinceBoot?.() ?? null,
    sleep: (ms, signal) => own.sleep(ms, signal),
    follow,
    async followSeldom() {
      // Until it is read: the first try may fail.
      if (stepOf() !== 0) readAt = -Infinity;
      if (own.elapsed() - readAt >= readEveryMs) await follow().catch(() => undefined);
    },
  };
}
