import { afterEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../src/model/hold.js';
import { decideHold, type DecisionResult } from '../../src/sync/decisions/decide-hold.js';
import type { PollReport } from '../../src/sync/reports.js';
import { csvText } from '../support/csv-feed.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function poll(body: string, wait = 15 * minute): Promise<PollReport> {
  world.clock.advance(wait);
  world.feed.body = body;
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

async function openHold(): Promise<Hold | undefined> {
  return (await world.app.services.store.holds.open({}))[0];
}

async function approve(rekey: boolean): Promise<DecisionResult> {
  const holdId = (await openHold())?.id ?? 0;
  return decideHold({ holdId, kind: 'approve', expect: null, rekey, author: 'ana' }, world.app.services);
}

const codes = (list: readonly Ad[]): string[] => list.map(({ code }) => code);

describe('a feed of four', () => {
  it('behind whose address another agency’s thirteen ads stand is held', async () => {
    world = await World.create();
    await poll(estateFeed(ads(4)));
    expect((await poll(estateFeed(ads(13, 500)))).state).toBe('held');
    const hold = await openHold();
    expect(hold).toMatchObject({ kind: 'plan', cause: 'ids', lineCount: 4 });
    expect(hold?.reason).toContain('No title is shared either, and it is over three times as large.');
    expect(world.live()).toEqual(codes(ads(4)));
  });

  it('is held where the header names another agency', async () => {
    world = await World.create();
    await poll(estateFeed(ads(4)));
    const other = estateFeed(ads(4, 500))
      .replace('<agency_id>900<', '<agency_id>901<')
      .replace('Primer nekretnine', 'Druga agencija');
    expect((await poll(other)).state).toBe('held');
    expect((await openHold())?.reason).toContain('its header names another agency');
    // Known already from what was committed, also after a restart.
    await world.restart();
    expect((await poll(other, hour)).state).toBe('held');
  });

  it('whose ids are renamed keeps each property once', async () => {
    world = await World.create();
    await poll(estateFeed(ads(4)));
    const renamed = ads(4).map((one) => ({ ...one, title: `${one.title}, novo` }));
    const body = estateFeed(renamed).replaceAll('<code><![CDATA[A', '<code><![CDATA[N');
    expect((await poll(body)).state).toBe('held');
    expect((await openHold())?.reason).toContain(
      'some of its records match listings in address, area and price',
    );
    expect(await approve(true)).toMatchObject({ ok: true, listings: 4 });
    await poll(body, minute);
    expect(world.live()).toEqual(codes(ads(4)));
    expect(world.payload('A0001')).toMatchObject({ title: { sr: `${ads(1)[0]!.title}, novo` } });
  });

  it('that sells all and offers others is asked about their removal alone', async () => {
    world = await World.create();
    await poll(estateFeed(ads(4)));
    const others = ads(3, 500);
    expect((await poll(estateFeed(others))).state).toBe('done');
    await poll(estateFeed(others), 2 * hour);
    expect(await openHold()).toMatchObject({ kind: 'removals', lineCount: 4 });
    expect(world.live()).toEqual([...codes(ads(4)), ...codes(others)]);
  });

  it('that grows to fifteen while two of it stay, or two of its titles, grows', async () => {
    world = await World.create();
    await poll(estateFeed(ads(4)));
    expect((await poll(estateFeed([...ads(2), ...ads(13, 500)]))).state).toBe('done');
    await world.close();
    world = await World.create();
    await poll(estateFeed(ads(4)));
    const titled = ads(13, 500).map((one, n) => (n < 2 ? { ...one, title: ad(n + 1).title } : one));
    expect((await poll(estateFeed(titled))).state).toBe('done');
    expect(await openHold()).toBeUndefined();
  });
});

describe('a table that was sorted by one column', () => {
  const turned = (list: readonly Ad[], count: number): Ad[] =>
    list.map((one, n) => (n < count ? { ...one, price: list[(n + 1) % count]!.price } : one));

  it('is held, and taken over once it is approved; fewer swaps are changes of prices', async () => {
    world = await World.create();
    const [rows, count] = [12, 4];
    await poll(estateFeed(ads(rows)));
    expect((await poll(estateFeed(turned(ads(rows), 3)))).state).toBe('done');
    await poll(estateFeed([...ads(rows), ad(99)]));
    expect((await poll(estateFeed(turned(ads(rows), count)))).state).toBe('held');
    const hold = await openHold();
    expect(hold).toMatchObject({ kind: 'plan', cause: 'rows', lineCount: 0 });
    expect(hold?.reason).toContain(`${count} listings of feed agency swapped their prices among each other`);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_100 } });
    expect(await approve(false)).toMatchObject({ ok: true });
    await poll(estateFeed(turned(ads(rows), count)), minute);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_200 } });
  });

  it('is found among many rows', async () => {
    world = await World.create({ connectionStatus: 'paused' });
    const list = ads(1_200).map((one) => ({ ...one, photos: 0 }));
    await poll(estateFeed(list));
    expect((await poll(estateFeed(turned(list, 1_100)))).state).toBe('held');
    expect(await openHold()).toMatchObject({ cause: 'rows' });
  });
});

describe('what a held file calls sold or rented', () => {
  const table = (list: readonly Ad[], status: (n: number) => string): string => {
    const [header = '', ...rows] = csvText(list)
      .trimEnd()
      .split(/\r\n(?=A0)/);
    return [`${header};status`, ...rows.map((row, n) => `${row};${status(n)}`), ''].join('\r\n');
  };
  /** All lost their photos: a file that is asked about as a whole. */
  const bare = (list: readonly Ad[]): Ad[] =>
    list.map((one) => ({ ...one, price: one.price + 1_000, photos: 0 }));

  it('is removed at once, by the guard; it comes back with the file before', async () => {
    world = await World.create({ mapping: 'csv-header' });
    world.feed.headers = { 'content-type': 'text/csv' };
    await poll(table(ads(10), () => ''));
    const report = await poll(table(bare(ads(10)), (n) => ['prodato', 'izdato'][n] ?? ''));
    expect(report.state).toBe('held');
    expect(report.message).toContain('2 listings that it calls sold or rented are removed');
    await world.later(minute);
    expect(world.live()).toEqual(codes(ads(10).slice(2)));
    expect(await openHold()).toMatchObject({ kind: 'plan', cause: 'fields' });
    // The same file again removes nothing more.
    await world.later(hour);
    expect(world.live()).toHaveLength(8);
    await poll(table(ads(10), () => ''));
    expect(await openHold()).toBeUndefined();
    expect(world.live()).toHaveLength(10);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_100 } });
  });

  it('over the limits waits beside the file, and no longer than a file says so', async () => {
    world = await World.create({ mapping: 'csv-header' });
    world.feed.headers = { 'content-type': 'text/csv' };
    await poll(table(ads(10), () => ''));
    await poll(table(bare(ads(10)), (n) => (n < 4 ? 'prodato' : '')));
    const kinds = async (): Promise<string[]> =>
      (await world.app.services.store.holds.open({})).map(({ kind, lineCount }) => `${kind} ${lineCount}`);
    expect((await kinds()).sort()).toEqual(['plan 0', 'removals 4']);
    expect(world.live()).toHaveLength(10);
    await world.restart();
    await world.later(hour);
    expect(world.live()).toHaveLength(10);
    await poll(table(ads(10), () => ''));
    expect(await kinds()).toEqual([]);
    expect(world.live()).toHaveLength(10);
  });
});
