import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookUpMapping, MappingReader } from '../../src/effective/mapping-files.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { ProcessWorld, RealProcess, type Ended } from '../support/real-process.js';
import { World } from '../support/world.js';
import { besideDaemon, run } from './command-line.js';

const packageFolder = resolve('mappings');
const shipped = await readFile('mappings/estate-sistem.yaml', 'utf8');
const shippedVersion = Number(/^version: (\d+)$/m.exec(shipped)?.[1]);
const nextVersion = shippedVersion + 1;
/** The shipped mapping, read otherwise: a feed that takes it sends its listings again. */
const other = shipped.replace(/CG:\s*\[\s*Centralno grejanje,/, 'CG:\n        [\n          Gas,');
const versioned = (text: string, version: number): string =>
  text.replace(`version: ${shippedVersion}`, `version: ${version}`);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-presets-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (text: string, name = 'estate-sistem'): Promise<void> =>
  writeFile(join(folder, `${name}.yaml`), text);

describe('from any working folder', () => {
  let world: ProcessWorld;
  let elsewhere: string;
  let config: string;
  beforeAll(async () => {
    world = await ProcessWorld.create();
    elsewhere = await mkdtemp(join(tmpdir(), 'feedsync-elsewhere-'));
    config = join(world.folder, 'feedsync.json');
    const { portal } = JSON.parse(await readFile(config, 'utf8')) as { portal: object };
    await world.configure({
      portal: { ...portal, private_key_file: join(world.folder, 'key.pem') },
      mappings: './mappings',
    });
  });
  afterAll(async () => {
    await world.close();
    await rm(elsewhere, { recursive: true });
  });

  const there = (...argv: string[]): Promise<Ended> => new RealProcess(elsewhere, argv).ended;

  it.each([['without a configuration'], ['with one']])(
    'init and mapping check find what is shipped, %s',
    async (which) => {
      const options = which === 'with one' ? ['--config', config] : [];
      const checked = await there('mapping', 'check', 'estate-sistem', ...options);
      expect([checked.code, checked.err]).toEqual([0, '']);
      expect(checked.out).toMatch(
        new RegExp(`^estate-sistem, version ${shippedVersion}: \\d+ cases passed\\.`),
      );
      const proposed = await there('init', join(world.folder, 'feed.xml'), '--json', ...options);
      expect(JSON.parse(proposed.out)).toMatchObject({ preset: 'estate-sistem' });
    },
  );

  it('sync reads a feed by it, and without its name names both folders', async () => {
    const synced = await there('sync', '--dry-run', '--config', config);
    expect([synced.code, synced.err]).toEqual([0, '']);
    expect(synced.out).toContain('3 to send');

    await world.configure({}, { mapping: 'nowhere' });
    const files = [join(elsewhere, 'mappings'), packageFolder].map((each) => join(each, 'nowhere.yaml'));
    const [refused, unchecked] = await Promise.all([
      there('doctor', '--config', config),
      there('mapping', 'check', 'nowhere'),
    ]);
    expect(refused.out).toContain(`there is no mapping nowhere (looked for ${files.join(' and ')})`);
    expect(unchecked.code).toBe(2);
    expect(unchecked.err).toContain(`${files[0]}: Neither this file nor ${files[1]} can be read.`);
  });
});

describe('a feed that runs', () => {
  let world: World;
  afterEach(() => world.close());

  /** A feed whose three listings are on the portal, by the file of that name in the configured folder, else by the package's. */
  async function started(mapping = 'estate-sistem'): Promise<void> {
    world = await World.create({ mapping, config: { mappings: folder } });
    world.feed.body = estateFeed(ads(3));
    expect((await world.round()).polls[0]?.planned).toHaveLength(3);
  }

  /** The listings that the feed sends after a restart. */
  async function sent(): Promise<number | undefined> {
    await world.restart();
    world.feed.body = `${String(world.feed.body)}\n`;
    return (await world.round()).polls[0]?.planned.length;
  }

  async function kept(): Promise<string[]> {
    const rows = await world.app.services.store.mappings.versions();
    return rows.map(({ name, version, origin }) => `${name} ${version} ${origin}`);
  }

  async function upgrade(): Promise<unknown> {
    const dry = await run(world, 'mapping', 'upgrade', '--feed', 'agency', '--dry-run');
    const done = await besideDaemon(world, 'mapping', 'upgrade', '--feed', 'agency', '--json');
    return { announced: dry.out.split('\n')[0], moved: done.json().moved };
  }

  it('prefers the file of the configured folder from its start', async () => {
    await put(versioned(other, 7));
    await started();
    expect(await kept()).toEqual(['estate-sistem 7 configured']);
  });

  it.each([
    [shippedVersion, `another file of version ${shippedVersion}`],
    [nextVersion, `version ${nextVersion}`],
  ])(
    'on a copy of the package stays on it when the operator adds version %i under that name, until it is moved',
    async (version, offered) => {
      await started();
      expect(await kept()).toEqual([`estate-sistem ${shippedVersion} package`]);
      await put(versioned(other, version));
      expect(await sent()).toBe(0);
      expect(await kept()).toEqual([`estate-sistem ${shippedVersion} package`]);
      const line = `agency stays on version ${shippedVersion} of estate-sistem, with which it was started; the mappings folder has ${offered}.`;
      for (const command of ['status', 'doctor']) expect((await run(world, command)).out).toContain(line);

      expect(await upgrade()).toEqual({
        announced: `agency: estate-sistem version ${shippedVersion} → ${offered}.`,
        moved: true,
      });
      expect(await kept()).toEqual([`estate-sistem ${version} configured`]);
      expect((await world.round()).polls[0]?.planned).toHaveLength(3);
      for (const command of ['status', 'doctor'])
        expect((await run(world, command)).out).not.toContain('stays on');
    },
  );

  it.each([
    ['the same', shippedVersion],
    ['another', nextVersion],
  ])(
    'on a copy of the package stays on it when a release ships %s version with another text',
    async (_, version) => {
      // As if the release before had shipped this text.
      const text = versioned(other, version);
      await put(text);
      await started();
      await rm(join(folder, 'estate-sistem.yaml'));
      const { store } = world.app.services;
      const row = await store.feeds.byName('agency');
      await store.mappings.keep(row?.id ?? 0, [{ name: 'estate-sistem', version, origin: 'package', text }]);
      expect(await sent()).toBe(0);
      expect(await world.app.services.store.mappings.ofFeed(row?.id ?? 0)).toMatchObject([
        { version, origin: 'package', text },
      ]);
      const line = `agency stays on version ${nextVersion} of estate-sistem, with which it was started; the feedsync package has version ${shippedVersion}.`;
      expect((await run(world, 'status')).out.includes(line)).toBe(version === nextVersion);
    },
  );

  it('on a copy of the configured folder stays on it when that file goes and the package has one', async () => {
    await put(other);
    await started();
    await rm(join(folder, 'estate-sistem.yaml'));
    expect(await sent()).toBe(0);
    expect(await kept()).toEqual([`estate-sistem ${shippedVersion} configured`]);
    expect((await run(world, 'status')).out).toContain(
      `the feedsync package has another file of version ${shippedVersion}.`,
    );

    // The file of the folder counts again once it is back, edited under the same version.
    await put(shipped.replace(`version: ${shippedVersion}`, `version: ${shippedVersion} # edited`));
    expect(await sent()).toBe(3);

    await rm(join(folder, 'estate-sistem.yaml'));
    expect(await upgrade()).toMatchObject({ moved: true });
    expect(await kept()).toEqual([`estate-sistem ${shippedVersion} package`]);
  });

  it('takes over the place of an equal text, with which nothing changes', async () => {
    await put(shipped);
    await started();
    await rm(join(folder, 'estate-sistem.yaml'));
    expect(await sent()).toBe(0);
    expect(await kept()).toEqual([`estate-sistem ${shippedVersion} package`]);
    expect((await run(world, 'status')).out).not.toContain('stays on');
    await put(shipped);
    expect(await sent()).toBe(0);
    expect(await kept()).toEqual([`estate-sistem ${shippedVersion} configured`]);
  });

  it('on a copy of the package goes on beside a file of that name that cannot be a mapping', async () => {
    await started();
    await mkdir(join(folder, 'estate-sistem.yaml'));
    expect(await sent()).toBe(0);
    expect(await kept()).toEqual([`estate-sistem ${shippedVersion} package`]);
  });

  it('keeps what its mapping extends by the same rule', async () => {
    await put('name: top\nversion: 1\nextends: estate-sistem\n', 'top');
    await started('top');
    expect(await kept()).toEqual([`estate-sistem ${shippedVersion} package`, 'top 1 configured']);
    await put(versioned(other, 5));
    expect(await sent()).toBe(0);
    expect(await kept()).toEqual([`estate-sistem ${shippedVersion} package`, 'top 1 configured']);
  });
});

describe('the look-up', () => {
  it('takes nothing in place of a file of the configured folder that cannot be read', async () => {
    await symlink('/proc/self/mem', join(folder, 'estate-sistem.yaml'));
    expect(await lookUpMapping(folder, 'estate-sistem')).toBeNull();
    expect(await lookUpMapping(folder, 'kyero-v3')).toMatchObject({ origin: 'package' });
  });

  it('of a base finds the one beside a mapping that lies in neither folder', async () => {
    const own = join(folder, 'own');
    await mkdir(own);
    await writeFile(join(own, 'estate-sistem.yaml'), other);
    const reader = new MappingReader(folder, [], 'stored');
    expect(await reader.base('estate-sistem', join(own, 'top.yaml'))).toMatchObject({ text: other });
    expect(await reader.base('kyero-v3', join(own, 'top.yaml'))).toMatchObject({
      file: join(packageFolder, 'kyero-v3.yaml'),
    });
  });

  it('lets the text of an agency extend what is shipped, but no link that leads out of the folder', async () => {
    const extend = async (base: string): Promise<string | undefined> => {
      const reader = new MappingReader(folder, [], 'new');
      const feed = { name: 'agency', mapping: 'estate-sistem', mappingText: `extends: ${base}` };
      const own = await reader.own(feed as Parameters<MappingReader['own']>[0]);
      return (await reader.base(base, own?.file ?? ''))?.file;
    };
    expect(await extend('estate-sistem')).toBe(join(packageFolder, 'estate-sistem.yaml'));
    await symlink(join(packageFolder, 'estate-sistem.yaml'), join(folder, 'estate-sistem.yaml'));
    expect(await extend('estate-sistem')).toBeUndefined();
    expect(await extend('nowhere')).toBeUndefined();
  });
});
