import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { repetitions } from '../support/repetitions.js';
import { simulate } from './simulation.js';
import { knownOfWorkers, workerMistakes } from './worker-mistakes.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

describe('days of trouble on PostgreSQL, where death is a line that is cut', () => {
  it.each([11, 4].slice(0, repetitions({ tests: 1, soak: 2 })))(
    'keep every promise: seed %i',
    async (seed) => {
      const store = await server.newStore();
      const { violations, story } = await simulate(seed, { hours: 6, quietHours: 26, store });
      expect(violations, story.join('\n')).toEqual([]);
    },
  );
});

describe('days of trouble of several workers on one store', () => {
  it.each([301])('keep every promise: seed %i', async (seed) => {
    const store = await server.newStore();
    const { violations, story } = await simulate(seed, { hours: 6, quietHours: 26, store, workers: 3 });
    expect(violations, story.join('\n')).toEqual([]);
  });

  it('have mistakes of their own, and a known seed for each', () => {
    expect(Object.keys(knownOfWorkers).sort()).toEqual(Object.keys(workerMistakes).sort());
  });

  // The server's own processes have a say in who comes first: one go at a seed may miss it, and so may all at a seed that became a bad one.
  it.each(Object.entries(knownOfWorkers))(
    'find who %s',
    { timeout: 300_000 },
    async (name, { seed, within, breaks }) => {
      const plant = workerMistakes[name];
      const seeds = Array.from({ length: 8 }, (_, index) => seed + index);
      const found: string[] = [];
      for (const next of seeds.flatMap((one) => [one, one, one])) {
        if (found.some((what) => breaks.test(what))) break;
        const store = await server.newStore();
        found.push(...(await simulate(next, { ...within, store, ...(plant && { plant }) })).violations);
      }
      expect(found.join('\n')).toMatch(breaks);
    },
  );
});
