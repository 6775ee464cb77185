import { schemaVersion } from '../../src/store/schema/migrations.js';
import { startPostgres } from '../support/postgres.js';
import { firstWeeks } from './first-weeks.js';
import { keepPostgres } from './old-postgres-stores.js';
import { keep } from './old-stores.js';

/** Keeps a store of this release's schema, in a file and on PostgreSQL, for the releases after it: `npx tsx test/store/keep-schema.ts`. */
const server = await startPostgres();
const worlds = [await firstWeeks(), await firstWeeks(await server.newStore())];
for (const world of worlds) {
  const { store, portal } = world.app.config;
  const places = { portal: portal.baseUrl, feed: world.feedUrl };
  await world.app.close();
  if (store.kind === 'sqlite') keep(store.path, schemaVersion, places);
  else await keepPostgres(server, store.url, { schema: schemaVersion, ...places });
  await world.close().catch(() => undefined);
}
await server.stop();
process.exit();
