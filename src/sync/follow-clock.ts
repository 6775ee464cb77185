import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log.js';
import type { Store } from '../store/store.js';

/** Smaller steps are an ordinary correction of the clock; the windows' margin covers them. */
const jumpMsMin = 500;

/**
 * Notices that somebody set this machine's clock, and lets the ledgers follow: an hour that did not go by frees no item. What was due
 * soon stays due soon where it was set back. Asked before each look at what is due and before each request.
 */
export function createClockFollower(deps: {
  store: Pick<Store, 'spend' | 'setBack'>;
  clock: Clock;
  log: Log;
}): () => Promise<void> {
  const { store, clock, log } = deps;
  const difference = (): number => clock.now() - clock.elapsed();
  let known = difference();
  return async () => {
    const jumpedMs = Math.round(difference() - known);
    if (Math.abs(jumpedMs) < jumpMsMin) return;
    known += jumpedMs;
    log.warn('the clock of this machine was set', { by_ms: jumpedMs });
    await store.spend.shift(jumpedMs);
    if (jumpedMs < 0) await store.setBack(jumpedMs);
  };
}
