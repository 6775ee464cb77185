import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** A world whose feed is a file of this machine. */
async function create(): Promise<string> {
  world = await World.create();
  const file = join(world.folder, 'feed.xml');
  const config = JSON.parse(await readFile(world.configFile, 'utf8')) as { feeds: { url: string }[] };
  for (const feed of config.feeds) feed.url = pathToFileURL(file).href;
  await writeFile(world.configFile, JSON.stringify(config));
  await writeFile(file, estateFeed(ads(5)));
  await world.restart();
  return file;
}

async function poll(): Promise<{ state: string | undefined; seen: number | undefined; snapshots: number }> {
  world.clock.advance(hour);
  const report = (await world.round()).polls[0];
  const feed = world.app.feeds[0];
  const snapshots = await world.app.services.store.snapshots.ofFeed(feed?.id ?? 0);
  return { state: report?.state, seen: report?.balance.seen, snapshots: snapshots.length };
}

describe('a feed that is a file', () => {
  it('is read where it lies, and copied only when it holds something new', async () => {
    const file = await create();
    expect(await poll()).toEqual({ state: 'done', seen: 5, snapshots: 1 });
    expect(await poll()).toMatchObject({ state: 'unchanged', seen: 0 });

    // The same records under another date: read, and nothing to keep.
    await utimes(file, 1, 1);
    expect(await poll()).toEqual({ state: 'unchanged', seen: 5, snapshots: 1 });

    await writeFile(file, estateFeed([...ads(5).slice(0, 4), ad(9)]));
    expect(await poll()).toEqual({ state: 'done', seen: 5, snapshots: 2 });
    expect(world.live()).toContain('A0009');
    expect(world.live()).toContain('A0005');
  });

  it('counts an unchanged copy as a complete poll for what is missing', async () => {
    const file = await create();
    await poll();
    await writeFile(file, estateFeed(ads(4)));
    await poll();
    await utimes(file, 2, 2);
    expect((await poll()).state).toBe('unchanged');
    await world.round();
    expect(world.live()).toHaveLength(4);
  });
});
