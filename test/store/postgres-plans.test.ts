import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueHints } from '../../src/store/upkeep/due.js';
import { openStore } from '../../src/store/open-store.js';
import { postgresDatabase, type PostgresDatabase } from '../../src/store/postgres/postgres-database.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { now } from './builders.js';

let server: PostgresServer;
let database: PostgresDatabase;
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.newStore();
  await (
    await openStore(url, { clock: { now: () => now, elapsed: () => now, sleep: async () => undefined } })
  ).close();
  database = postgresDatabase(url, { readOnly: true, exclusive: false, holder: null });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

it('finds what is due by indexes, each of which serves its part', async () => {
  const question = { now, rereadMs: 2, certifyingRereadMs: 1, aheadMs: 3, quotaCodes: ['quota_exceeded'] };
  const plan = await database.db.connection().execute(async (connection) => {
    // Small tables are read whole wherever that is possible.
    await sql`set enable_seqscan = off`.execute(connection);
    const { rows } = await sql<Record<string, string>>`explain ${dueHints(question)}`.execute(connection);
    return rows.map((row) => Object.values(row).join()).join('\n');
  });
  expect(plan).not.toContain('Seq Scan');
  for (const index of ['connection_read', 'connection_outcomes', 'connection_reconcile', 'feed_due'])
    expect(plan).toContain(` ${index} `);
  for (const index of ['batch_due', 'outbox_due', 'listing_retry', 'listing_refused'])
    expect(plan).toContain(` ${index} `);
});
