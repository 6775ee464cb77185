import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createThreads, type Threads } from '../../src/platform/process/threads.js';
import { silentLog } from '../../src/platform/log/log.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';
import { altered } from '../support/altered.js';

/** Threads begin with a compiled module. */
const entry = new URL('../../dist/app/sync/map-thread.js', import.meta.url);

let world: World;
let threads: Counted | null = null;
afterEach(async () => {
  await world.close();
  await threads?.close();
  threads = null;
});

/** Counts the jobs that were given away. */
class Counted implements Threads {
  jobs = 0;
  rests = 0;
  /** Two batches go there at once: of three beyond the few that are mapped here first, one is as well. */
  readonly count = 1;

  constructor(private readonly threads: Threads) {}

  run(task: Parameters<Threads['run']>[0]): Promise<unknown> {
    this.jobs += 1;
    return this.threads.run(task);
  }

  rest(): void {
    this.rests += 1;
    this.threads.rest();
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}

/** More than are mapped without threads. */
const many = 1_800;

/** Ads with everything that may be wrong with one. */
function mixedFeed(): string {
  const list = ads(many).map((ad, index) => ({
    ...ad,
    ...(index % 50 === 7 && { title: '' }),
    ...(index % 50 === 8 && { heating: 'Kamin na vodu' }),
    ...(index % 50 === 9 && { town: 'Nigdina' }),
    ...(index % 50 === 10 && { text: '<ol type="i" start="10000"><li>x</li></ol>' }),
  }));
  return estateFeed([...list, { ...list[3]!, price: 1 }]);
}

async function pollWith(given: Threads | null): Promise<unknown> {
  world = await World.create();
  altered(world.app.services).threads = given;
  world.feed.body = mixedFeed();
  const { polls } = await world.round();
  const { store } = world.app.services;
  const feedId = world.app.feeds[0]?.id ?? 0;
  const ids = ads(many).map(({ code }) => code);
  const listings = await store.listings.getMany(world.connectionId, ids);
  listings.sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const payloads = await store.listings.payloads(world.connectionId, ids);
  return {
    balance: polls[0]?.balance,
    listings: listings.map(({ externalId, wantedDigest, presence }) => [externalId, wantedDigest, presence]),
    payloads: [...payloads].sort(([a], [b]) => (a < b ? -1 : 1)),
    invalid: await store.records.invalid(feedId, many),
    unmapped: await store.records.unmapped(feedId),
  };
}

describe('records mapped on other threads', () => {
  it('become exactly what they become in this one', async () => {
    const here = await pollWith(null);
    await world.close();
    threads = new Counted(createThreads(entry));
    expect(await pollWith(threads)).toEqual(here);
    expect(threads.jobs).toBeGreaterThan(1);
    // Their memory is given back before the records are taken over.
    expect(threads.rests).toBe(1);
  });

  it('are mapped here where the thread cannot be started', async () => {
    world = await World.create();
    const broken = join(world.folder, 'broken.mjs');
    await writeFile(broken, "throw new Error('no memory');");
    const warnings: unknown[] = [];
    threads = new Counted(createThreads(pathToFileURL(broken)));
    altered(world.app.services).threads = threads;
    altered(world.app.services).log = {
      ...silentLog,
      scope: () => ({ ...silentLog, warn: (text) => warnings.push(text) }),
    };
    world.feed.body = estateFeed(ads(many));
    const { polls } = await world.round();
    expect(polls[0]?.balance).toMatchObject({ queued: many, invalid: 0 });
    expect(warnings).toEqual(['a thread failed: its records are mapped without it']);
  });
});
