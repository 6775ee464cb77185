import type { Clock } from './clock.js';

/** A smaller step is not reported: it is an ordinary correction of the clock. */
const stepMsMin = 500;

/**
 * Returns a function that reports by how many milliseconds the clock was set since its last call; 0: not set. Sleep of the machine looks
 * like a clock that was set ahead, because the monotonic clock stops.
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
