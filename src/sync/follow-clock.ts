import type { Clock } from '../platform/clock.js';
import { watchSteps } from '../platform/clock-steps.js';
import type { Log } from '../platform/log.js';
import type { Store } from '../store/store.js';

/**
 * Notices that somebody set this machine's clock, and lets the ledgers follow: an hour that did not go by frees no item; what is too
 * small for a step the windows' margin covers. What was due soon stays due soon where it was set back. Asked before each look at what is
 * due and before each request.
 */
export function createClockFollower(deps: {
  store: Pick<Store, 'spend' | 'setBack'>;
  clock: Clock;
  log: Log;
}): () => Promise<void> {
  const { store, clock, log } = deps;
  const stepOf = watchSteps(clock);
  return async () => {
    const jumpedMs = stepOf();
    if (jumpedMs === 0) return;
    log.warn('the clock of this machine was set', { by_ms: jumpedMs });
    await store.spend.shift(jumpedMs);
    if (jumpedMs < 0) await store.setBack(jumpedMs);
  };
}
