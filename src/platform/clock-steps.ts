import type { Clock } from './clock.js';

/** Smaller steps are an ordinary correction of the clock. */
const stepMsMin = 500;

/**
 * By how many milliseconds a clock was set since the last call, 0: not at all. A machine that was asleep reads like one whose clock was set
 * ahead: the steady clock stands still in it.
 */
export function watchSteps(clock: Clock): () => number {
  const difference = (): number => clock.now() - clock.elapsed();
  let known = difference();
  return () => {
    const stepMs = Math.round(difference() - known);
    if (Math.abs(stepMs) < stepMsMin) return 0;
    known += stepMs;
    return stepMs;
  };
}
