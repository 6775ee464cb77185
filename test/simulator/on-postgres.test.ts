import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { simulate } from './simulation.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

describe('days of trouble on PostgreSQL, where death is a line that is cut', () => {
  it.each([4, 5, 6, 11])('keep every promise: seed %i', async (seed) => {
    const store = await server.newStore();
    const { violations, story } = await simulate(seed, { hours: 6, quietHours: 26, store });
    expect(violations, story.join('\n')).toEqual([]);
  });
});
