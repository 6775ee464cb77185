import { markEveryMs, type ClockMark } from '../../core/schedule/clock-change.js';
import type { Clock } from '../../platform/clock.js';
import { watchSteps } from '../../platform/clock-steps.js';
import type { Log } from '../../platform/log/log.js';
import type { Random } from '../../platform/random.js';
import type { Store } from '../../store/store.js';

/**
 * Keeps the store's clock mark up to date and has the store corrected when the system clock was set, during this process or before it.
 * Runs before each check for due work and before each request; most calls return at once.
 */
export function createClockFollower(deps: {
  store: Pick<Store, 'clock'>;
  clock: Clock;
  random: Random;
  log: Log;
}): () => Promise<void> {
  const { store, clock, random, log } = deps;
  const stepOf = watchSteps(clock);
  const own = `process ${Buffer.from(random.bytes(8)).toString('hex')}`;
  let markedAt = -Infinity;

  function steady(): ClockMark['steady'] {
    const boot = clock.sinceBoot?.() ?? null;
    return boot === null
      ? { id: own, ms: clock.elapsed(), countsSleep: false }
      : { ...boot, countsSleep: true };
  }

  return async () => {
    if (stepOf() === 0 && clock.elapsed() - markedAt < markEveryMs) return;
    markedAt = clock.elapsed();
    const { setByMs, isExact } = await store.clock.follow({ at: clock.now(), steady: steady() });
    if (setByMs !== 0) log.warn('the clock of this machine was set', { by_ms: setByMs, at_least: !isExact });
  };
}
