import { mkdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../src/cli/cli.js';
import { schemaVersion } from '../../src/store/migrations.js';
import { terminalOf } from '../cli/command-line.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import type { World } from '../support/world.js';
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

/** An older release wrote the store, was stopped, and this one is started. */
async function upgrade(old: OldStore): Promise<void> {
  await world.restart(async () => {
    rmSync(world.storeFolder, { recursive: true });
    mkdirSync(world.storeFolder);
    restore(old, pathOf(world));
  });
}

it('a store of each schema is kept; a migration that comes next needs `npx tsx test/store/keep-schema.ts` before it', () => {
  const versions = Array.from({ length: schemaVersion }, (_, index) => index + 1);
  expect(oldStores().map(({ schema }) => schema)).toEqual(versions);
});

it.each(oldStores())(
  'a store of schema $schema has the tables of a new one after its first start, and goes on where it was',
  async (old) => {
    const fresh = schemaOf(pathOf(world));
    await upgrade(old);
    expect(schemaOf(pathOf(world))).toEqual(fresh);
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
  await upgrade(oldStores()[0]!);
  const [first, ...others] = ads(3);
  world.feed.body = estateFeed([{ ...first!, price: first!.price + 2_000 }, ...others, ad(9)]);
  const { polls, pushes } = await world.later(15 * minute);
  expect(polls[0]).toMatchObject({ state: 'done', balance: { seen: 4, queued: 2 } });
  expect(pushes[0]).toMatchObject({ sent: 2, results: { accepted: 2 } });
  await world.later(61 * minute);
  expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0009']);
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
  const code = await runCli(['sync', '--dry-run', '--config', configFile], terminalOf(world, printed));
  expect([code, printed.out.join('')]).toEqual([0, expect.stringContaining('2 to send')]);
  expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
});
