import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContext, type ReadConfig } from '../../src/cli/context.js';
import { reloadOnChange } from '../../src/cli/commands/reload.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { silentLog, type Log } from '../../src/platform/log/log.js';
import type { Watcher } from '../../src/platform/files/watch.js';
import { altered } from '../support/altered.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import { World } from '../support/world.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { terminalOf } from './command-line.js';

let world: World;
let stop: () => void;
let watched: readonly string[] = [];
let change: () => void = () => undefined;
let hangUp: () => void = () => undefined;
const said: string[] = [];

const watcher: Watcher = {
  watch(paths, changed) {
    [watched, change] = [paths, changed];
    return () => undefined;
  },
};

beforeEach(async () => {
  world = await World.create();
  said.length = 0;
  const note = (message: string, fields?: Record<string, unknown>): void =>
    void said.push([message, ...Object.values(fields ?? {})].join(' '));
  const log: Log = { ...silentLog, info: note, warn: note, error: note };
  const terminal = {
    ...terminalOf(world, { out: [], err: [] }),
    onReload: (listener: () => void) => {
      hangUp = listener;
      return () => undefined;
    },
  };
  const context = createContext(terminal, { config: world.configFile, attention: 'any' });
  const loaded = (await loadConfig(world.configFile, diskDeps({}))) as ReadConfig;
  stop = reloadOnChange(context, world.app, loaded, { watcher, log });
});
afterEach(async () => {
  stop();
  await world.close();
});

async function hears(sentence: string): Promise<void> {
  await vi.waitFor(() => expect(said.join('\n')).toContain(sentence));
}

it('takes over a feed that is added to the file', async () => {
  world.feed.body = estateFeed(ads(3));
  world.at('/b.xml').body = estateFeed(ads(3, 11));
  expect(watched).toContain(world.configFile);
  await world.declare(([first = {}]) => [
    first,
    { ...first, name: 'agency-b', url: String(first.url).replace('/feed.xml', '/b.xml') },
  ]);
  change();
  await hears('configuration taken over 2 0');
  world.clock.advance(minute);
  await world.round();
  expect(world.live()).toHaveLength(6);
});

it('looks at the mappings that a mapping extends, too', async () => {
  const base = join(world.folder, 'base.yaml');
  const own = join(world.folder, 'own.yaml');
  await copyFile('mappings/estate-sistem.yaml', base);
  await writeFile(own, 'name: own\nversion: 1\nextends: base\n');
  await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping: own })));
  change();
  await hears('configuration taken over 1 0');
  await vi.waitFor(() => expect(watched).toEqual(expect.arrayContaining([own, base])));
});

it('keeps the running configuration while the new one has problems', async () => {
  await writeFile(world.configFile, '{');
  hangUp();
  await hears('the running configuration is kept');
  expect(world.app.feeds.map(({ name }) => name)).toEqual(['agency']);
});

it('takes over what holds for all feeds: retention, removals, reconcile, fetch, certifying, backups', async () => {
  await world.configure({
    retention: { snapshots: 9, snapshot_days: 3 },
    removals: { pin_days: 2, max_share: 0.1, max_count: 7, always_allow: 1 },
    reconcile: { schedule: '30 1 * * *', max_snapshot_age: '5h', foreign: 'archive' },
    fetch: { allow_private_addresses: ['127.0.0.1'], max_bytes: '1MB', timeout: '3s' },
    certifying: { first_push: 4 },
    backups: { schedule: '0 5 * * *', keep: 3, folder: '/copies' },
  });
  change();
  await hears('configuration taken over');
  const { services } = world.app;
  expect(services.limits).toMatchObject({
    fetch: {
      allowPrivateAddresses: ['127.0.0.1'],
      maxBytes: 1_000_000,
      timeoutMs: 3000,
      own: { port: 0, publicHost: null },
    },
    snapshots: { keep: 9, maxAgeMs: 3 * day },
    pinMs: 2 * day,
    firstPush: 4,
  });
  expect(services.backups).toMatchObject({ cron: '0 5 * * *', keep: 3, folder: '/copies' });
  expect(services.reconcile).toMatchObject({
    cron: '30 1 * * *',
    maxSnapshotAgeMs: 5 * hour,
    foreign: 'archive',
    guard: { maxShare: 0.1, maxCount: 7, alwaysAllow: 1 },
  });
  expect(world.app.feeds[0]?.removals).toMatchObject({ maxShare: 0.1, maxCount: 7 });
  expect(said.join()).not.toContain('restart');
});

it('plans the next comparison anew after another schedule', async () => {
  const { store } = world.app.services;
  // The first look is for the portal's words alone.
  for (let looks = 0; looks < 2; looks++) await world.tick();
  const at = async (): Promise<number> =>
    (await store.connections.get(world.connectionId))?.nextReconcileAt ?? 0;
  const before = await at();
  await world.configure({ reconcile: { schedule: '0 12 * * *' } });
  change();
  await hears('configuration taken over');
  await vi.waitFor(async () => expect(await at()).not.toBe(before));
  expect(new Date(await at()).getUTCHours()).toBe(11);
});

it('says which changed keys need a restart, and of no others', async () => {
  await world.configure({ server: { listen: '127.0.0.1:8099' }, retention: { snapshots: 9 } });
  hangUp();
  await hears('a restart is needed for these keys server');
  expect(said.join()).not.toContain('retention');
});

describe('another key', () => {
  /** @returns its id at the portal */
  async function writeKey(file: string, isRegistered: boolean): Promise<string> {
    const keys = generateKeyPair(seededRandom(file));
    await writeFile(join(world.folder, file), keys.privateKeyPem, { mode: 0o600 });
    return isRegistered ? world.sandbox.staff.registerKey(keys.publicKeyPem) : 'px_nobody';
  }

  async function configurePortal(change: Record<string, unknown>): Promise<void> {
    const { portal } = JSON.parse(await readFile(world.configFile, 'utf8')) as { portal: object };
    await world.configure({ portal: { ...portal, ...change } });
  }

  const keyOf = (): string => world.app.services.keyId;

  it('is taken over without a stop, and the old one may be revoked', async () => {
    const old = keyOf();
    const keyId = await writeKey('new.pem', true);
    await configurePortal({
      key_id: keyId,
      private_key_file: join(world.folder, 'new.pem'),
      webhook_secrets: ['whsec_b'],
    });
    change();
    await hears(`another key is used from now on ${keyId}`);
    expect(said.join()).not.toContain('restart');
    world.sandbox.staff.revokeKey(old);
    world.feed.body = estateFeed(ads(3));
    await world.round();
    expect([world.live().length, keyOf()]).toEqual([3, keyId]);
    expect(world.app.webhookSecrets).toEqual(['whsec_b']);
    expect(watched).toContain(join(world.folder, 'new.pem'));
  });

  it('that the portal does not take changes nothing: the running one goes on', async () => {
    const old = keyOf();
    const keyId = await writeKey('new.pem', false);
    await configurePortal({ key_id: keyId, private_key_file: join(world.folder, 'new.pem') });
    change();
    await hears('the running key is kept');
    await hears(`does not accept the key ${keyId}`);
    world.feed.body = estateFeed(ads(2));
    await world.round();
    expect([world.live().length, keyOf()]).toEqual([2, old]);
  });

  it('whose file cannot be read, or that belongs to another app, changes nothing either', async () => {
    world.feed.body = estateFeed(ads(2));
    await world.round();
    const old = keyOf();
    await configurePortal({ private_key_file: join(world.folder, 'missing.pem') });
    change();
    await hears('cannot be read');
    const { staff } = world.sandbox;
    const keys = generateKeyPair(seededRandom('other'));
    await writeFile(join(world.folder, 'other.pem'), keys.privateKeyPem, { mode: 0o600 });
    const elsewhere = staff.registerKey(keys.publicKeyPem, 'sandbox', staff.addApp({ name: 'Other' }));
    await configurePortal({ key_id: elsewhere, private_key_file: join(world.folder, 'other.pem') });
    change();
    await hears('This store belongs to');
    expect(keyOf()).toBe(old);
  });

  it('ends the wait for one that the portal refuses, at once', async () => {
    world.feed.body = estateFeed(ads(2));
    await world.round();
    world.sandbox.staff.revokeKey(keyOf());
    world.feed.body = estateFeed(ads(3));
    world.clock.advance(hour);
    await world.app.engine.tick();
    await world.app.engine.idle();
    world.clock.advance(minute);
    await world.round();
    const keyId = await writeKey('new.pem', true);
    await configurePortal({ key_id: keyId, private_key_file: join(world.folder, 'new.pem') });
    hangUp();
    await hears(`another key is used from now on ${keyId}`);
    for (let looks = 0; looks < 3; looks++) {
      await world.app.engine.tick();
      await world.app.engine.idle();
      world.clock.advance(minute);
    }
    expect(world.live()).toHaveLength(3);
  });

  describe('while a job runs', () => {
    /** Starts a round that waits for its feed until `release`. */
    async function startRound(): Promise<{ release: () => void; round: Promise<unknown> }> {
      const { fetcher } = world.app.services;
      let [release, began] = [(): void => undefined, (): void => undefined];
      const gate = new Promise<void>((resolve) => (release = resolve));
      const beginning = new Promise<void>((resolve) => (began = resolve));
      altered(world.app.services).fetcher = {
        open: async (request) => {
          began();
          await gate;
          return fetcher.open(request);
        },
      };
      const round = world.round();
      await beginning;
      return { release, round };
    }

    async function changeKey(): Promise<string> {
      const keyId = await writeKey('new.pem', true);
      await configurePortal({ key_id: keyId, private_key_file: join(world.folder, 'new.pem') });
      change();
      await hears(`another key is used from now on ${keyId}`);
      return keyId;
    }

    const keysOfPushes = (): (string | null)[] =>
      world.sandbox.staff
        .requestLog()
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/batches'))
        .map((entry) => entry.keyId);

    it('it keeps its key to its end, and the next job has the new one', async () => {
      const old = keyOf();
      world.feed.body = estateFeed(ads(3));
      const { release, round } = await startRound();
      const keyId = await changeKey();
      release();
      await round;
      expect(world.live()).toHaveLength(3);
      world.feed.body = estateFeed(ads(4));
      await world.later(hour);
      expect(world.live()).toHaveLength(4);
      expect(keysOfPushes()).toEqual([old, keyId]);
    });

    it('a refusal of its key does not stop the new one', async () => {
      const old = keyOf();
      world.feed.body = estateFeed(ads(3));
      const { release, round } = await startRound();
      await changeKey();
      world.sandbox.staff.revokeKey(old);
      release();
      await round;
      expect(world.live()).toHaveLength(0);
      for (let looks = 0; looks < 3; looks++) await world.tick(minute);
      expect(world.live()).toHaveLength(3);
    });
  });
});
