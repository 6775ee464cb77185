import { describe, expect, it } from 'vitest';
import { causes, type CauseName } from './causes.js';
import { simulate } from './simulation.js';

/** `FEEDSYNC_SEED=17` runs that one alone and tells its story. */
const wanted = Number(process.env.FEEDSYNC_SEED ?? 0);

/** Every run of the tests goes through two hundred seeds, in two files, so that two processors share them. */
export function simulateSeeds(first: number, count: number): void {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const counts = new Map<string, number>(Object.keys(causes).map((cause) => [cause, 0]));
  const add = (judged: ReadonlyMap<CauseName, number>): void => {
    for (const [cause, times] of judged) counts.set(cause, (counts.get(cause) ?? 0) + times);
  };
  describe('days of trouble, one that lasts, and then quiet', () => {
    it.each(wanted === 0 ? seeds : [wanted])('keep every promise: seed %i', async (seed) => {
      const { violations, story, judged } = await simulate(seed, { hours: 6, quietHours: 26, spells: true });
      add(judged);
      if (wanted !== 0) process.stdout.write(`${story.join('\n')}\n`);
      expect(violations, `FEEDSYNC_SEED=${seed} tells its story`).toEqual([]);
    });

    it.skipIf(wanted !== 0)('brought about each cause of what is behind, and a sentence named it', () => {
      const lines = [...counts].map(([cause, times]) => `${String(times).padStart(5)}  ${cause}`);
      process.stdout.write(`Sentences that were judged:\n${lines.join('\n')}\n`);
      expect([...counts].flatMap(([cause, times]) => (times === 0 ? cause : []))).toEqual([]);
    });
  });
}
