import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { otherPortal } from '../../src/sync/connection/bind-store.js';
import { decideHold, type DecisionResult } from '../../src/sync/decisions/decide-hold.js';
import { reconcile } from '../../src/sync/reconcile/reconcile.js';
import type { ReconcileReport } from '../../src/sync/reports.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { World } from '../support/world.js';
import { ordinalsFor, recordDecision, listingDecision } from '../store/builders.js';

let world: World;
afterEach(async () => world.close());

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(4, '0')}`);

/** Listings that a feed published long ago, in the store and on the portal, as if every poll and push had gone well. */
async function seed(ids: readonly string[]): Promise<void> {
  const { services, feeds } = world.app;
  const { store, clock } = services;
  const feedId = feeds[0]?.id ?? 0;
  const before = clock.now() - 30 * day;
  const ordinals = await ordinalsFor({ store, feedId }, ids);
  const decisions = ids.map((id, index) =>
    recordDecision(ordinals[index] ?? -1, id, { listings: [listingDecision(id, { queue: null })] }),
  );
  await store.records.commitBlock(world.connectionId, feedId, decisions, before);
  await store.listings.update(
    world.connectionId,
    ids.map((externalId) => ({ externalId, portal: 'live', confirmedDigest: 'A', firstSentAt: before })),
    0,
  );
  await store.feeds.update(feedId, { lastCompleteAt: clock.now() });
  putLive(ids);
}

/** Taken off and confirmed, eight days ago. */
async function seedOff(ids: readonly string[]): Promise<void> {
  await seed(ids);
  const { store, clock } = world.app.services;
  const at = clock.now() - 8 * day;
  const gone = ids.map(
    (externalId) =>
      ({
        externalId,
        presence: 'gone',
        graceSince: at,
        gracePolls: 2,
        queueRemoval: 'withdrawn',
      }) as const,
  );
  await store.listings.applyAbsences(world.connectionId, world.app.feeds[0]?.id ?? 0, gone, at);
  for (const id of ids) await store.batches.settleRemoval(world.connectionId, id, 'removed', at);
}

function putLive(ids: readonly string[]): void {
  for (const id of ids) world.sandbox.staff.setListing(world.connectionId, id, { status: 'live' });
}

function run(options: { dryRun?: boolean } = {}): Promise<ReconcileReport> {
  return reconcile(world.connectionId, world.app.services, options);
}

function calls(): string[] {
  return world.requests().filter((line) => line.startsWith('POST') && line.endsWith('/reconcile'));
}

function decide(kind: 'approve' | 'reject', holdId: number, only?: string[]): Promise<DecisionResult> {
  return decideHold({ holdId, kind, expect: null, author: 'test', only }, world.app.services);
}

async function openHold(kind: 'foreign' | 'confirmation') {
  const [hold] = await world.app.services.store.holds.open({ kind });
  return hold === undefined ? null : ((await world.app.services.store.holds.get(hold.id)) ?? null);
}

describe('the nightly comparison takes off exactly what is off', () => {
  it.each([
    { size: repetitions({ tests: 5000, soak: 5600 }), way: 'one_by_one', lists: 0 },
    { size: repetitions({ tests: 400, soak: 4000 }), way: 'list', lists: 1 },
  ] as const)('of $size live listings: $way', async ({ size, way, lists }) => {
    world = await World.create();
    const own = numbered('A', size);
    const back = numbered('B', 20);
    const foreign = numbered('F', 5);
    await seed(own);
    await seedOff(back);
    putLive([...back, ...foreign]);
    const { store, clock } = world.app.services;
    const grace = { externalId: 'A0007', presence: 'grace', graceSince: clock.now(), gracePolls: 1 } as const;
    const feedId = world.app.feeds[0]?.id ?? 0;
    await store.listings.applyAbsences(
      world.connectionId,
      feedId,
      [{ ...grace, queueRemoval: null }],
      clock.now(),
    );
    world.requests();

    const plan = await run({ dryRun: true });
    expect(plan).toMatchObject({ way, state: 'done', held: 0 });
    expect(plan.archived.map((one) => one.externalId)).toEqual(back);
    expect(world.live()).toHaveLength(size + 25);

    const report = await run();
    expect(report).toMatchObject({ way, state: 'done', live: size + 25 });
    expect(report.foreign.map((one) => one.externalId)).toEqual(foreign);
    expect(calls()).toHaveLength(lists);
    expect(world.live()).toEqual([...own, ...foreign].sort());
    expect((await openHold('foreign'))?.lines.map((line) => line.externalId)).toEqual(foreign);

    // Once more, and after a missed night: nothing more.
    await run();
    world.clock.advance(day);
    expect(await run()).toMatchObject({ archived: [] });
    expect(world.live()).toEqual([...own, ...foreign].sort());
  });

  it('sends no empty list: the portal would archive everything', async () => {
    world = await World.create();
    await seedOff(['B0001', 'B0002']);
    putLive(['B0001', 'B0002']);
    const report = await run();
    expect(calls()).toEqual([]);
    expect(report).toMatchObject({ held: 2 });
    expect(world.live()).toHaveLength(2);
    await decide('approve', report.holdId ?? 0);
    await run();
    expect(calls()).toEqual([]);
    expect(world.live()).toEqual([]);
  });

  it('fault 86: holds what the guard stops, and carries out exactly what a person approves', async () => {
    world = await World.create();
    await seed(numbered('A', 30));
    const back = numbered('B', 25);
    await seedOff(back);
    putLive(back);
    const report = await run();
    expect(report).toMatchObject({ state: 'held', held: 25, archived: [] });
    expect(report.holdReason).toContain('removals.max_share');
    expect(world.live()).toHaveLength(55);
    expect((await openHold('confirmation'))?.hold.lineCount).toBe(25);

    expect(await decide('approve', report.holdId ?? 0)).toMatchObject({ ok: true, listings: 25 });
    expect((await world.app.services.store.connections.get(world.connectionId))?.nextReconcileAt).toBe(
      world.clock.now(),
    );
    // One more turned up since: it was not shown, and stays.
    await seedOff(['C0001']);
    putLive(['C0001', 'F0001']);
    const second = await run();
    expect(second.archived).toHaveLength(26);
    expect(world.live()).toEqual([...numbered('A', 30), 'F0001']);
  });

  it('keeps what a person refused to take off, and asks again after its time', async () => {
    world = await World.create();
    await seed(numbered('A', 30));
    const back = numbered('B', 25);
    await seedOff(back);
    putLive(back);
    const first = await run();
    await decide('reject', first.holdId ?? 0);
    expect(await run()).toMatchObject({ state: 'done', held: 0, archived: [] });
    expect(world.live()).toHaveLength(55);
    world.clock.advance(15 * day);
    await world.app.services.store.feeds.update(1, { lastCompleteAt: world.clock.now() });
    expect(await run()).toMatchObject({ state: 'held', held: 25 });
  });

  it.each([{ refusesField: false }, { refusesField: true }])(
    'asks a person where the portal wants a confirmation (field refused: $refusesField)',
    async ({ refusesField }) => {
      world = await World.create({
        sandbox: { massRemovalCount: 2, massRemovalShare: 0.01 },
        ...(refusesField && { protocol: { confirm_mass_removal_field: 'is_confirmed' } }),
      });
      await seed(numbered('A', 30));
      const back = numbered('B', 5);
      await seedOff(back);
      putLive(back);
      const first = await run();
      expect(first).toMatchObject({ state: 'held', held: 5, archived: [] });
      expect(first.holdReason).toContain('confirmation');
      expect(world.live()).toHaveLength(35);
      await decide('approve', first.holdId ?? 0);
      await run();
      expect(world.live()).toEqual(numbered('A', 30));
      expect(await openHold('confirmation')).toBeNull();
    },
  );
});

describe('nothing is taken off for want of knowledge', () => {
  async function seedSurplus(): Promise<void> {
    await seed(numbered('A', 30));
    await seedOff(['B0001', 'B0002', 'B0003']);
    putLive(['B0001', 'B0002', 'B0003']);
    world.requests();
  }

  it('fault 79: asks once more for a page that fails, and stops where it fails again', async () => {
    world = await World.create({ protocol: { view_page_size: 10 } });
    await seedSurplus();
    const gate = world.sandbox.gate({ at: 'before', operation: 'view_listings' });
    const running = run();
    await gate.someoneArrived(1);
    gate.letPass(1);
    await gate.someoneArrived(2);
    gate.cut();
    await gate.someoneArrived(3);
    gate.cut();
    const report = await running;
    gate.open();
    expect(report).toMatchObject({ state: 'stalled', archived: [] });
    expect(calls()).toEqual([]);
    expect(world.live()).toHaveLength(33);
  });

  it('fault 82: skips where no feed was read completely for 36 hours, and says so', async () => {
    world = await World.create();
    await seedSurplus();
    world.clock.advance(37 * hour);
    const report = await run();
    expect(report).toMatchObject({ state: 'stalled', archived: [] });
    expect(report.message).toContain('reconcile.max_snapshot_age');
    expect(calls()).toEqual([]);
    expect(world.live()).toHaveLength(33);
  });

  it('fault 82: keeps the listings of one stalled feed, and runs', async () => {
    world = await World.create();
    await seedSurplus();
    const { store } = world.app.services;
    const stalled = await store.feeds.declare(
      {
        name: 'stalled',
        connectionId: world.connectionId,
        sourceHash: 'other',
        mapping: 'estate-sistem',
        idPrefix: '',
      },
      world.clock.now(),
    );
    await store.feeds.update(stalled.id, { life: 'stalled', lastCompleteAt: world.clock.now() - 9 * day });
    await store.listings.update(
      world.connectionId,
      numbered('A', 5).map((externalId) => ({ externalId, feedId: stalled.id })),
      0,
    );
    expect(await run()).toMatchObject({ state: 'done', way: 'list' });
    expect(world.live()).toEqual(numbered('A', 30));
  });

  it.each(['deleted', 'renamed', 're-pointed'])('removes nothing of a feed that was %s', async (how) => {
    world = await World.create();
    await seed(numbered('A', 12));
    const config = JSON.parse(await readFile(world.configFile, 'utf8')) as {
      feeds: { name: string; connection: string }[];
    };
    const [feed] = config.feeds;
    if (feed === undefined) throw new Error('the world has no feed');
    if (how === 'deleted') config.feeds = [];
    if (how === 'renamed') feed.name = 'another';
    if (how === 're-pointed') feed.connection = world.sandbox.staff.addConnection();
    await writeFile(world.configFile, JSON.stringify(config));
    await world.restart();
    await run();
    expect(world.live()).toHaveLength(12);
    world.clock.advance(2 * day);
    await run();
    expect(world.live()).toHaveLength(12);
  });

  it('fault 84: run twice, or after nights that were missed, takes nothing more off', async () => {
    world = await World.create();
    await seedSurplus();
    expect(await run()).toMatchObject({ state: 'done', archived: [{}, {}, {}] });
    expect(calls()).toHaveLength(1);
    for (const wait of [0, minute, 3 * day]) {
      world.clock.advance(wait);
      const { store, clock } = world.app.services;
      await store.feeds.update(world.app.feeds[0]?.id ?? 0, { lastCompleteAt: clock.now() });
      expect(await run()).toMatchObject({ state: 'done', archived: [] });
    }
    expect(calls().length).toBeLessThanOrEqual(3);
    expect(world.live()).toEqual(numbered('A', 30));
  });

  it('fault 83: drops a plan of before a crash where something went live since, and never computes half again', async () => {
    world = await World.create();
    await seedSurplus();
    const gate = world.sandbox.gate({ at: 'before', operation: 'reconcile' });
    const running = run();
    await gate.someoneArrived();
    gate.cut();
    gate.open();
    expect(await running).toMatchObject({ state: 'stalled' });
    const { store } = world.app.services;
    const plan = await store.reconciles.unfinished(world.connectionId);
    expect(plan?.archive).toEqual(['B0001', 'B0002', 'B0003']);
    await seed(['N0001']);
    world.clock.advance(minute);
    await world.restart();
    expect(await run()).toMatchObject({ state: 'done' });
    expect(world.live()).toEqual([...numbered('A', 30), 'N0001']);
  });

  it('fault 83: sends a plan again, as it was, whose reply was lost', async () => {
    world = await World.create();
    await seedSurplus();
    const gate = world.sandbox.gate({ at: 'after', operation: 'reconcile' });
    const running = run();
    await gate.someoneArrived();
    gate.cut();
    gate.open();
    expect(await running).toMatchObject({ state: 'stalled' });
    expect(world.live()).toEqual(numbered('A', 30));
    world.clock.advance(minute);
    await world.restart();
    expect(await run()).toMatchObject({ state: 'done', archived: [] });
    const row = await world.app.services.store.listings.get(world.connectionId, 'B0001');
    expect(row?.portal).toBe('archived');
  });
});

describe('foreign listings', () => {
  it('fault 85: are decided one by one, in any cycle', async () => {
    world = await World.create();
    await seed(numbered('A', 10));
    const foreign = numbered('F', 3);
    putLive(foreign);
    await run();
    const holdId = (await openHold('foreign'))?.hold.id ?? 0;
    expect(await decide('approve', holdId, ['X'])).toMatchObject({ ok: false });
    await decide('approve', holdId, ['F0001']);
    await decide('reject', holdId, ['F0002']);
    expect((await openHold('foreign'))?.lines.map((line) => line.externalId)).toEqual(['F0003']);
    const report = await run();
    expect(report.foreign.map((one) => one.externalId)).toEqual(['F0003']);
    expect(world.live()).toEqual([...numbered('A', 10), 'F0002', 'F0003']);
    const adopted = await world.app.services.store.listings.get(world.connectionId, 'F0002');
    expect(adopted).toMatchObject({ owner: 'manual', intent: 'manual' });
  });

  it('are archived where the configuration says so, as far as the guard allows', async () => {
    world = await World.create({ config: { reconcile: { foreign: 'archive' } } });
    await seed(numbered('A', 20));
    putLive(numbered('F', 2));
    await run();
    expect(world.live()).toEqual(numbered('A', 20));
    putLive(numbered('G', 15));
    const report = await run();
    expect(report.foreign).toHaveLength(15);
    expect(world.live()).toHaveLength(35);
  });
});

describe('drift', () => {
  async function published(): Promise<void> {
    world = await World.create();
    world.feed.body = estateFeed(ads(6));
    await world.round();
    await world.round();
  }
  const setOff = (): void =>
    world.sandbox.staff.setListing(world.connectionId, 'A0001', { status: 'archived' });
  async function night(): Promise<ReconcileReport> {
    world.clock.advance(day);
    await world.round();
    const report = await run();
    await world.round();
    return report;
  }

  it('is repaired; what keeps leaving was taken down there, and is not fought', async () => {
    await published();
    setOff();
    const first = await night();
    expect(first.drift).toMatchObject([{ externalId: 'A0001', kind: 'missing', action: 'repair' }]);
    expect(world.live()).toHaveLength(6);
    expect((await night()).drift).toEqual([]);
    setOff();
    expect((await night()).drift).toMatchObject([{ action: 'repair' }]);
    setOff();
    expect((await night()).drift).toMatchObject([{ action: 'taken_down' }]);
    expect((await night()).drift).toEqual([]);
    expect(world.live()).toHaveLength(5);
  });

  it('of content is repaired three times in all, then shown', async () => {
    await published();
    const another = { price: { amount: 1 } };
    for (const action of ['repair', 'repair', 'repair', 'show']) {
      world.sandbox.staff.setListing(world.connectionId, 'A0002', { payload: another, digest: 'theirs' });
      expect((await night()).drift).toMatchObject([{ externalId: 'A0002', kind: 'content', action }]);
    }
    expect(world.payload('A0002')).toEqual(another);
  });

  it('leaves what the portal refused or took down to the portal', async () => {
    await published();
    world.sandbox.staff.setListing(world.connectionId, 'A0001', { status: 'taken_down' });
    expect((await night()).drift).toEqual([]);
    expect(world.live()).toHaveLength(5);
  });
});

describe('which store, which portal', () => {
  it('fault 87: takes over what another store pushed, sends nothing again and removes nothing for one clean cycle', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(8));
    await world.round();
    putLive(['F0001']);
    const spent = world.spent();
    world.clock.advance(hour);
    await world.loseStore();
    world.feed.body = estateFeed(ads(6));
    world.requests();
    await world.round();
    expect(world.spent()).toBe(spent);
    expect(world.live()).toHaveLength(9);
    const { store } = world.app.services;
    const connection = () => store.connections.get(world.connectionId);
    expect((await connection())?.adoptingSince).not.toBeNull();

    const first = await run();
    expect(first).toMatchObject({ archived: [] });
    expect(calls()).toEqual([]);
    world.clock.advance(hour);
    world.feed.body = estateFeed(ads(7));
    await world.round();
    await run();
    expect((await connection())?.adoptingSince).toBeNull();
    expect(world.live()).toHaveLength(9);
  });

  it('is refused by the daemon of another app, before anything is sent', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    await world.round();
    const { store } = world.app.services;
    const bound = JSON.parse((await store.meta.get('portal.bound')) ?? '{}') as Record<string, unknown>;
    await store.meta.set('portal.bound', JSON.stringify({ ...bound, appId: 'another' }));
    await world.restart();
    world.feed.body = estateFeed(ads(4));
    world.clock.advance(hour);
    const round = await world.round();
    expect(round.pushes[0]?.message).toContain('This store belongs to');
    expect(await run()).toMatchObject({ state: 'stalled' });
    expect(world.live()).toHaveLength(3);
  });

  it('is refused at another address before any request', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    await world.round();
    const { store, baseUrl } = world.app.services;
    expect(await otherPortal(baseUrl, store)).toBeNull();
    expect(await otherPortal('https://portal.example/v1', store)).toContain(
      `This store belongs to ${baseUrl}`,
    );
  });
});

describe('the schedule', () => {
  const runs = async () => world.app.services.store.runs.list({ kind: 'reconcile', limit: 50 });
  async function tick(): Promise<void> {
    await world.app.engine.tick();
    await world.app.engine.idle();
  }

  it('fault 84: runs once a night, spread per connection, and once for a night that was missed', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    await world.round();
    await tick();
    expect(await runs()).toEqual([]);
    const { store } = world.app.services;
    const due = (await store.connections.get(world.connectionId))?.nextReconcileAt ?? 0;
    const at = new Date(due);
    expect(at.getUTCHours() * 60 + at.getUTCMinutes()).toBeGreaterThanOrEqual(3 * 60 + 10);
    expect(at.getUTCHours() * 60 + at.getUTCMinutes()).toBeLessThan(4 * 60 + 11);

    world.clock.set(due - minute);
    await tick();
    expect(await runs()).toHaveLength(0);
    world.clock.set(due + minute);
    await tick();
    await tick();
    expect(await runs()).toHaveLength(1);
    world.clock.advance(3 * day);
    await tick();
    await tick();
    expect(await runs()).toHaveLength(2);
  });

  it.each([
    ['the hour is skipped', Date.UTC(2026, 2, 28, 12)],
    ['the hour comes twice', Date.UTC(2026, 9, 24, 12)],
  ])('fault 88: runs exactly once in a night where %s', async (_, noon) => {
    world = await World.create({ config: { reconcile: { schedule: '10 2 * * *' } } });
    world.clock.set(noon);
    world.feed.body = estateFeed(ads(3));
    await world.round();
    for (let step = 0; step < 48; step++) {
      await tick();
      world.clock.advance(30 * minute);
    }
    expect(await runs()).toHaveLength(1);
  });
});
