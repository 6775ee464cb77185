import { afterEach, describe, expect, it } from 'vitest';
import { calmWork } from '../../src/assemble/calm-work.js';
import type { CalmWork } from '../../src/engine/calm-rounds.js';
import { createSharedEngine } from '../../src/engine/shared.js';
import type { Engine } from '../../src/engine/embedded.js';
import { silentLog } from '../../src/platform/log/log.js';
import { systemClock } from '../../src/platform/clock.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { dueJob, dueWork } from '../../src/sync/due-work.js';
import type { LeaseStore } from '../../src/store/store.js';
import type { JobReport } from '../../src/sync/job.js';
import type { Feed } from '../../src/sync/services/services.js';
import { takeOverLane } from '../../src/sync/upkeep/take-over-lane.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { createMemoryQueue } from '../support/memory-queue.js';
import { repetitions } from '../support/repetitions.js';
import { seededRandom } from '../support/seeded-random.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

type Row = Record<string, unknown>;

/** All rows of a table, read beside the daemon. */
async function rowsOf(table: string): Promise<Row[]> {
  const { store } = world.app.config;
  if (store.kind === 'postgres')
    return (await World.stores?.query(`select * from "${table}"`, store.url)) ?? [];
  const reader = openSqlite(store.path, { readonly: true });
  try {
    return reader.prepare<[], Row>(`select * from "${table}"`).all();
  } finally {
    reader.close();
  }
}

/** The engine of processes that share a store, over the polls of one feed. */
function engineOf(
  feed: Feed,
  isClaiming: boolean,
  reports: JobReport[] = [],
): { engine: Engine; ended: string[] } {
  const { services } = world.app;
  const { store } = services;
  const ended: string[] = [];
  const feeds = [feed];
  const queue = createMemoryQueue();
  // On PostgreSQL a holder that is no process is gone: its lanes would be everyone's.
  const leases: LeaseStore = {
    ...store.leases,
    take: async (lane, ...others) =>
      (await rowsOf('lease')).some(({ name, holder }) => name === lane && holder !== '')
        ? null
        : store.leases.take(lane, ...others),
  };
  const work = calmWork(() => ({ feeds, services }));
  const calm: CalmWork = {
    ...work,
    async end(polls) {
      const found = await work.end(polls);
      ended.push(...polls.filter((poll) => found.has(poll.feed.id)).map((poll) => poll.feed.name));
      return found;
    },
  };
  const engine = createSharedEngine({
    ...{ holder: feed.name, clock: systemClock, log: silentLog, queue, leases },
    onReport: (report) => void reports.push(report),
    dueWork: async () => (await dueWork(feeds, services)).filter(({ key }) => key === `poll:${feed.id}`),
    dueJob: (job, fetcher) => dueJob(job, feeds, fetcher === undefined ? services : { ...services, fetcher }),
    calm: isClaiming ? calm : null,
    takeOver: (lane, abandoned) =>
      takeOverLane(lane, abandoned, { store, clock: world.clock, log: silentLog }),
    everySecond: () => ({ start: () => undefined, stop: async () => undefined }),
  });
  engine.start();
  return { engine, ended };
}

/** Two feeds of the same content, each of its own connection. */
async function createTwins(): Promise<readonly [Feed, Feed]> {
  world = await World.create();
  const other = world.sandbox.staff.addConnection();
  for (const path of ['/one.xml', '/two.xml']) world.at(path).body = estateFeed(ads(6));
  await world.declare(([declared]) =>
    ['one', 'two'].map((name) => ({
      ...declared,
      ...{ name, url: `${world.feedUrl}/${name}.xml` },
      connection: name === 'one' ? world.connectionId : other,
    })),
  );
  await world.restart();
  for (let rounds = 0; rounds < 3; rounds++) await world.later(hour);
  const [one, two] = world.app.feeds;
  const { leases } = world.app.services.store;
  for (const { connectionId } of world.app.feeds)
    await leases.give((await leases.take(connectionId, 'before', hour))!.lease);
  if (one === undefined || two === undefined) throw new Error('there are not two feeds');
  return [one, two];
}

const tables = ['feed', 'run', 'listing', 'record', 'hold', 'outbox', 'snapshot', 'payload', 'listing_event'];
/** What numbers rows, and what differs by the names and addresses of the feeds. */
const own =
  /^(id|.*_id|name|hosts|source_hash|path|packed|content|schedule|next_poll_at|balance|data|started_at|public_url|uses)$/;

/** What the store holds of a feed, without its names and numbers. */
async function heldOf({ id, connectionId }: Feed): Promise<unknown> {
  const held: Record<string, unknown> = {};
  for (const table of tables) {
    const rows = await rowsOf(table).catch(() => []);
    const mine = rows.filter((row) =>
      table === 'feed'
        ? Number(row.id) === id
        : 'feed_id' in row
          ? Number(row.feed_id) === id
          : row.connection_id === connectionId,
    );
    held[table] = mine
      .filter((row) => table !== 'run' || row.kind === 'poll')
      .map((row) => {
        const counts = typeof row.balance === 'string' ? { counts: JSON.parse(row.balance) as unknown } : {};
        const kept = Object.entries(row).filter(([column]) => !own.test(column));
        return JSON.stringify({
          ...Object.fromEntries(
            kept.map(([column, value]) => [column, String(value).replace(/(Feed |\/)(one|two)/g, 'feed')]),
          ),
          ...counts,
        });
      })
      .sort();
  }
  return held;
}

describe('polls of calm feeds, claimed and ended together', () => {
  it.each(Array.from({ length: repetitions({ tests: 1, soak: 20 }) }, (_, index) => index))(
    'leave the same rows as polls one by one, whatever their sources do: play %i',
    async (play) => {
      const [one, two] = await createTwins();
      const alone = engineOf(one, false);
      const together = engineOf(two, true);
      const random = seededRandom(`calm ${play}`);
      const pick = (count: number): number => Math.floor(random.fraction() * count);
      let list = ads(6);
      const seen: string[] = [];
      for (let round = 0; round < 10; round++) {
        const event =
          ['same', 'same', 'same', 'same', 'gone', 'back', 'price', 'fails', 'empty', 'pause'][pick(10)] ??
          '';
        seen.push(event);
        if (event === 'gone') list = list.slice(0, list.length - (list.length > 3 ? 1 : 0));
        if (event === 'back') list = ads(6);
        if (event === 'price') list = [ad(1, { price: 60_000 + 100 * round }), ...list.slice(1)];
        for (const path of ['/one.xml', '/two.xml'])
          Object.assign(world.at(path), {
            body: estateFeed(list),
            status: event === 'fails' ? 500 : event === 'empty' ? 204 : 200,
          });
        world.clock.advance(pick(4) === 0 ? 25 * hour : 3 * hour);
        const { store, clock } = world.app.services;
        const life = event === 'pause' ? 'paused' : 'active';
        for (const { id } of [one, two]) {
          await store.feeds.setLife(id, life, 'ana', clock.now());
          await store.feeds.update(id, { nextPollAt: clock.now() });
        }
        world.feedRequests = [];
        for (const { engine } of [alone, together]) {
          await engine.tick();
          await engine.idle();
        }
        expect([seen, await heldOf(two)]).toEqual([seen, await heldOf(one)]);
        const asked = (path: string): number[] =>
          world.feedRequests.filter((request) => request.path === path).map(({ status }) => status);
        expect([seen, asked('/two.xml')]).toEqual([seen, asked('/one.xml')]);
        const times = await Promise.all(
          [one, two].map(async ({ id }) => (await store.feeds.get(id))?.nextPollAt ?? 0),
        );
        expect(times.map((at) => at > clock.now())).toEqual([true, true].map(() => times[0]! > clock.now()));
      }
      expect(alone.ended).toEqual([]);
      expect(together.ended.length).toBeGreaterThan(0);
      for (const { engine } of [alone, together]) await engine.stop();
    },
    240_000,
  );

  it('report what polls one by one report', async () => {
    const [one, two] = await createTwins();
    const reports: JobReport[] = [];
    for (const [feed, isClaiming] of [
      [one, false],
      [two, true],
    ] as const) {
      await world.app.services.store.feeds.update(feed.id, { nextPollAt: 0 });
      const { engine, ended } = engineOf(feed, isClaiming, reports);
      await engine.tick();
      await engine.idle();
      expect(ended).toEqual(isClaiming ? ['two'] : []);
      await engine.stop();
    }
    expect(reports).toHaveLength(2);
    const [first, second] = reports.map((report) => JSON.stringify(report).replace(/"(one|two)"/g, '"feed"'));
    expect(second).toEqual(first);
  });
});
