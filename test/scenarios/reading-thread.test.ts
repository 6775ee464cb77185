import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/platform/log/log.js';
import type { RoundReport } from '../../src/sync/sync-round.js';
import { ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { World } from '../support/world.js';
import { altered } from '../support/altered.js';

/** Threads begin with a compiled module. */
const entry = new URL('../../dist/app/feed/read-thread.js', import.meta.url);
/** Of a file so large that it is worth a thread. */
const list = ads(400).map((ad) => ({ ...ad, text: `${ad.text} `.repeat(600) }));

let world: World;
const warnings: string[] = [];
beforeEach(async () => {
  warnings.length = 0;
  world = await World.create();
  altered(world.app.services).log = {
    ...silentLog,
    scope: () => ({ ...silentLog, warn: (text) => warnings.push(text) }),
  };
});
afterEach(() => world.close());

/** Everything that a round tells of its one poll, but when it was. */
async function roundWith(thread: URL | null, feed: readonly Ad[], exported: string): Promise<unknown> {
  altered(world.app.services).readThread = thread;
  world.feed.body = estateFeed(feed, exported);
  const { polls }: RoundReport = await world.round();
  const [poll] = polls;
  return { state: poll?.state, balance: poll?.balance, planned: poll?.planned, message: poll?.message };
}

const changed = (by: number): Ad[] =>
  list.map((ad, n) => (n % 100 === 7 ? { ...ad, price: ad.price + by } : ad));

describe('a large file of a feed that is known', () => {
  it('is read on another thread, with the outcome that it has here', async () => {
    await roundWith(null, list, 'T1');
    const here = await roundWith(null, changed(10), 'T2');
    expect(here).toMatchObject({ state: 'done', balance: { seen: 400, known: 396, queued: 4 } });
    expect(await roundWith(entry, changed(20), 'T3')).toEqual(here);
    expect(await roundWith(entry, changed(20), 'T4')).toMatchObject({
      state: 'done',
      balance: { seen: 400, known: 400, queued: 0 },
    });
    expect(warnings).toEqual([]);
  });

  it('is read here where the thread fails, and nothing is counted twice', async () => {
    await roundWith(null, list, 'T1');
    const here = await roundWith(null, changed(10), 'T2');
    const broken = join(world.folder, 'broken.mjs');
    await writeFile(broken, "throw new Error('no memory');");
    expect(await roundWith(pathToFileURL(broken), changed(20), 'T3')).toEqual(here);
    expect(warnings).toEqual(['a thread failed: the file is read without it']);
  });

  it('is read here at its first sync, whatever can be done elsewhere', async () => {
    const nowhere = pathToFileURL(join(world.folder, 'nowhere.mjs'));
    expect(await roundWith(nowhere, list, 'T1')).toMatchObject({ balance: { queued: 400 } });
    expect(warnings).toEqual([]);
  });
});
