import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { checkDueTimes } from '../../src/inspect/checks/check-clock.js';
import { day, hour, ManualClock, minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
let portal: ManualClock;
afterEach(async () => world.close());

async function create(options: WorldOptions = {}): Promise<void> {
  portal = new ManualClock();
  world = await World.create({ ...options, sandbox: { clock: portal, ...options.sandbox } });
}

/** The daemon looks more often; what is awaited here takes many minutes. */
const lookEvery = repetitions({ tests: 4, soak: 1 }) * minute;

/** Time goes by, for the portal too, while the daemon runs. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= lookEvery) {
    portal.advance(Math.min(lookEvery, left));
    await world.tick(Math.min(lookEvery, left));
  }
}

/** Time goes by while no process runs, and the clock of the machine is set. */
function stopped({ for: ms, setBy, isNewBoot }: { for: number; setBy: number; isNewBoot: boolean }) {
  return async (): Promise<void> => {
    portal.advance(ms);
    world.clock.advance(ms);
    world.clock.jump(setBy);
    if (isNewBoot) world.clock.boot = 'boot 2';
  };
}

const polls = (): number => world.feedRequests.length;
const refusals = (): number[] =>
  world.sandbox.staff
    .requestLog()
    .map(({ status }) => status)
    .filter((status) => status === 429);
const runsOf = async (kind: string): Promise<number> =>
  (await world.app.services.store.runs.list({ limit: 1000 })).filter((run) => run.kind === kind).length;

describe.each([
  ['the machine kept running', false],
  ['the machine started again', true],
])('a clock that was ahead for 40 minutes and was put right while no process ran: %s', (_, isNewBoot) => {
  it.each([
    ['12 hours', 12 * hour],
    ['30 hours', 30 * hour],
    ['30 days', 30 * day],
    ['a year', 365 * day],
  ])('by %s: feeds are polled, changes sent and outcomes read as if it had never been', async (__, ahead) => {
    await create();
    world.feed.body = estateFeed(ads(3));
    await pass(20 * minute);
    world.clock.jump(ahead);
    await pass(40 * minute);
    await world.restart(stopped({ for: 5 * minute, setBy: -ahead, isNewBoot }));
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(3, 2)]);
    const before = polls();
    // Every 15 minutes, and the key that was refused meanwhile is tried as often.
    await pass(32 * minute);
    expect(polls() - before).toBeGreaterThanOrEqual(2);
    expect(polls() - before).toBeLessThanOrEqual(4);
    expect(world.live()).toHaveLength(4);
    expect(world.payload('A0001').price).toMatchObject({ amount: 70_000 });
  });

  it('by 30 days: the nightly comparison and the copies of the store keep their nights', async () => {
    await create();
    const folder = join(world.folder, 'copies');
    // Worlds begin at 10 o'clock in Belgrade.
    await world.configure({
      backups: { schedule: '40 11 * * *', keep: 9, folder },
      reconcile: { schedule: '0 11 * * *' },
    });
    await world.restart();
    world.feed.body = estateFeed(ads(3));
    await pass(20 * minute);
    world.clock.jump(30 * day);
    await pass(40 * minute);
    await world.restart(stopped({ for: minute, setBy: -30 * day, isNewBoot }));
    const copies = async (): Promise<number> => (await readdir(folder).catch(() => [])).length;
    const [madeBefore, comparedBefore] = [await copies(), await runsOf('reconcile')];
    await pass(2 * hour);
    expect(await copies()).toBe(madeBefore + (World.stores === null ? 1 : 0));
    expect(await runsOf('reconcile')).toBe(comparedBefore + 1);
  });
});

describe('what a clock that was ahead left behind', () => {
  it('does not make a feed look freshly read, nor its absences old', async () => {
    await create();
    world.feed.body = estateFeed(ads(12));
    await pass(20 * minute);
    world.clock.jump(30 * day);
    world.feed.body = estateFeed(ads(11));
    await pass(40 * minute);
    await world.restart(stopped({ for: minute, setBy: -30 * day, isNewBoot: false }));
    const { store } = world.app.services;
    const now = world.clock.now();
    const [feed] = await store.feeds.all();
    expect(feed!.lastCompleteAt).toBeLessThanOrEqual(now);
    // An hour has passed for the listing, however far the clock went meanwhile.
    await pass(20 * minute);
    expect(world.live()).toHaveLength(12);
    const [row] = await store.listings.getMany(world.connectionId, ['A0012']);
    expect(now - row!.graceSince!).toBeLessThanOrEqual(hour);
  });

  it.skipIf(World.stores !== null)(
    'is corrected at the first start of a release that marks the time, by the newest run',
    async () => {
      await create();
      world.feed.body = estateFeed(ads(3));
      world.clock.jump(30 * day);
      await pass(40 * minute);
      await world.app.services.store.meta.set('clock.mark', 'null');
      await world.restart(stopped({ for: minute, setBy: -30 * day, isNewBoot: true }));
      const before = polls();
      await pass(16 * minute);
      expect(polls()).toBeGreaterThan(before);
    },
  );
});

describe('a clock that was set back while no process ran', () => {
  it('is reported by doctor and status until a daemon has followed it, and by doctor for a week', async () => {
    await create();
    world.feed.body = estateFeed(ads(3));
    await pass(20 * minute);
    const schedule = { cron: '*/15 * * * *', timezone: 'UTC', spread: { key: '', withinMs: 0 } };
    const check = async () => {
      const { store, clock } = world.app.services;
      return checkDueTimes({ store, now: clock.now(), showTime: String }, () => schedule);
    };
    expect(await check()).toMatchObject({ state: 'ok' });
    world.clock.jump(30 * day);
    await pass(5 * minute);
    world.clock.jump(-30 * day);
    // No look at what is due has seen it yet.
    expect(await check()).toMatchObject({ state: 'warn', message: expect.stringContaining('30 days less') });
    expect(await world.attention()).toMatchObject([{ kind: 'clock', agency: 'all agencies' }]);
    await pass(minute);
    expect(await check()).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('set back by 30 days'),
    });
    expect((await world.attention()).filter(({ kind }) => kind === 'clock')).toEqual([]);
    const { store } = world.app.services;
    const [feed] = await store.feeds.all();
    await store.feeds.update(feed!.id, { nextPollAt: world.clock.now() + 9 * day });
    expect(await check()).toMatchObject({ state: 'warn', message: expect.stringContaining('agency (') });
    portal.advance(8 * day);
    await world.tick(8 * day);
    expect(await check()).toMatchObject({ state: 'ok' });
  });
});

describe('the items of an hour', () => {
  it.each([
    ['put on by two hours', 2 * hour, false, 0],
    ['put on by two hours, and the machine started again', 2 * hour, true, 0],
    ['put on by a year', 365 * day, false, 0],
    ['put back by two hours', -2 * hour, false, 0],
    ['put back by a year, and the machine started again', -365 * day, true, 0],
    ['right, and stopped for ten minutes', 0, false, 10 * minute],
    ['right, and stopped for two hours in which the machine started again', 0, true, 2 * hour],
  ])('stay spent for an hour, and no longer: clock %s while stopped', async (_, setBy, isNewBoot, away) => {
    await create({ limits: { connection_items_per_hour: 3 } });
    world.feed.body = estateFeed(ads(3));
    await pass(20 * minute);
    expect(world.live()).toHaveLength(3);
    await world.restart(stopped({ for: away, setBy, isNewBoot }));
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(2, 2)]);
    await pass(20 * minute);
    expect(refusals()).toEqual([]);
    // One window, the margin, a poll and the ping of a key that was refused.
    await pass(62 * minute);
    expect(refusals()).toEqual([]);
    expect(world.payload('A0001').price).toMatchObject({ amount: 70_000 });
  });
});
