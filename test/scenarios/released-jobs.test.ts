import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmbeddedEngine, type Engine } from '../../src/engine/embedded.js';
import { createSharedEngine } from '../../src/engine/shared.js';
import { systemClock } from '../../src/platform/clock.js';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import { silentLog } from '../../src/platform/log/log.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import type { Job } from '../../src/sync/job.js';
import { dueJob, dueWork } from '../../src/sync/due-work.js';
import { takeOverLane } from '../../src/sync/upkeep/take-over-lane.js';
import { ads, ad, estateFeed } from '../support/estate-feed.js';
import { HangingSeams } from '../support/hanging-seams.js';
import { hour, minute } from '../support/manual-clock.js';
import { createMemoryQueue } from '../support/memory-queue.js';
import { repetitions } from '../support/repetitions.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** All rows of the store, read beside the daemon. */
async function rows(): Promise<string> {
  const { store } = world.app.config;
  if (store.kind === 'postgres') {
    const [found] =
      (await World.stores?.query(
        `select schema_to_xml(current_schema, true, false, '') as rows`,
        store.url,
      )) ?? [];
    return String(found?.rows);
  }
  const reader = openSqlite(store.path, { readonly: true });
  try {
    const tables = reader
      .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .pluck()
      .all();
    const all = tables.map((table) => [table, reader.prepare(`select * from "${table}"`).all()]);
    return JSON.stringify(all, (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('hex') : value,
    );
  } finally {
    reader.close();
  }
}

async function files(): Promise<string[]> {
  const folder = world.app.config.dataDir;
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('logs')) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(
      `${path} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
    );
  }
  return found.sort();
}

/**
 * The engine that a store has: the embedded one on a file, the one of processes that share it on PostgreSQL. Over polls and pushes alone:
 * other jobs would only be more of the same.
 */
function createEngine(seams: HangingSeams): Engine {
  const { services, feeds, config } = world.app;
  const { store } = services;
  const { clock } = world;
  const isTried = ({ key }: Pick<Job, 'key'>): boolean => /^(poll|push):/.test(key);
  const within = (job: Job): Job => ({ ...job, run: () => seams.job(job.run) });
  const common = { holder: 'test', clock, log: silentLog, onReport: () => undefined };
  const due = async (): Promise<Job[]> => (await dueWork(feeds, services)).filter(isTried).map(within);
  if (config.store.kind === 'sqlite') return createEmbeddedEngine({ ...common, dueWork: due });
  const queue = createMemoryQueue();
  const engine = createSharedEngine({
    ...common,
    ...{ queue, leases: store.leases, dueWork: due, calm: null },
    dueJob: async (job) => {
      const found = await dueJob(job, feeds, services);
      return found === null ? null : within(found);
    },
    takeOver: (lane, abandoned) => takeOverLane(lane, abandoned, { store, clock, log: silentLog }),
    everySecond: () => ({ start: () => undefined, stop: async () => undefined }),
  });
  engine.start();
  return { ...engine, idle: () => queue.idle() };
}

/** Turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
}

/** As time passes: the fence falls by itself. */
async function untilEnded(engine: Engine): Promise<void> {
  const ended = engine.idle().then(() => true);
  // The first minutes need no more than turns of this process; what a database still answers needs time.
  for (let minutes = 0; minutes < 40; minutes += 5) {
    world.clock.advance(5 * minute);
    if ((await Promise.race([ended, turns(5)])) === true) return;
  }
  for (let minutes = 40; minutes < 80; minutes++) {
    world.clock.advance(minute);
    if ((await Promise.race([ended, systemClock.sleep(2)])) === true) return;
  }
  expect(await ended).toBe(true);
}

describe('a job that is released an hour after its deadline', () => {
  it('at each of its awaits changes no row, sends no byte and leaves no file, while the next job of its lane runs', async () => {
    const seams = new HangingSeams(repetitions({ tests: 8, soak: 1 }));
    world = await World.create({ transport: seams.wrapTransport(createHttpTransport()) });
    const list = ads(4);
    world.feed.body = estateFeed(list);
    for (let looks = 0; looks < 3; looks++) await world.tick();
    expect(world.live()).toHaveLength(4);
    seams.wrapServices(world.app.services);
    const engine = createEngine(seams);
    const places = new Set<string>();

    for (let number = 0; ; number++) {
      const price = 50_000 + 100 * number;
      world.feed.body = estateFeed([ad(1, { price }), ...list.slice(1)]);
      const hangs = seams.arm();
      let hasHung = false;
      for (let looks = 0; looks < 4 && !hasHung; looks++) {
        world.clock.advance(looks === 0 ? 2 * hour : 1000);
        await engine.tick();
        hasHung = await Promise.race([hangs.then(() => true), engine.idle().then(() => false)]);
      }
      seams.disarm();
      if (!hasHung) break;
      places.add(seams.where ?? '');

      await untilEnded(engine);
      const { where } = seams;
      const atPortal = (): unknown => (world.payload('A0001').price as { amount: number }).amount;
      for (let looks = 0; looks < 4 && (looks < 1 || atPortal() !== price); looks++) {
        world.clock.advance(hour);
        await engine.tick();
        await engine.idle();
      }
      expect([where, atPortal()]).toEqual([where, price]);
      const before = [await rows(), await files(), world.requests().length];
      await seams.release();
      const kept = await files();
      expect([where, await rows(), kept, world.requests()]).toEqual([where, before[0], before[1], []]);
      expect([where, kept.filter((file) => file.includes('/data/tmp/'))]).toEqual([where, []]);
    }
    expect(engine.overdue()).toEqual([]);
    await engine.stop();
    expect(world.live()).toHaveLength(4);
    for (const place of [
      'fetcher.open',
      'records.places',
      'spool.create',
      'records.commitBlock',
      'transport.send',
      'feeds.endPoll',
    ])
      expect([...places]).toContain(place);
  }, 480_000);
});
