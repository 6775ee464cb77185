import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkDrift } from '../../src/inspect/checks/check-drift.js';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import { reconcile } from '../../src/sync/reconcile/reconcile.js';
import type { ReconcileReport } from '../../src/sync/reports.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** What the daemon does by itself: jobs as they fall due. */
async function tick(ms = 0): Promise<void> {
  world.clock.advance(ms);
  await world.app.engine.tick();
  await world.app.engine.idle();
}

function run(): Promise<ReconcileReport> {
  return reconcile(world.connectionId, world.app.services);
}

const calls = (lines: readonly string[]): number =>
  lines.filter((line) => line.startsWith('POST') && line.endsWith('/reconcile')).length;

async function publish(count: number, options: WorldOptions = {}): Promise<void> {
  world = await World.create(options);
  world.feed.body = estateFeed(ads(count));
  await world.round();
  await world.round();
}

/** A sale that went through, and that somebody at the portal made live again. */
async function sellAndRevive(): Promise<void> {
  for (let poll = 0; poll < 4; poll++) {
    world.clock.advance(hour);
    await world.round();
  }
  expect(world.live()).not.toContain('A0001');
  world.sandbox.staff.setListing(world.connectionId, 'A0001', { status: 'live' });
}

describe('three feeds of one connection', () => {
  it('one stalls for days: the comparison runs every night, and its listings stay', async () => {
    world = await World.create();
    const answers = ['/feed.xml', '/b.xml', '/c.xml'];
    await world.declare(([first]) =>
      answers.map((path, index) => ({
        ...first,
        name: `agency-${index}`,
        url: String(first?.url).replace('/feed.xml', path),
      })),
    );
    await world.restart();
    const [a, b, c] = [world.feed, world.at('/b.xml'), world.at('/c.xml')];
    a.body = estateFeed(ads(10));
    b.body = estateFeed(ads(10, 21));
    c.body = estateFeed(ads(10, 41));
    await world.round();
    expect(world.live()).toHaveLength(30);

    c.status = 503;
    a.body = estateFeed(ads(9, 2));
    await sellAndRevive();
    for (let hours = 0; hours < 5 * 24; hours += 2) await tick(2 * hour);
    const { store } = world.app.services;
    expect((await store.feeds.byName('agency-2'))?.life).toBe('stalled');
    const nights = await store.runs.list({ kind: 'reconcile', limit: 50 });
    expect(nights.length).toBeGreaterThanOrEqual(4);
    expect(new Set(nights.map(({ state }) => state))).toEqual(new Set(['done']));
    expect(nights.reduce((sum, { balance }) => sum + (balance.archived ?? 0), 0)).toBe(1);
    expect(world.live()).toEqual([...ads(9, 2), ...ads(10, 21), ...ads(10, 41)].map(({ code }) => code));
  });
});

describe('a feed that leaves the configuration', () => {
  it('alone in its connection: the comparison goes on by itself, and nothing is removed', async () => {
    await publish(12);
    await world.declare(() => []);
    await world.restart();
    world.sandbox.staff.setListing(world.connectionId, 'F0001', { status: 'live' });
    for (let hours = 0; hours < 3 * 24; hours += 2) await tick(2 * hour);
    const { store } = world.app.services;
    const nights = await store.runs.list({ kind: 'reconcile', limit: 50 });
    expect(nights.length).toBeGreaterThanOrEqual(2);
    expect(world.live()).toHaveLength(13);
    const kinds = (await store.holds.open({})).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['foreign', 'orphan']);
  });

  it.each(['deleted', 'renamed', 're-pointed'])(
    '%s, while the comparison has something to take off: only that goes',
    async (how) => {
      await publish(12);
      world.feed.body = estateFeed(ads(11, 2));
      await sellAndRevive();
      await world.declare((feeds) => {
        if (how === 'deleted') return [];
        const other = world.sandbox.staff.addConnection();
        return feeds.map((feed) => ({
          ...feed,
          ...(how === 'renamed' ? { name: 'another' } : { connection: other }),
        }));
      });
      await world.restart();
      expect(await run()).toMatchObject({ state: 'done', archived: [{ externalId: 'A0001' }] });
      expect(world.live()).toEqual(ads(11, 2).map(({ code }) => code));
    },
  );
});

describe('the lane of a connection', () => {
  it('fault 81: the comparison waits for the push that is under way, and the next poll waits for it', async () => {
    await publish(3);
    const { services, engine, feeds } = world.app;
    const { store, clock } = services;
    await tick();
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(2, 2)]);
    world.clock.advance(20 * minute);
    const [feed] = feeds;
    if (feed === undefined) throw new Error('the world has no feed');
    await pollFeed(feed, services);
    const nights = async () => (await store.runs.list({ kind: 'reconcile', limit: 9 })).length;
    const before = await nights();
    await store.connections.update(world.connectionId, { nextReconcileAt: clock.now() });
    await store.feeds.update(feed.id, { nextPollAt: clock.now() });
    const polled = world.feedRequests.length;
    const gate = world.sandbox.gate({ at: 'before', operation: 'push_batch' });
    await engine.tick();
    await gate.someoneArrived();
    // However often the daemon looks meanwhile: one lane, one job.
    await engine.tick();
    expect([await nights(), world.feedRequests.length]).toEqual([before, polled]);
    gate.open();
    await engine.idle();
    expect([await nights(), world.feedRequests.length]).toEqual([before + 1, polled + 1]);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });
    expect(world.live()).toHaveLength(3);
  });
});

describe.skipIf(World.stores !== null)('an old backup', () => {
  it('fault 108: is read back from the portal before the first push, and its first run archives nothing', async () => {
    await publish(8);
    const folder = world.storeFolder;
    const backup = join(world.folder, 'backup');
    await world.restart(() => cp(folder, backup, { recursive: true }));

    // Weeks of work that the backup knows nothing of: one listing changed, one gone, two new.
    world.clock.advance(day);
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(6, 2), ...ads(2, 9)]);
    for (let poll = 0; poll < 4; poll++) {
      world.clock.advance(hour);
      await world.round();
    }
    const live = world.live();
    expect(live).toHaveLength(9);
    const spent = world.spent();

    await world.restart(async () => {
      await rm(folder, { recursive: true });
      await cp(backup, folder, { recursive: true });
    });
    world.requests();
    world.clock.advance(hour);
    await world.round();
    const requests = world.requests();
    const viewed = requests.findIndex((line) => line.startsWith('GET') && line.endsWith('/listings'));
    expect(viewed).toBeGreaterThan(-1);
    expect(requests.slice(0, viewed).filter((line) => !line.startsWith('GET'))).toEqual([]);
    expect(world.spent()).toBe(spent);
    expect((await world.attention()).map(({ kind, count }) => [kind, count])).toEqual([
      ['connection_adopting', 9],
    ]);
    expect(await run()).toMatchObject({ archived: [] });
    expect(calls(world.requests())).toBe(0);
    expect(world.live()).toEqual(live);
  });
});

describe('what a person is told', () => {
  const kinds = async (): Promise<[string, number][]> =>
    (await world.attention()).map(({ kind, count }) => [kind, count]);

  it('of listings that nobody here put, as soon as they are seen and until a hold asks', async () => {
    await publish(3);
    world.sandbox.staff.setListing(world.connectionId, 'F0001', { status: 'live' });
    const { store } = world.app.services;
    const seen = { portal: 'live', listingId: null, publicUrl: null } as const;
    await store.listings.noteForeign(world.connectionId, [{ externalId: 'F0001', ...seen }], 0);
    expect(await kinds()).toEqual([['foreign', 1]]);
    await run();
    expect(await kinds()).toEqual([['hold', 1]]);
  });

  it('of listings that the portal took down, until they are suppressed', async () => {
    await publish(3);
    world.sandbox.staff.setListing(world.connectionId, 'A0002', { status: 'taken_down' });
    world.clock.advance(day);
    await world.round();
    await run();
    expect(await kinds()).toEqual([['taken_down', 1]]);
    const { store, clock } = world.app.services;
    const at = clock.now();
    const words = { reason: 'agreed', until: null, author: 'ana', at };
    await store.suppressions.add({ connectionId: world.connectionId, externalId: 'A0002', ...words });
    expect(await kinds()).toEqual([]);
  });
});

describe('drift that doctor knows of', () => {
  const look = () => checkDrift(world.connectionId, world.app.services.store, () => 'at 4');

  it('is unknown before the first comparison, and then by content where the view has digests', async () => {
    await publish(3);
    expect(await look()).toMatchObject({ state: 'ok', message: expect.stringContaining('not compared') });
    await run();
    expect(await look()).toMatchObject({
      state: 'ok',
      message: 'Compared at 4 by presence and content: no drift.',
    });
    world.sandbox.staff.setListing(world.connectionId, 'A0002', { payload: {}, digest: 'theirs' });
    await run();
    expect((await look()).message).toContain('1 listing sent again');
  });

  it('is presence only where the view has none', async () => {
    await publish(3);
    const { services } = world.app;
    const view: typeof services.portal.view = async (connectionId) => {
      const reply = await services.portal.view(connectionId);
      if (reply.kind !== 'ok') return reply;
      return { ...reply, body: reply.body.map((record) => ({ ...record, digest: null })) };
    };
    await reconcile(world.connectionId, { ...services, portal: { ...services.portal, view } });
    expect((await look()).message).toContain('by presence only');
  });
});
