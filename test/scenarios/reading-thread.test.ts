import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
let first: unknown;
const warnings: string[] = [];

/** One world for all: its first sync of so large a file takes longer than all later ones. */
beforeAll(async () => {
  world = await World.create();
  altered(world.app.services).log = {
    ...silentLog,
    scope: () => ({ ...silentLog, warn: (text) => warnings.push(text) }),
  };
  const nowhere = pathToFileURL(join(world.folder, 'nowhere.mjs'));
  first = await roundWith(nowhere, list);
});
afterAll(() => world.close());
afterEach(() => {
  warnings.length = 0;
});

let exports = 0;

/** Everything that a round tells of its one poll, but when it was. */
async function roundWith(thread: URL | null, feed: readonly Ad[]): Promise<unknown> {
  altered(world.app.services).readThread = thread;
  world.feed.body = estateFeed(feed, `T${++exports}`);
  const { polls }: RoundReport = await world.round();
  const [poll] = polls;
  return { state: poll?.state, balance: poll?.balance, planned: poll?.planned, message: poll?.message };
}

let changes = 0;

/** Four of them change, to what they never were. */
function changed(): Ad[] {
  changes += 10;
  return list.map((ad, n) => (n % 100 === 7 ? { ...ad, price: ad.price + changes } : ad));
}

describe('a large file of a feed that is known', () => {
  it('is read here at its first sync, whatever can be done elsewhere', () => {
    expect(first).toMatchObject({ balance: { queued: 400 } });
    expect(warnings).toEqual([]);
  });

  it('is read on another thread, with the outcome that it has here', async () => {
    const here = await roundWith(null, changed());
    expect(here).toMatchObject({ state: 'done', balance: { seen: 400, known: 396, queued: 4 } });
    const next = changed();
    expect(await roundWith(entry, next)).toEqual(here);
    expect(await roundWith(entry, next)).toMatchObject({
      state: 'done',
      balance: { seen: 400, known: 400, queued: 0 },
    });
    expect(warnings).toEqual([]);
  });

  it('is read here where the thread fails, and nothing is counted twice', async () => {
    const here = await roundWith(null, changed());
    const broken = join(world.folder, 'broken.mjs');
    await writeFile(broken, "throw new Error('no memory');");
    expect(await roundWith(pathToFileURL(broken), changed())).toEqual(here);
    expect(warnings).toEqual(['a thread failed: the file is read without it']);
  });
});
