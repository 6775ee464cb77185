import type { Clock } from './clock.js';

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
/** Between a machine's two clocks: smaller steps are an ordinary correction. */
const stepMsMin = 500;

/** @param readTime epoch milliseconds of the shared clock */
export function createSharedClock(own: Clock, readTime: () => Promise<number>): SharedClock {
  let offset = own.now() - own.elapsed();
  let readAt = -Infinity;
  const difference = (): number => own.now() - own.elapsed();
  let known = difference();
  const follow = async (): Promise<void> => {
    const before = own.elapsed();
    const time = await readTime();
    readAt = own.elapsed();
    known = difference();
    // The answer is as old as half of its way.
    offset = time - (before + readAt) / 2;
  };
  return {
    now: () => Math.round(offset + own.elapsed()),
    elapsed: () => own.elapsed(),
    sleep: (ms, signal) => own.sleep(ms, signal),
    follow,
    async followSeldom() {
      // The clock that nobody sets stands still in a machine that is asleep.
      const hasStepped = Math.abs(difference() - known) >= stepMsMin;
      if (hasStepped || own.elapsed() - readAt >= readEveryMs) await follow().catch(() => undefined);
    },
  };
}
