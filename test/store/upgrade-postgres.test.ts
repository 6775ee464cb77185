import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaVersion } from '../../src/store/migrations.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import type { World } from '../support/world.js';
import { firstWeeks } from './first-weeks.js';
import { oldPostgresStores, postgresSchemaOf, type OldPostgresStore } from './old-postgres-stores.js';

let server: PostgresServer;
let store: string;
let world: World;
beforeAll(async () => {
  server = await startPostgres();
  store = await server.newStore();
  world = await firstWeeks(store);
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

/** An older release wrote the store, was stopped, and this one is started. */
async function upgrade(old: OldPostgresStore): Promise<void> {
  const places = { portal: world.app.config.portal.baseUrl, feed: world.feedUrl };
  await world.restart(() => old.restore(server, store, places));
}

it('a store of each schema is kept', () => {
  const versions = Array.from({ length: schemaVersion }, (_, index) => index + 1);
  expect(oldPostgresStores().map(({ schema }) => schema)).toEqual(versions);
});

it.each(oldPostgresStores())(
  'a store of schema $schema on PostgreSQL has the tables of a new one after its first start, and goes on where it was',
  async (old) => {
    const fresh = await postgresSchemaOf(server, store);
    await upgrade(old);
    expect(await postgresSchemaOf(server, store)).toEqual(fresh);
    world.requests();
    const { polls, pushes, problems } = await world.later(minute);
    expect([problems, polls.map(({ message }) => message)]).toEqual([
      [],
      [expect.stringContaining('1 missing, in grace')],
    ]);
    expect(pushes.map(({ sent }) => sent)).toEqual([0]);
    expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
  },
);

it('and then sends what changed, and takes off what has long been away', async () => {
  await upgrade(oldPostgresStores()[0]!);
  const [first, ...others] = ads(3);
  world.feed.body = estateFeed([{ ...first!, price: first!.price + 2_000 }, ...others, ad(9)]);
  const { polls, pushes } = await world.later(15 * minute);
  expect(polls[0]).toMatchObject({ state: 'done', balance: { seen: 4, queued: 2 } });
  expect(pushes[0]).toMatchObject({ sent: 2, results: { accepted: 2 } });
  await world.later(61 * minute);
  expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0009']);
});
