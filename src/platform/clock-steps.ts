import type { Clock } from './clock.js';

/** A smaller step is not reported: it is an ordinary correction of the clock. */
const stepMsMin = 500;

/**
 * Returns a function that reports by how many milliseconds the clock was set since it last reported that; 0: not set. A difference of less
 * than `stepMsMin` is not reported, but adds to the next one. Sleep of the machine looks like a clock that was set ahead, because the
 * monotonic clock stops.
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
