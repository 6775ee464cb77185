import { describe, expect, it } from 'vitest';
import { repetitions } from '../support/repetitions.js';
import { upgradeMistakes } from './upgrade-mistakes.js';
import { upgradeStore } from './upgrade.js';

/** In the first one a table is written anew within a few hours. */
const seeds = Array.from({ length: repetitions({ tests: 1, soak: 20 }) }, (_, index) => 6 + index);
const hours = repetitions({ tests: 5, soak: 14 });

describe('a store of 0.1.0 under this release, in a night with trouble', { timeout: 180_000 }, () => {
  it.each(seeds)('keeps what visitors see, and opens no hold: seed %i', async (seed) => {
    expect((await upgradeStore(seed, { hours })).violations).toEqual([]);
  });

  it.each(seeds)(
    'goes over to new mappings within the share, and asks once for a feed: seed %i',
    async (seed) => {
      const { violations, sent } = await upgradeStore(seed, { hours, mappingsAfter: 2 });
      expect(violations).toEqual([]);
      expect(sent).toBeGreaterThan(0);
    },
  );

  it.each(Object.entries(upgradeMistakes))('%s: is found', async (_name, { plant, seed, within, breaks }) => {
    const { violations } = await upgradeStore(seed, { ...within, plant });
    expect(violations[0] ?? 'nothing is broken').toMatch(breaks);
  });
});
