import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleet } from '../soak/fleet.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { repetitions } from '../support/repetitions.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const size = {
  feeds: repetitions({ tests: 5, soak: 8 }),
  listings: 6,
  workers: 3,
  servers: repetitions({ tests: 1, soak: 2 }),
  blows: repetitions({ tests: 5, soak: 8 }),
};

describe('several processes on one store', () => {
  it('keep every promise though now one is killed, one stands still, and the store is out of reach', async () => {
    // With this seed a worker and a server are killed, two stand still, and a feed changes before each blow.
    const { ok, message } = await fleet({ database: server, ...size, times: 10, seed: 40 });
    expect(ok, message).toBe(true);
  }, 180_000);
});
