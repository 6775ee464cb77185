import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openApp, systemSeams } from '../../src/assemble.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import type { Config } from '../../src/config/schema.js';
import { systemRandom } from '../../src/platform/random.js';
import { syncRound } from '../../src/sync/sync-round.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { cloneFirstFeed, postgresRows, sqliteRows, type Rows } from './clone-feed.js';
import { startWorld, type World } from './world-process.js';

export type StoreKind = 'sqlite' | 'postgres';

export interface ManyFeedsShape {
  kind: StoreKind;
  feeds: number;
  listingsOfFeed: number;
}

/** Feeds of as many connections that are known and unchanged, with their listings on the portal. */
export interface ManyFeeds {
  configFile: string;
  /** Of the store, beside whoever works on it. */
  rows: Rows;
  world: World;
  postgres: PostgresServer | null;
  /** Another store from now on. */
  configure(store: string): void;
  /** What the store's files take. */
  bytes(): Promise<number>;
  remove(): Promise<void>;
}

/**
 * The first feed is read and pushed as in life, against a sandbox; the other feeds of the store are copied from it by SQL, so that a
 * million listings are there in minutes. The portal knows only those of the first.
 */
export async function openManyFeeds({ kind, feeds, listingsOfFeed }: ManyFeedsShape): Promise<ManyFeeds> {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-bench-many-'));
  const postgres = kind === 'postgres' ? await startPostgres() : null;
  const store = postgres === null ? `sqlite:${join(folder, 'feedsync.db')}` : await postgres.newStore();
  const keys = generateKeyPair(systemRandom);
  const world = await startWorld({ publicKeyPem: keys.publicKeyPem, feeds, listingsOfFeed });
  writeFileSync(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
  const configFile = join(folder, 'feedsync.json');
  const write = (count: number, on = store): void =>
    writeFileSync(configFile, JSON.stringify(configOf({ folder, world, store: on, count })));
  write(1);
  await syncFirst(configFile);
  write(feeds);
  await (await openApp(await read(configFile), systemSeams())).close();
  const rows = postgres === null ? sqliteRows(join(folder, 'feedsync.db')) : postgresRows(store);
  await cloneFirstFeed(rows);
  return {
    ...{ configFile, rows, world, postgres },
    configure: (on) => write(feeds, on),
    async bytes() {
      if (postgres === null) return statSync(join(folder, 'feedsync.db')).size;
      const [row] = await rows.all(`select sum(pg_total_relation_size(oid))::bigint as bytes from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'`);
      return Number(row?.bytes);
    },
    async remove() {
      await rows.close();
      world.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nothing is due by itself while something is measured: schedules lie half a day ahead. */
function configOf(of: { folder: string; world: World; store: string; count: number }): object {
  const { folder, world, store, count } = of;
  const farHour = (new Date().getUTCHours() + 12) % 24;
  return {
    portal: {
      base_url: `${world.portal}/v1`,
      key_id: world.keyId,
      private_key_file: join(folder, 'key.pem'),
    },
    store,
    data_dir: join(folder, 'data'),
    mappings: resolve('mappings'),
    server: { listen: '127.0.0.1:0' },
    timezone: 'UTC',
    reconcile: { schedule: `0 ${farHour} * * *` },
    fetch: { allow_private_addresses: ['127.0.0.1'] },
    feed_defaults: {
      mapping: 'estate-sistem',
      schedule: `30 ${farHour} * * *`,
      answers: { mandate_attested: true, owner_lives_nearby: false },
      constants: { 'price.currency': 'EUR' },
    },
    feeds: world.connections.slice(0, count).map((connection, index) => ({
      name: `agency-${index}`,
      connection,
      url: `${world.feeds}/${index}`,
    })),
  };
}

async function syncFirst(configFile: string): Promise<void> {
  const app = await openApp(await read(configFile), systemSeams());
  try {
    const { polls, pushes, problems } = await syncRound(app.feeds, app.services);
    const wrong = [...polls, ...pushes].find(({ state }) => state !== 'done');
    if (wrong !== undefined || problems.length > 0)
      throw new Error(`the first sync failed: ${wrong?.message ?? ''} ${problems.join('; ')}`);
  } finally {
    await app.close();
  }
}

export async function read(configFile: string): Promise<Config> {
  const loaded = await loadConfig(configFile, diskDeps({}));
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('; '));
  return loaded.config;
}
