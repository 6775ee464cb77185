import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApp, systemSeams } from '../../src/assemble.js';
import { systemSharing } from '../../src/assemble/store-access.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { systemClock } from '../../src/platform/clock.js';
import { noSignals } from '../../src/platform/process/signals.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { GatedFeeds } from '../support/gated-feeds.js';
import { ProcessWorld, type RealProcess, type RunOptions } from '../support/real-process.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function createWorld(): Promise<ProcessWorld> {
  const world = await ProcessWorld.create({ times: 10 });
  closing.push(() => world.close());
  await world.configure({ store: await server.newStore(), server: { listen: '127.0.0.1:0' } });
  return world;
}

const started = (world: ProcessWorld, ...argv: string[]): Promise<RealProcess> =>
  startedWith(world, {}, ...argv);

async function startedWith(
  world: ProcessWorld,
  options: RunOptions,
  ...argv: string[]
): Promise<RealProcess> {
  const one = world.startWith(options, 'run', ...argv);
  closing.push(() => one.kill());
  const out = await one.printed((text) => text.includes('feedsync keeps'));
  expect(out, one.err).toContain('feedsync keeps');
  return one;
}

/** As in a container of its own. */
const asPid1 = ['--import', 'data:text/javascript,Object.defineProperty(process,"pid",{value:1})'];

/** What real processes do by themselves. */
async function eventually(isTrue: () => boolean, said = ''): Promise<void> {
  for (let looks = 0; looks < 1200 && !isTrue(); looks++) await systemClock.sleep(50);
  expect(isTrue(), said).toBe(true);
}

describe('several processes on one store', () => {
  it('share the work: what one began and never ended, another one ends', async () => {
    const world = await createWorld();
    const gate = world.sandbox.gate({ at: 'after', operation: 'push_batch' });
    const first = await started(world, '--role', 'worker');
    await Promise.race([gate.someoneArrived(), first.ended]);
    const second = await started(world, '--role', 'worker');
    await first.kill();
    gate.cut();
    gate.open();
    await eventually(() => world.live().length === 3);
    expect(world.spent()).toBe(3);
    expect((await second.stop()).code).toBe(0);
  });

  it('are made by servers what they ask for: a worker does it, and a command has no store for itself', async () => {
    const world = await createWorld();
    await started(world, '--role', 'worker');
    const served = await started(world, '--role', 'server');
    await eventually(() => world.live().length === 3);
    const [, address = ''] =
      /See (http:\/\/127\.0\.0\.1:\d+) or/.exec(await served.printed(() => true)) ?? [];
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await world.writeFeed(estateFeed([...ads(3), ad(4)]));
    const asked = await world.start('sync', '--feed', 'agency').ended;
    expect(asked.code, asked.err).toBe(0);
    // A portal that is slow to answer is asked again after the command: what it printed tells.
    await eventually(() => world.live().length === 4, asked.out);
  });

  it('all of which have the process id 1, on one folder: one that is started again during reads takes no file from the others', async () => {
    const world = await createWorld();
    const paths = ['/a.xml', '/b.xml', '/c.xml'];
    const feeds = await GatedFeeds.start(Object.fromEntries(paths.map((path) => [path, estateFeed(ads(3))])));
    closing.push(() => feeds.close());
    const connections = [world.connectionId, world.staff.addConnection(), world.staff.addConnection()];
    const { feeds: [declared] = [] } = JSON.parse(
      await readFile(join(world.folder, 'feedsync.json'), 'utf8'),
    ) as { feeds?: object[] };
    await world.configure({
      feeds: paths.map((path, at) => ({
        ...declared,
        ...{ name: `agency${at}`, connection: connections[at], url: `${feeds.url}${path}` },
      })),
      fetch: { allow_private_addresses: ['127.0.0.1'] },
    });
    const start = (): Promise<RealProcess> => startedWith(world, { node: asPid1 }, '--role', 'worker');
    const temporary = (): string[] => readdirSync(join(world.folder, 'data', 'tmp'));

    await start();
    // Of the four slots of a process half are one host's.
    await eventually(() => feeds.asked.length === 2 && temporary().length === 2);
    const reader = await start();
    await eventually(() => feeds.asked.length === 3 && temporary().length === 3);
    await start();
    await reader.kill();
    await start();
    await eventually(() => feeds.asked.length === 4);
    feeds.open();
    const isLive = (id: string): boolean =>
      world.staff.listings(id).filter(({ status }) => status === 'live').length === 3;
    await eventually(() => connections.every(isLive));
    // The one whose reader was killed was asked for again, and no other.
    expect(feeds.asked.slice(0, 3).sort()).toEqual(paths);
    expect(feeds.asked.slice(3)).toEqual([feeds.asked[2]]);
    await start();
    await eventually(() => temporary().length === 0);
  });

  it('map a kept file again as the mapping is now, also the one that heard of no change, and ask its source for nothing', async () => {
    const world = await createWorld();
    const feeds = await GatedFeeds.start({ '/a.xml': estateFeed(ads(3)) });
    closing.push(() => feeds.close());
    feeds.open();
    const file = join(world.folder, 'feedsync.json');
    const { feeds: [declared] = [] } = JSON.parse(await readFile(file, 'utf8')) as { feeds?: object[] };
    await world.configure({
      feeds: [{ ...declared, url: `${feeds.url}/a.xml`, schedule: '0 0 1 1 *' }],
      fetch: { allow_private_addresses: ['127.0.0.1'] },
    });
    await started(world, '--role', 'worker');
    await eventually(() => world.live().length === 3);
    const loaded = await loadConfig(file, diskDeps({}));
    if (!loaded.ok) throw new Error('the configuration has a problem');
    // A process that others do not hear.
    const sharing = { ...systemSharing, openSignals: () => Promise.resolve(noSignals) };
    const app = await openApp(
      {
        ...loaded.config,
        dataDir: join(world.folder, 'data'),
        portal: { ...loaded.config.portal, privateKeyFile: join(world.folder, 'key.pem') },
      },
      { ...systemSeams(), sharing },
      undefined,
      'server',
    );
    closing.push(() => app.close());
    const { services } = app;
    const [row] = await services.store.feeds.all();
    const of = { feed: row!.name, connectionId: row!.connectionId };
    const heating = (): unknown[] =>
      world.staff
        .listings(world.connectionId)
        .map(({ payload }) => (payload?.structure as { heating?: string }).heating);
    for (const key of ['gas', 'geothermal', 'heat_pump']) {
      const word = { kind: 'word', subject: 'heating\nCG', value: key } as const;
      await services.store.feedChanges.add(of, [word], 'ana', services.clock.now());
      await services.prepareFeeds();
    }
    await eventually(() => heating().every((key) => key === 'heat_pump'));
    expect(feeds.asked).toEqual(['/a.xml']);
  });

  it('are refused where a store is a file', async () => {
    const world = await ProcessWorld.create();
    closing.push(() => world.close());
    const { code, err } = await world.start('run', '--role', 'worker').ended;
    expect([code, err]).toEqual([2, expect.stringContaining('postgres://')]);
  });
});
