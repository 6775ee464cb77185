import { afterEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../src/model/hold.js';
import { decideHold, type DecisionResult } from '../../src/sync/decisions/decide-hold.js';
import type { PollReport } from '../../src/sync/reports.js';
import { csvText } from '../support/csv-feed.js';
import { ads, type Ad } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function createWorld(): Promise<void> {
  // Most of a first file may be reserved here: an empty cell means on offer all the same.
  world = await World.create({ mapping: 'csv-header', feed: { empty_state: 'on_offer' } });
  world.feed.headers = { 'content-type': 'text/csv' };
}

/** What a row's status cell says, by the number of its ad from 1; nothing where it is not named. */
type Statuses = (number: number) => string;

const none: Statuses = () => '';
const reserved =
  (from: number, to: number, word = 'rezervisano'): Statuses =>
  (number) =>
    number >= from && number <= to ? word : '';

async function serve(list: readonly Ad[], status: Statuses, wait = 15 * minute): Promise<PollReport> {
  const [header = '', ...rows] = csvText(list)
    .trimEnd()
    .split(/\r\n(?=A0)/);
  const told = rows.map((row) => `${row};${status(Number(row.slice(1, 5)))}`);
  world.clock.advance(wait);
  world.feed.body = [`${header};status`, ...told, ''].join('\r\n');
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

const changed = (list: readonly Ad[]): Ad[] => list.map((one) => ({ ...one, price: one.price + 500 }));

async function openHolds(): Promise<Hold[]> {
  return world.app.services.store.holds.open({});
}

async function lines(): Promise<string[]> {
  const [hold] = await openHolds();
  const found = await world.app.services.store.holds.get(hold?.id ?? 0);
  return (found?.lines ?? []).map(({ externalId, reason }) => `${externalId} ${reason}`);
}

async function decide(kind: 'approve' | 'reject'): Promise<DecisionResult> {
  const [hold] = await openHolds();
  return decideHold({ holdId: hold?.id ?? 0, kind, expect: null, author: 'ana' }, world.app.services);
}

const inactive = (): string[] =>
  world
    .listings()
    .filter(({ status }) => status === 'inactive')
    .map(({ externalId }) => externalId)
    .sort();
const codes = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `A${String(from + index).padStart(4, '0')}`);

describe('listings that become inactive', () => {
  it('all at once stay active until a person decides, while their other changes go out', async () => {
    await createWorld();
    await serve(ads(20), none);
    const dearer = changed(ads(20));
    const report = await serve(dearer, reserved(1, 20));
    expect(report).toMatchObject({
      state: 'done',
      absences: { held: 20, deactivated: 0, removals: [] },
      balance: { becomingInactive: 20, deactivationsHeld: 20, deactivated: 0, absent: 0, queued: 20 },
    });
    expect(world.live()).toHaveLength(20);
    expect(world.payload('A0001')).toMatchObject({ state: 'active', price: { amount: 90_600 } });
    const [hold] = await openHolds();
    expect(hold).toMatchObject({ kind: 'removals', lineCount: 20 });
    expect(hold?.reason).toBe(
      'Feed agency reports 20 listings that are on the portal as reserved or switched off: they would become inactive and not be removed. They stay active, because it would leave 0 of the 20 listings of this run.',
    );
    expect(await lines()).toEqual(codes(1, 20).map((code) => `${code} inactive`));

    // Over a restart and unchanged files nothing moves; two come back and leave the hold.
    await world.restart();
    await serve(dearer, reserved(1, 20));
    await world.later(2 * day);
    expect(world.live()).toHaveLength(20);
    await serve(dearer, reserved(3, 20));
    expect((await openHolds())[0]).toMatchObject({ id: hold?.id, lineCount: 18 });
    const spent = world.spent();

    expect(await decide('approve')).toEqual({
      ok: true,
      listings: 18,
      message: `hold ${hold?.id} approved: 18 listings become inactive`,
    });
    expect(await openHolds()).toEqual([]);
    await world.later(minute);
    expect(inactive()).toEqual(codes(3, 20));
    expect(world.live()).toEqual(['A0001', 'A0002']);
    expect(world.spent()).toBe(spent + 18);
    // The record says what is live: nothing more is sent, and nothing asked.
    await serve(dearer, reserved(3, 20), hour);
    expect(world.spent()).toBe(spent + 18);
    expect(await openHolds()).toEqual([]);
  });

  it('are kept by a rejection, for its time and whatever else of them changes; sold ones leave', async () => {
    await createWorld();
    await serve(ads(10), none);
    await serve(ads(10), reserved(1, 6));
    expect(await decide('reject')).toMatchObject({ ok: true, listings: 6 });
    const dearer = changed(ads(10));
    const report = await serve(dearer, reserved(1, 6));
    expect(report.balance).toMatchObject({ becomingInactive: 6, keptActive: 6, deactivationsHeld: 0 });
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(10);
    // One of them is sold: that is no deactivation, and the guard lets one go.
    await serve(dearer, (n) => (n === 1 ? 'prodato' : reserved(2, 6)(n)), hour);
    await world.later(minute);
    expect(world.live()).toEqual(codes(2, 10));
    // One comes back to active and is reserved again: the rejection was about what the record said before.
    await serve(dearer.slice(1), reserved(3, 6), hour);
    await serve(dearer.slice(1), reserved(2, 6), hour);
    await world.later(minute);
    expect(inactive()).toEqual(['A0002']);
    await world.later(15 * day);
    expect(await lines()).toEqual(codes(3, 6).map((code) => `${code} inactive`));
    expect((await openHolds())[0]?.reason).toContain('4 of them were kept by a decision that has expired');
  });

  it('two a day are held on the fourth day, as removals are, and both count together', async () => {
    await createWorld();
    await serve(ads(20), none, 8 * day);
    const heldOn: number[] = [];
    for (let today = 1; today <= 4; today++) {
      // Of the two of each day one is reserved and one is sold.
      const status: Statuses = (n) => (n > 2 * today ? '' : n % 2 === 0 ? 'rezervisano' : 'prodato');
      const report = await serve(ads(20), status, day);
      if (report.absences.held > 0) heldOn.push(today);
    }
    expect(heldOn).toEqual([4]);
    expect(await lines()).toEqual(['A0007 sold', 'A0008 inactive']);
    expect((await openHolds())[0]?.reason).toContain(
      'None was removed, and none became inactive, because 8 of 20',
    );
    expect(await decide('approve')).toMatchObject({
      listings: 2,
      message: expect.stringContaining('1 listings are removed and 1 become inactive') as string,
    });
  });

  it('within the limits go at once, and are reported', async () => {
    await createWorld();
    await serve(ads(10), none);
    const report = await serve(ads(10), reserved(1, 2, 'kapara'));
    expect(report).toMatchObject({
      absences: { held: 0, deactivated: 2 },
      balance: { becomingInactive: 2, deactivated: 2, queued: 2, alreadyQueued: 0 },
    });
    expect(report.message).toContain('2 become inactive');
    await world.later(minute);
    expect(inactive()).toEqual(['A0001', 'A0002']);
    // Shown again, they are no leaving, and no question.
    await serve(changed(ads(10)), none);
    expect(world.live()).toHaveLength(10);
    expect(await openHolds()).toEqual([]);
  });

  it('never sent, new, or inactive already raise no question', async () => {
    await createWorld();
    await serve(ads(12), reserved(1, 12));
    expect(inactive()).toHaveLength(12);
    await serve(ads(20), reserved(1, 20));
    expect(inactive()).toHaveLength(20);
    expect(await openHolds()).toEqual([]);
  });

  it('that leave their feed while they are held are asked about as removals', async () => {
    await createWorld();
    await serve(ads(10), none);
    await serve(ads(10), reserved(1, 8));
    expect(await lines()).toHaveLength(8);
    await serve(ads(10).slice(8), none);
    expect(await openHolds()).toEqual([]);
    await serve(ads(10).slice(8), none, 2 * hour);
    expect(await lines()).toEqual(codes(1, 8).map((code) => `${code} withdrawn`));
    await serve(changed(ads(10)), reserved(1, 8));
    expect(await lines()).toEqual(codes(1, 8).map((code) => `${code} inactive`));
    expect(world.live()).toHaveLength(10);
  });

  it('by a changed mapping are held, and are active again with the former one', async () => {
    await createWorld();
    await serve(ads(10), none);
    const change = async (value: string | null): Promise<void> => {
      const of = { feed: 'agency', connectionId: world.connectionId };
      const changes = [{ kind: 'mapping', subject: '', value }] as const;
      await world.app.services.store.feedChanges.add(of, changes, 'ana', world.clock.now());
      await world.app.services.prepareFeeds();
      for (let second = 0; second < 18; second += 6) await world.tick(6_000);
    };
    await change('extends: csv-header\nname: own\nversion: 1\nfields: { state: [{ const: inactive }] }\n');
    expect(await lines()).toEqual(codes(1, 10).map((code) => `${code} inactive`));
    expect(world.live()).toHaveLength(10);
    await change(null);
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(10);
  });

  it('are named by a dry run, which changes nothing', async () => {
    await createWorld();
    await serve(ads(10), none);
    const [header = '', ...rows] = csvText(ads(10))
      .trimEnd()
      .split(/\r\n(?=A0)/);
    world.feed.body = [`${header};status`, ...rows.map((row) => `${row};rezervisano`), ''].join('\r\n');
    const [report] = (await world.round({ dryRun: true })).polls;
    expect(report?.absences).toMatchObject({
      held: 10,
      holdReason: expect.stringContaining('leave 0 of the 10'),
    });
    expect(report?.planned.map(({ action }) => action)).toEqual(Array(10).fill('deactivate'));
    expect(await openHolds()).toEqual([]);
  });
});

describe('reserved marks that a file lost', () => {
  it('hold the whole file, whether all of them are gone or most', async () => {
    await createWorld();
    await serve(ads(20), reserved(1, 12));
    const report = await serve(changed(ads(20)), none);
    expect(report.state).toBe('held');
    const [hold] = await openHolds();
    expect(hold).toMatchObject({ kind: 'plan', cause: 'fields' });
    expect(hold?.reason).toContain('the marks of listings that are reserved or switched off (12 of 12)');
    expect(world.live()).toEqual(codes(13, 20));
    // Seven are still marked, so five are free again: that happens.
    await serve(changed(ads(20)), reserved(1, 7));
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toEqual(codes(8, 20));
    expect((await serve(ads(20), reserved(1, 2))).state).toBe('held');
    expect(await decide('approve')).toMatchObject({ ok: true });
    await serve(ads(20), reserved(1, 2), minute);
    expect(world.live()).toEqual(codes(3, 20));
  });

  it('are no marks of what a held deactivation kept active', async () => {
    await createWorld();
    await serve(ads(20), none);
    await serve(ads(20), reserved(1, 12));
    expect(await lines()).toHaveLength(12);
    expect((await serve(changed(ads(20)), none)).state).toBe('done');
    expect(await openHolds()).toEqual([]);
  });
});
