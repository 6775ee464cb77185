import { copyFile, link, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openApp, systemSeams } from '../../src/assemble.js';
import { startServer } from '../../src/assemble/server.js';
import { checkBackups } from '../../src/inspect/checks/check-backups.js';
import { checkFileSystem } from '../../src/inspect/checks/check-store.js';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import { sharedFileSystem } from '../../src/platform/files/file-system.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { openStore } from '../../src/store/open-store.js';
import { run } from '../cli/command-line.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, ManualClock, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function publish(count: number): Promise<void> {
  world.feed.body = estateFeed(ads(count));
  await world.round();
  expect(world.live()).toHaveLength(count);
}

async function work(ms = 0): Promise<void> {
  world.clock.advance(ms);
  await world.app.engine.tick();
  await world.app.engine.idle();
}

const storeFile = (): string => {
  const { store } = world.app.config;
  return store.kind === 'sqlite' ? store.path : '';
};

// PostgreSQL has its own tools for it.
describe.skipIf(World.stores !== null)('backups on a schedule', () => {
  it('are made by the daemon, open as stores, and the newest stay', async () => {
    world = await World.create();
    const folder = join(world.folder, 'copies');
    await world.configure({ backups: { schedule: '40 3 * * *', keep: 2, folder } });
    await world.restart();
    await publish(3);
    await work();
    expect(await readdir(folder).catch(() => null)).toBeNull();
    for (let days = 0; days < 3; days++) await work(day);
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    expect(names.every((name) => /^feedsync-20260117T|^feedsync-20260118T/.test(name))).toBe(true);
    const copy = await openStore(`sqlite:${join(folder, names[1] ?? '')}`, {
      clock: world.clock,
      readOnly: true,
    });
    expect(await copy.listings.list({ limit: 10 })).toHaveLength(3);
    await copy.close();
    const { store } = world.app.services;
    const check = await checkBackups({ schedule: 'x', folder }, store, String);
    expect(check).toMatchObject({ state: 'ok', message: expect.stringContaining(names[1] ?? '') });
    // A machine that slept, or a clock that jumped: one copy, and not one for each night.
    world.clock.advance(30 * day);
    for (let looks = 0; looks < 3; looks++) await work(minute);
    expect((await readdir(folder)).filter((name) => name.startsWith('feedsync-202602'))).toHaveLength(1);
  });

  it('that cannot be made are tried again, told, and take no former one away', async () => {
    world = await World.create();
    const folder = join(world.folder, 'copies');
    await writeFile(folder, 'a file, where a folder should be');
    await world.configure({ backups: { schedule: '40 3 * * *', keep: 2, folder } });
    await world.restart();
    await work();
    await work(day);
    const { store } = world.app.services;
    expect(await checkBackups({ schedule: 'x', folder }, store, String)).toMatchObject({
      state: 'warn',
      next: expect.stringContaining('could not be written'),
    });
    await rm(folder);
    await work(minute);
    expect(await readdir(folder).catch(() => null)).toBeNull();
    await work(15 * minute);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

const restored =
  'fault 108: a backup of before is restored as the guide says: read back first, nothing sent twice, nothing taken off';
it.skipIf(World.stores !== null)(restored, async () => {
  world = await World.create();
  await publish(8);
  const file = join(world.folder, 'copy.db');
  expect((await run(world, 'backup', file)).code).toBe(0);
  world.clock.advance(day);
  world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(6, 2), ...ads(2, 9)]);
  for (let polls = 0; polls < 4; polls++) {
    world.clock.advance(hour);
    await world.round();
  }
  const [live, spent] = [world.live(), world.spent()];
  expect(live).toHaveLength(9);
  await world.restart(async () => {
    for (const ending of ['', '-wal', '-shm', '-open']) await rm(`${storeFile()}${ending}`, { force: true });
    await copyFile(file, storeFile());
  });
  world.clock.advance(hour);
  await world.round();
  expect((await world.attention()).map(({ kind }) => kind)).toEqual(['connection_adopting']);
  expect([world.live(), world.spent()]).toEqual([live, spent]);
});

describe('the store while others have it', () => {
  it('fault 106: a second daemon on one store is refused with a sentence, and the first goes on', async () => {
    world = await World.create();
    const second = await openApp(world.app.config, systemSeams()).catch((error: unknown) => error);
    expect(second).toMatchObject({
      name: 'AssemblyError',
      code: 'locked',
      message: expect.stringContaining('One store has one daemon'),
    });
    await publish(2);
  });

  it.skipIf(World.stores !== null)('fault 106: a link to the store is the same store', async () => {
    world = await World.create();
    const linked = join(world.storeFolder, 'linked.db');
    await symlink(storeFile(), linked);
    const config = { ...world.app.config, store: { kind: 'sqlite', path: linked } } as const;
    const second = await openApp(config, systemSeams()).catch((error: unknown) => error);
    expect(second).toMatchObject({ name: 'AssemblyError', code: 'locked' });
  });

  it.skipIf(World.stores !== null)('fault 106: a hard link to the store is the same store', async () => {
    world = await World.create();
    const other = join(world.folder, 'other');
    await mkdir(other);
    await link(storeFile(), join(other, 'linked.db'));
    const config = {
      ...world.app.config,
      store: { kind: 'sqlite', path: join(other, 'linked.db') },
    } as const;
    const second = await openApp(config, systemSeams()).catch((error: unknown) => error);
    expect(second).toMatchObject({ name: 'AssemblyError', code: 'locked' });
    expect(await readdir(other)).not.toContain('linked.db-wal');
    await publish(2);
    // Alone it starts under either name.
    await world.restart();
    await publish(3);
  });

  it('fault 107: beside the daemon commands read, and what they decide is handed to it', async () => {
    world = await World.create();
    await publish(2);
    expect((await run(world, 'status', '--json')).json()).toMatchObject({ feeds: [{ name: 'agency' }] });
    const { store } = world.app.services;
    const pausing = run(world, 'pause', 'agency');
    while ((await store.intents.pending()).length === 0) await new Promise(setImmediate);
    // Nothing is done by the command itself.
    expect((await store.feeds.all()).map(({ life }) => life)).toEqual(['active']);
    const state = { hasEnded: false };
    void pausing.finally(() => (state.hasEnded = true));
    while (!state.hasEnded) {
      await work(250);
      await new Promise(setImmediate);
    }
    expect((await pausing).code).toBe(0);
    expect((await store.feeds.all()).map(({ life }) => life)).toEqual(['paused']);
  });

  it.skipIf(World.stores !== null)(
    'fault 98: a webhook that cannot be kept is answered 503, and nothing of it is forgotten',
    async () => {
      const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
      const http = createHttpTransport();
      world = await World.create({ webhookSecrets: [secret], sandbox: { transport: http } });
      await publish(1);
      const server = await startServer(world.app);
      const endpoint = { url: `${server.url}/webhooks`, secrets: [secret] };
      world.sandbox.webhooks.addEndpoint(endpoint);
      const other = openSqlite(storeFile());
      other.exec('begin immediate');
      world.sandbox.staff.pause(world.connectionId);
      await world.sandbox.time.tick();
      const statuses = (): unknown[] =>
        world.sandbox.webhooks.deliveries().flatMap(({ attempts }) => attempts.map(({ status }) => status));
      expect(statuses()).toEqual([503]);
      other.exec('rollback');
      other.close();
      world.clock.advance(hour);
      await world.sandbox.time.tick();
      expect(statuses()).toEqual([503, 200]);
      await work();
      expect((await world.app.services.store.connections.get(world.connectionId))?.status).toBe('paused');
      await server.close();
      http.close();
    },
  );

  it('fault 114: on a file system that machines share it is warned of', async () => {
    world = await World.create();
    const lying = (type: number) => (folder: string) => sharedFileSystem(folder, async () => type);
    for (const [type, kind] of [
      [0x6969, 'NFS'],
      [0x65735546, 'virtiofs'],
      [-11317950, 'CIFS'],
    ] as const)
      expect(await checkFileSystem(world.folder, lying(type))).toMatchObject([
        {
          state: 'warn',
          message: expect.stringContaining(kind),
          next: expect.stringContaining('this machine'),
        },
      ]);
    expect(await checkFileSystem(world.folder, lying(0xef53))).toEqual([]);
    expect(await checkFileSystem(join(world.folder, 'nowhere'))).toEqual([]);
  });
});

describe('fault 116: the clock of this machine', () => {
  /** Time goes by for both sides. */
  const portalClock = (): ManualClock => portal;
  let portal: ManualClock;
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= minute) {
      portalClock().advance(Math.min(minute, left));
      await work(Math.min(minute, left));
    }
  }
  const polls = (): number => world.feedRequests.length;

  it.each([
    ['is set an hour ahead', hour, 0],
    ['is set an hour back', -hour, 0],
    ['is set a year ahead, and back again', 365 * day, 0],
    ['stood still while the machine slept eight hours', 8 * hour, 8 * hour],
  ])('%s: one catch-up run, no burst, nothing sent twice', async (_, jump, slept) => {
    portal = new ManualClock();
    world = await World.create({ sandbox: { clock: portal } });
    world.feed.body = estateFeed(ads(3));
    await pass(20 * minute);
    expect(world.live()).toHaveLength(3);
    // The reply to a change is lost: its key has to live on.
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(2, 2)]);
    world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } });
    await pass(15 * minute);
    const before = polls();
    world.clock.jump(jump);
    portal.advance(slept);
    await pass(31 * minute);
    // Every 15 minutes, and at most one to catch up.
    expect(polls() - before).toBeGreaterThanOrEqual(1);
    expect(polls() - before).toBeLessThanOrEqual(4);
    expect([world.spent(), world.payload('A0001').price]).toMatchObject([4, { amount: 70_000 }]);
    if (jump > day) world.clock.jump(-jump);
    world.feed.body = estateFeed([ad(1, { price: 60_000 }), ...ads(2, 2)]);
    await pass(61 * minute);
    expect([world.spent(), world.payload('A0001').price]).toMatchObject([5, { amount: 60_000 }]);
    expect(world.live()).toHaveLength(3);
  });

  it('is set an hour ahead just before a new start: the hour’s items stay spent', async () => {
    portal = new ManualClock();
    world = await World.create({ sandbox: { clock: portal }, limits: { connection_items_per_hour: 3 } });
    world.feed.body = estateFeed(ads(3));
    await pass(20 * minute);
    expect(world.live()).toHaveLength(3);
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(2, 2)]);
    world.clock.jump(hour);
    await world.restart();
    await pass(20 * minute);
    expect(world.sandbox.staff.requestLog().filter(({ status }) => status === 429)).toEqual([]);
    await pass(31 * minute);
    expect([world.spent(), world.payload('A0001').price]).toMatchObject([4, { amount: 70_000 }]);
  });
});
