import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../src/cli/cli.js';
import { logTo, type Log, type LogLevel } from '../../src/platform/log/log.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { schemaVersion } from '../../src/store/schema/migrations.js';
import { besideDaemon, run, terminalOf } from '../cli/command-line.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day } from '../support/manual-clock.js';
import type { World } from '../support/world.js';
import { upgradeContract } from './contract-upgrades.js';
import { firstWeeks } from './first-weeks.js';
import { oldStores, schemaOf, type OldStore } from './old-stores.js';

let world: World;
beforeAll(async () => {
  world = await firstWeeks();
});
afterAll(() => world.close());

/** Where the store of this world is, or lies. */
function pathOf({ app }: World): string {
  const { store } = app.config;
  return store.kind === 'sqlite' ? store.path : '';
}

function restore(old: OldStore, path: string): void {
  old.restore(path, { portal: world.app.config.portal.baseUrl, feed: world.feedUrl });
}

upgradeContract({
  kept: oldStores(),
  world: () => world,
  schema: () => Promise.resolve(schemaOf(pathOf(world))),
  upgrade: (old) =>
    world.restart(() => {
      rmSync(world.storeFolder, { recursive: true });
      mkdirSync(world.storeFolder);
      restore(old, pathOf(world));
      return Promise.resolve();
    }),
});

it('a dry run of this release on an older one’s backup says what it would change, and changes nothing on the portal', async () => {
  const old = oldStores()[0]!;
  const copy = join(world.folder, 'copy.db');
  restore(old, copy);
  const own = JSON.parse(await readFile(world.configFile, 'utf8')) as object;
  const document = { ...own, store: `sqlite:${copy}`, data_dir: join(world.folder, 'try') };
  const configFile = join(world.folder, 'try.json');
  await writeFile(configFile, JSON.stringify(document));
  const [first, ...others] = ads(3);
  world.feed.body = estateFeed([{ ...first!, price: first!.price + 3_000 }, ...others, ad(10)]);
  world.requests();
  const printed = { out: [] as string[], err: [] as string[] };
  const lines: string[] = [];
  const createLog = (level: LogLevel): Log => logTo({ write: (line) => void lines.push(line) }, level);
  const terminal = { ...terminalOf(world, printed), createLog };
  const code = await runCli(['sync', '--dry-run', '--config', configFile], terminal);
  expect([code, printed.out.join('')]).toEqual([0, expect.stringContaining('2 to send')]);
  expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
  // The line says where the way back is.
  const before = `${copy}.before-schema-${schemaVersion}`;
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({
      from: old.schema,
      to: schemaVersion,
      copy: before,
      bytes: statSync(before).size,
    }),
  );
});

it('presets that an older release kept are of the configured folder', async () => {
  await world.restart(() => {
    rmSync(world.storeFolder, { recursive: true });
    mkdirSync(world.storeFolder);
    restore(
      oldStores().find(({ schema }) => schema === 11)!,
      pathOf(world),
    );
    // Not the text of the folder, of which the version counts: a copy of the package would stay.
    const raw = openSqlite(pathOf(world));
    raw.exec("update kept_mapping set text = text || '# edited', version = 2");
    raw.close();
    return Promise.resolve();
  });
  const { feeds, mappings } = world.app.services.store;
  const row = await feeds.byName('agency');
  expect(await mappings.ofFeed(row?.id ?? 0)).toMatchObject([
    { origin: 'configured', text: expect.not.stringContaining('# edited') },
  ]);
});

it('the copy that was made before an upgrade is named when a person is erased, and is gone after thirty days', async () => {
  await world.restart(() => {
    rmSync(world.storeFolder, { recursive: true });
    mkdirSync(world.storeFolder);
    restore(oldStores()[0]!, pathOf(world));
    return Promise.resolve();
  });
  const upgradedAt = world.clock.now();
  const file = `${pathOf(world)}.before-schema-${schemaVersion}`;
  writeFileSync(`${file}-unfinished`, 'what a kill left');
  const until = new Date(upgradedAt + 30 * day).toISOString().slice(0, 10);
  const erase = ['erase', '--person', '+381 64 999 88 77', '--json'];
  expect((await run(world, ...erase)).json()).toMatchObject({ copies: [{ file, until }] });
  const erased = await besideDaemon(world, ...erase, '--confirm');
  expect(erased.json()).toMatchObject({
    copies: [{ file, until }],
    message: expect.stringContaining(`the copy ${file}, which was made before an upgrade, may still hold it`),
  });
  await world.tick(29 * day);
  expect(existsSync(file)).toBe(true);
  await world.tick(2 * day);
  expect(readdirSync(world.storeFolder).filter((name) => name.includes('before'))).toEqual([]);
  expect((await run(world, ...erase)).json()).toMatchObject({ copies: [] });
});
