import type { Clock } from './clock.js';

/** Smaller steps are an ordinary correction of the clock. */
const stepMsMin = 500;

/**
 * Tells by how many milliseconds a clock was set since it was asked last, 0: not at all. So does a machine that was asleep: the clock that
 * nobody sets stands still in it.
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
