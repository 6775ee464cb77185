import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import type { World } from '../support/world.js';
import { upgradeContract } from './contract-upgrades.js';
import { firstWeeks } from './first-weeks.js';
import { oldPostgresStores, postgresSchemaOf } from './old-postgres-stores.js';

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

upgradeContract({
  kept: oldPostgresStores(),
  world: () => world,
  schema: () => postgresSchemaOf(server, store),
  upgrade: (old) =>
    world.restart(() =>
      old.restore(server, store, { portal: world.app.config.portal.baseUrl, feed: world.feedUrl }),
    ),
});
