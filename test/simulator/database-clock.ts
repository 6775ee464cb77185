import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { SimTime } from './sim-time.js';

export interface DatabaseClock {
  /** The store, for whoever shall see the simulated time there. */
  readonly address: string;
  close(): void;
}

/**
 * The clock of a store in PostgreSQL follows the simulated one: a `clock_timestamp` of the store's own schema stands before the server's
 * in the search path, and reads a file that is written whenever time passes. Outside of transactions, so that one that lasts sees time pass.
 * @param skewMs how far the server's clock is from the right time
 */
export async function followSimTime(store: string, time: SimTime, skewMs: number): Promise<DatabaseClock> {
  const url = new URL(store);
  const [, schema = ''] = /search_path=(\w+)$/.exec(url.searchParams.get('options') ?? '') ?? [];
  const path = join(url.searchParams.get('host') ?? '', `${schema}.clock`);
  const file = openSync(path, 'w', 0o644);
  const write = (now: number): void => void writeSync(file, String(now), 0);
  write(time.now);
  time.onAdvance = write;
  const client = new pg.Client({ connectionString: store });
  await client.connect();
  try {
    await client.query(`create function ${schema}.clock_timestamp() returns timestamptz language sql volatile as $$
      select pg_catalog.to_timestamp((pg_catalog.pg_read_file('${path}')::bigint + ${skewMs}) / 1000.0) $$`);
  } finally {
    await client.end();
  }
  url.searchParams.set('options', `-c search_path=${schema},pg_catalog`);
  return {
    address: url.href,
    close() {
      time.onAdvance = () => undefined;
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}
