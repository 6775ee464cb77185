import { schemaVersion } from '../../src/store/migrations.js';
import { firstWeeks } from './first-weeks.js';
import { keep } from './old-stores.js';

/** Keeps a store of this release's schema, for the releases after it: `npx tsx test/store/keep-schema.ts`. */
const world = await firstWeeks();
const { store, portal } = world.app.config;
if (store.kind !== 'sqlite') throw new Error('a store on PostgreSQL is kept otherwise');
await world.app.close();
keep(store.path, schemaVersion, { portal: portal.baseUrl, feed: world.feedUrl });
await world.close().catch(() => undefined);
process.exit();
