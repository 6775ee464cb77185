import { describe, expect, it } from 'vitest';
import { simulate } from './simulation.js';

/** `FEEDSYNC_SEED=17` runs that one alone and tells its story. */
const wanted = Number(process.env.FEEDSYNC_SEED ?? 0);

/** Every run of the tests goes through two hundred seeds, in two files, so that two processors share them. */
export function simulateSeeds(first: number, count: number): void {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  describe('days of trouble, and then quiet', () => {
    it.each(wanted === 0 ? seeds : [wanted])('keep every promise: seed %i', async (seed) => {
      const { violations, story } = await simulate(seed, { hours: 6, quietHours: 26 });
      if (wanted !== 0) process.stdout.write(`${story.join('\n')}\n`);
      expect(violations, `FEEDSYNC_SEED=${seed} tells its story`).toEqual([]);
    });
  });
}
