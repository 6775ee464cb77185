import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../support/repetitions.js';
import { simulate } from './simulation.js';
import type { SimulationOptions } from './simulated.js';

/** `FEEDSYNC_SEED=17` runs that one alone and tells its story. */
const wanted = Number(process.env.FEEDSYNC_SEED ?? 0);
/** In many days some need longer until all has come right. */
const quietHours = repetitions({ tests: 8, soak: 26 });
const within: SimulationOptions = { contents: true, hours: 8, quietHours };
const seeds = Array.from({ length: repetitions({ tests: 1, soak: 100 }) }, (_, index) => 1 + index);

describe('days on which people write states, prices, currencies and photos, and hosts serve parts and old files', () => {
  it.each(wanted === 0 ? seeds : [wanted])('show nothing wrong without an answer: seed %i', async (seed) => {
    const { violations, story } = await simulate(seed, within);
    if (wanted !== 0) process.stdout.write(`${story.join('\n')}\n`);
    expect(violations, `FEEDSYNC_SEED=${seed} tells its story`).toEqual([]);
  });
});

/** In these a job hangs until it is given up, and its files are removed meanwhile. */
const hanging: readonly (readonly [number, SimulationOptions])[] = [
  [118, { hours: 6, quietHours: 2, spells: true }],
  [1, within],
];

describe('a seed', () => {
  it.each(hanging.slice(0, repetitions({ tests: 1, soak: hanging.length })))(
    'tells the same story in another process, however slow the disk is: %i',
    { timeout: 300_000 },
    async (seed, options) => {
      const file = join(import.meta.dirname, 'tell-story.ts');
      const elsewhere = execFileSync(process.execPath, [
        '--import',
        'tsx',
        file,
        String(seed),
        JSON.stringify(options),
      ]);
      const { story } = await simulate(seed, options);
      expect(elsewhere.toString()).toBe(createHash('sha256').update(story.join('\n')).digest('hex'));
    },
  );
});
