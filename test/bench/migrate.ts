import { loadavg } from 'node:os';
import { startPostgres } from '../support/postgres.js';
import { openManyFeeds } from './many-feeds.js';
import { runCommand } from './processes.js';
import type { PartResult } from './report.js';

const secondsWanted = 120;

/** `feedsync migrate` of a store that is a file, and the first sync on the other one, which must write nothing to the portal. */
export async function measureMigrate({ feeds = 200, listingsOfFeed = 1_000 } = {}): Promise<PartResult> {
  const many = await openManyFeeds({ kind: 'sqlite', feeds, listingsOfFeed });
  try {
    const server = await startPostgres();
    try {
      const to = await server.newStore();
      const gigabytes = (await many.bytes()) / 1e9;
      const [load = 0] = loadavg();
      const moved = await runCommand(many.configFile, 'migrate', '--to', to);
      many.configure(to);
      const before = await many.world.tell({ kind: 'same' });
      const synced = await runCommand(many.configFile, 'sync');
      const writes = (await many.world.tell({ kind: 'same' })).writes - before.writes;
      const listings = feeds * listingsOfFeed;
      const markdown = `## Moving to PostgreSQL

\`npm run bench -- migrate\`: \`feedsync migrate --to\` of ${listings} listings in ${feeds} feeds, a file of ${gigabytes.toFixed(2)} GB,
copied and compared table by table; then \`feedsync sync\`. PostgreSQL on the same machine, without fsync. Load before it ${load.toFixed(1)}.

| what | seconds | wanted | processor seconds | peak MB | writes to the portal |
|---|---|---|---|---|---|
| migrate | ${moved.seconds.toFixed(0)} | under ${secondsWanted} | ${moved.cpuSeconds.toFixed(0)} | ${moved.peakMegabytes.toFixed(0)} | |
| sync right after | ${synced.seconds.toFixed(0)} | | ${synced.cpuSeconds.toFixed(0)} | ${synced.peakMegabytes.toFixed(0)} | ${writes} (wanted: 0) |
`;
      return {
        markdown,
        missed: [
          ...(moved.seconds >= secondsWanted ? [`migrate took ${moved.seconds.toFixed(0)} s`] : []),
          ...(writes > 0 ? [`the sync after it wrote ${writes} times`] : []),
        ],
      };
    } finally {
      await server.stop();
    }
  } finally {
    await many.remove();
  }
}
