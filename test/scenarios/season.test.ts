import { afterEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../src/model/hold.js';
import { decideHold, type DecisionResult } from '../../src/sync/decisions/decide-hold.js';
import { run } from '../cli/command-line.js';
import { csvText } from '../support/csv-feed.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { day, hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function openHolds(): Promise<Hold[]> {
  return world.app.services.store.holds.open({});
}

async function serve(list: readonly Ad[], times = 1): Promise<void> {
  world.feed.body = estateFeed([...list]);
  for (let i = 0; i < times; i++) await world.later(hour);
}

/** A file that lacks nearly everything is held after its grace. */
async function closed(rest: readonly Ad[]): Promise<Hold> {
  for (let polls = 0; polls < 12; polls++) {
    await serve(rest);
    const [hold] = await openHolds();
    if (hold !== undefined) return hold;
  }
  throw new Error('nothing was held');
}

const hide = (hold: Hold, until: number): Promise<DecisionResult> =>
  decideHold(
    {
      ...{ holdId: hold.id, kind: 'approve', expect: hold.lineCount, author: 'ana' },
      hideUntil: until,
    },
    world.app.services,
  );

/** The listings of the portal by their state, with the portal's own id. */
const portal = (): Map<string, string> =>
  new Map(world.listings().map(({ externalId, status }) => [externalId, status]));
const ids = (): Map<string, string> =>
  new Map(world.listings().map(({ externalId, listingId }) => [externalId, String(listingId)]));
const count = (status: string): number => [...portal().values()].filter((one) => one === status).length;

/** Twelve listings and one more, of a table with a column for the state. */
async function statedWorld(): Promise<World> {
  world = await World.create({ mapping: 'csv-header', feed: { empty_state: 'on_offer' } });
  world.feed.headers = { 'content-type': 'text/csv' };
  await states('', 12);
  return world;
}

/** The table with this state in the first rows of the twelve; with none of them where `marked` is 0. The thirteenth is always on offer. */
async function states(state: string, marked: number): Promise<void> {
  const [header = '', ...rows] = csvText([...ads(12), ad(99)])
    .trimEnd()
    .split(/\r\n(?=A0)/);
  const kept = marked === 0 ? rows.slice(12) : rows;
  const lines = kept.map((row, index) => `${row};${index < marked && index < 12 ? state : ''}`);
  world.feed.body = [`${header};status`, ...lines, ''].join('\r\n');
  await world.later(hour);
  await world.later(hour);
}

describe('an agency that closes for the season', () => {
  it('has its listings hidden, and back untouched under the same ids once its file has them again', async () => {
    world = await World.create();
    await serve(ads(12), 2);
    const before = ids();
    expect(count('live')).toBe(12);
    const hold = await closed([ad(99)]);
    expect(hold).toMatchObject({ kind: 'removals', lineCount: 12 });
    expect(await hide(hold, world.clock.now() + 60 * day)).toMatchObject({ ok: true, listings: 12 });
    await world.later(hour);
    expect([count('inactive'), count('live')]).toEqual([12, 1]);
    await world.later(20 * day);
    expect([count('inactive'), await openHolds()]).toEqual([12, []]);
    await serve([...ads(12), ad(99)], 2);
    expect(count('live')).toBe(13);
    expect(await openHolds()).toEqual([]);
    for (const [externalId, listingId] of before) expect(ids().get(externalId)).toBe(listingId);
  });

  it('is asked about them again on the day that was chosen, while they stay hidden', async () => {
    world = await World.create();
    await serve(ads(12), 2);
    const before = ids();
    const hold = await closed([ad(99)]);
    await hide(hold, world.clock.now() + 10 * day);
    await world.later(hour);
    await world.later(9 * day);
    expect([count('inactive'), await openHolds()]).toEqual([12, []]);
    await world.later(day + hour);
    await world.later(2 * hour);
    expect([count('live'), count('inactive')]).toEqual([1, 12]);
    const [again] = await openHolds();
    if (again === undefined) throw new Error('nothing was asked');
    expect(again).toMatchObject({ kind: 'removals', lineCount: 12 });
    expect(await hide(again, world.clock.now() + 10 * day)).toMatchObject({ ok: true, listings: 12 });
    await serve([...ads(12), ad(99)], 2);
    expect([count('live'), await openHolds()]).toEqual([13, []]);
    for (const [externalId, listingId] of before) expect(ids().get(externalId)).toBe(listingId);
  });

  it('is not hidden until a day where the feed itself calls its listings sold or inactive', async () => {
    const stated = 'calls 12 of these listings sold, withdrawn or inactive';
    for (const state of ['rezervisano', 'prodato']) {
      world = await statedWorld();
      await states(state, 12);
      const [hold] = await openHolds();
      if (hold === undefined) throw new Error('nothing was held');
      const answer = await hide(hold, world.clock.now() + 60 * day);
      expect(answer).toMatchObject({ ok: false, message: expect.stringContaining(stated) as string });
      await world.later(61 * day);
      expect([count('live'), (await openHolds()).length]).toEqual([13, 1]);
      await world.close();
    }
  });

  it('has none shown by the day that its software had switched off, or sells meanwhile', async () => {
    world = await statedWorld();
    await states('rezervisano', 1);
    expect(count('inactive')).toBe(1);
    for (let polls = 0; polls < 12 && (await openHolds()).length === 0; polls++) await states('', 0);
    const [hold] = await openHolds();
    if (hold === undefined) throw new Error('nothing was held');
    expect(await hide(hold, world.clock.now() + 10 * day)).toMatchObject({ ok: true });
    await world.later(hour);
    await states('prodato', 12);
    await world.later(11 * day);
    await world.later(2 * hour);
    expect(count('live')).toBe(1);
  });

  it('follows the file again, and not the day, once its file has the listings', async () => {
    world = await statedWorld();
    let hold: Hold | undefined;
    for (let polls = 0; polls < 12 && hold === undefined; polls++) {
      await states('', 0);
      [hold] = await openHolds();
    }
    if (hold === undefined) throw new Error('nothing was held');
    await hide(hold, world.clock.now() + 10 * day);
    await world.later(hour);
    await states('rezervisano', 12);
    await world.later(11 * day);
    await world.later(2 * hour);
    expect([count('live'), count('inactive')]).toEqual([1, 12]);
  });

  it('that changed a listing in between has it back as it is now', async () => {
    world = await World.create();
    await serve(ads(12), 2);
    await hide(await closed([ad(99)]), world.clock.now() + 60 * day);
    await world.later(hour);
    await serve([...ads(12).map((one) => ({ ...one, price: one.price + 1_000 })), ad(99)], 2);
    expect(count('live')).toBe(13);
    expect(world.payload('A0001')).toMatchObject({ state: 'active', price: { amount: 91_100 } });
  });

  it('is refused a day that is past or years ahead, and for a hold that asks of something else', async () => {
    world = await World.create();
    await serve(ads(12), 2);
    const hold = await closed([ad(99)]);
    for (const until of [world.clock.now() - 1, world.clock.now() + 500 * day])
      expect(await hide(hold, until)).toMatchObject({
        ok: false,
        message: expect.stringContaining('400 days') as string,
      });
    expect(await openHolds()).toHaveLength(1);
    expect(count('live')).toBe(13);
  });

  it('says so of each listing, and lists who decided it', async () => {
    world = await World.create();
    await serve(ads(12), 2);
    await hide(await closed([ad(99)]), world.clock.now() + 60 * day);
    await world.later(hour);
    const { out } = await run(world, 'explain', 'A0001');
    expect(out).toContain('hidden from visitors');
    const [line] = await world.app.services.store.audit.list({ limit: 1, text: 'hidden' });
    expect(line).toMatchObject({ action: 'hidden', author: 'ana' });
  });
});
