import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleet } from '../soak/fleet.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

describe('several processes on one store', () => {
  it('keep every promise though now one is killed, one stands still, and the store is out of reach', async () => {
    const size = { feeds: 8, listings: 6, workers: 3, servers: 2, blows: 8, times: 5 };
    const { ok, message } = await fleet({ database: server, ...size, seed: 7 });
    expect(ok, message).toBe(true);
  }, 180_000);
});
