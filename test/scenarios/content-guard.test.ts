import { afterEach, describe, expect, it } from 'vitest';
import type { OpenDoubt } from '../../src/model/content.js';
import type { Hold } from '../../src/model/hold.js';
import type { Millis } from '../../src/model/millis.js';
import { executeDecision, type RequestedDecision } from '../../src/sync/decisions/execute-decision.js';
import { csvText } from '../support/csv-feed.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

type Ads = Parameters<typeof estateFeed>[0];

async function serve(list: Ads, wait = 15 * minute): ReturnType<World['round']> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list);
  return world.round();
}

/** A round in which the source has nothing new. */
async function later(wait = 15 * minute): Promise<void> {
  world.clock.advance(wait);
  await world.round();
}

const priced = (list: Ads, ...prices: number[]): Ads =>
  list.map((one, index) => (index < prices.length ? { ...one, price: prices[index] ?? one.price } : one));

async function doubts(): Promise<OpenDoubt[]> {
  const [feed] = await world.app.services.store.feeds.all();
  return world.app.services.store.content.doubts(feed?.id ?? 0);
}

async function contentHold(): Promise<Hold | undefined> {
  const [hold] = await world.app.services.store.holds.open({ kind: 'content' });
  return hold;
}

function decide(
  kind: RequestedDecision['kind'],
  payload: Record<string, unknown>,
  createdAt?: Millis,
): ReturnType<typeof executeDecision> {
  return executeDecision(
    { kind, payload, author: 'test', ...(createdAt !== undefined && { createdAt }) },
    world.app.services,
  );
}

const confirm = (externalId: string, value: string | null = null): ReturnType<typeof executeDecision> =>
  decide('confirm', { of: 'listing', connectionId: null, externalId, field: null, value });

function priceOf(id: string): unknown {
  return (world.payload(id) as { price?: { amount?: unknown } } | undefined)?.price?.amount;
}

describe('a price that cannot be right', () => {
  it('waits, while everything else of the update goes out and the live price stays', async () => {
    world = await World.create();
    await serve(ads(10));
    const list = priced(ads(10), 1);
    await serve(list.map((one, index) => (index === 0 ? { ...one, title: 'Nov naslov na Limanu' } : one)));
    expect(priceOf('A0001')).toBe(90_100);
    expect(world.payload('A0001')).toMatchObject({ title: { sr: 'Nov naslov na Limanu' } });
    expect(await doubts()).toMatchObject([
      { externalId: 'A0001', rule: 'placeholder', field: 'price', value: '1 EUR', live: '90100 EUR' },
    ]);
    expect(await contentHold()).toMatchObject({ kind: 'content', lineCount: 1 });
  });

  it('closes by itself when the record is corrected, and a new listing waits until then', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve([...ads(10), ad(11, { price: 95 })]);
    expect(world.live()).not.toContain('A0011');
    expect(await doubts()).toMatchObject([{ externalId: 'A0011', live: null }]);
    await serve([...ads(10), ad(11, { price: 95_000 })]);
    expect(world.live()).toContain('A0011');
    expect(await doubts()).toEqual([]);
    expect(await contentHold()).toBeUndefined();
  });

  it('goes live once it is confirmed, though the source answers that nothing changed', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(priced(ads(10), 9_100));
    expect(await doubts()).toMatchObject([{ rule: 'jump', value: '9100 EUR' }]);
    await later();
    expect(await confirm('A0001', '9100 EUR')).toMatchObject({ ok: true, listings: 1 });
    expect(await contentHold()).toBeUndefined();
    await later(minute);
    expect(priceOf('A0001')).toBe(9_100);
    expect(await doubts()).toEqual([]);
  });

  it('is not confirmed where the record has changed since it was shown', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(priced(ads(10), 9_100));
    await serve(priced(ads(10), 9_200));
    const result = await confirm('A0001', '9100 EUR');
    expect(result).toMatchObject({ ok: false });
    expect(result.message).toContain('9200 EUR');
    await later();
    expect(priceOf('A0001')).toBe(90_100);
  });

  it.each(['approve', 'confirm'] as const)(
    'is not confirmed by a request to %s that is older than its doubt',
    async (kind) => {
      world = await World.create();
      await serve(ads(10));
      await serve(priced(ads(10), 9_100));
      const [feed] = await world.app.services.store.feeds.all();
      const asked = world.clock.now();
      // The requests wait while a poll runs, which reads another value of the first and one of the second.
      await serve(priced(ads(10), 9_200, 9_300));
      const hold = await contentHold();
      const payload =
        kind === 'approve'
          ? { holdId: hold?.id, expect: null }
          : { of: 'rule', feed: feed?.name, rule: (await doubts())[0]?.rule, expect: null };
      expect(await decide(kind, payload, asked)).toMatchObject({ ok: false });
      await later();
      expect([priceOf('A0001'), priceOf('A0002')]).toEqual([90_100, 90_200]);
      expect(await contentHold()).toMatchObject({ lineCount: 2 });
      // The same decision, made by one who saw both.
      expect(await decide(kind, payload, world.clock.now())).toMatchObject({ ok: true, listings: 2 });
      await later();
      expect([priceOf('A0001'), priceOf('A0002')]).toEqual([9_200, 9_300]);
    },
  );

  it('of those that were shown are confirmed, and one that came later is asked about still', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(priced(ads(10), 9_100));
    const asked = world.clock.now();
    await serve(priced(ads(10), 9_100, 9_300));
    const hold = await contentHold();
    const result = await decide('approve', { holdId: hold?.id, expect: null }, asked);
    expect(result).toMatchObject({ ok: true, listings: 1 });
    await later();
    expect([priceOf('A0001'), priceOf('A0002')]).toEqual([9_100, 90_200]);
    expect(await contentHold()).toMatchObject({ lineCount: 1 });
  });

  it('is sent as it was before, once its confirmation is taken back', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(priced(ads(10), 9_100));
    await confirm('A0001');
    await later(minute);
    expect(priceOf('A0001')).toBe(9_100);
    const undo = { of: 'undo', connectionId: world.connectionId, externalId: 'A0001', field: null };
    expect(await decide('confirm', undo)).toMatchObject({ ok: true });
    await later(minute);
    expect(priceOf('A0001')).toBe(90_100);
    expect(await doubts()).toMatchObject([{ externalId: 'A0001', value: '9100 EUR', live: '90100 EUR' }]);
  });

  it('is no base: the value after a confirmed one is judged by the bands alone', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(priced(ads(10), 9_500));
    await confirm('A0001');
    await later(minute);
    expect(priceOf('A0001')).toBe(9_500);
    await later(8 * day);
    await serve(priced(ads(10), 95_000));
    expect(priceOf('A0001')).toBe(95_000);
  });

  it('never waits where it was live in the last 90 days', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(priced(ads(10), 60_000));
    await serve(priced(ads(10), 90_100));
    await serve(priced(ads(10), 60_000));
    expect(priceOf('A0001')).toBe(60_000);
    expect(await doubts()).toEqual([]);
  });

  it('is compared with what was live, not only with the value before a typing error', async () => {
    world = await World.create();
    await serve(ads(10));
    world.feed.body = estateFeed(priced(ads(10), 80_000));
    await serve(priced(ads(10), 16_100));
    expect(await doubts()).toMatchObject([{ rule: 'jump' }]);
    expect(priceOf('A0001')).not.toBe(16_100);
  });
});

describe('leaving public view', () => {
  it.each([
    ['prodato', [] as string[]],
    ['rezervisano', ['A0001']],
  ])('never waits for a doubt: %s', async (status, left) => {
    world = await World.create({ mapping: 'csv-header' });
    world.feed.headers = { 'content-type': 'text/csv' };
    const [header = '', ...rows] = csvText(ads(10))
      .trimEnd()
      .split(/\r\n(?=A0)/);
    const table = (first: string, status: string): string =>
      [
        `${header};status`,
        ...rows.map((row, index) => (index === 0 ? `${first};${status}` : `${row};`)),
        '',
      ].join('\r\n');
    world.feed.body = table(rows[0] ?? '', '');
    await world.round();
    world.clock.advance(15 * minute);
    world.feed.body = table((rows[0] ?? '').replace('90100,00', '1,00'), status);
    await world.round();
    const shown = world.live().filter((id) => id === 'A0001');
    expect(shown).toEqual([]);
    expect((await doubts()).map(({ externalId }) => externalId)).toEqual(left);
  });
});

describe('a question', () => {
  it('covers all doubts of a rule, and is answered at once', async () => {
    world = await World.create();
    await serve(ads(20));
    await serve(priced(ads(20), 95, 96, 97));
    const [feed] = await world.app.services.store.feeds.all();
    const of = { of: 'rule', feed: feed?.name ?? '', rule: 'offer_mismatch' };
    expect(await decide('confirm', { ...of, expect: 2 })).toMatchObject({ ok: false });
    const rules = new Set((await doubts()).map(({ rule }) => rule));
    expect(rules.size).toBe(1);
    expect(await decide('confirm', { ...of, rule: [...rules][0], expect: 3 })).toMatchObject({
      ok: true,
      listings: 3,
    });
    await later(minute);
    expect([priceOf('A0001'), priceOf('A0002'), priceOf('A0003')]).toEqual([95, 96, 97]);
  });

  it('that is rejected keeps what is live, and is asked again after two weeks', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(priced(ads(10), 9_100));
    const hold = await contentHold();
    expect(await decide('reject', { holdId: hold?.id, expect: null })).toMatchObject({ ok: true });
    await later(day);
    expect(await contentHold()).toBeUndefined();
    expect(priceOf('A0001')).toBe(90_100);
    await later(14 * day);
    await later(hour);
    expect(await contentHold()).toBeDefined();
  });

  it('is one for prices that changed alike, and all else of the file is taken over', async () => {
    world = await World.create();
    await serve(ads(10));
    const round = await serve([...ads(10).map((one) => ({ ...one, price: one.price * 2 })), ad(50)]);
    expect(round.polls[0]?.state).toBe('done');
    expect(world.live()).toContain('A0050');
    expect(priceOf('A0001')).toBe(90_100);
    expect(await contentHold()).toMatchObject({ lineCount: 10 });
    const hold = await contentHold();
    expect(await decide('approve', { holdId: hold?.id, expect: 10 })).toMatchObject({ ok: true });
    await later(minute);
    expect(priceOf('A0001')).toBe(180_200);
  });
});

describe('the first file of a feed', () => {
  const wrong = (count: number): Ads =>
    ads(10).map((one, index) => (index < count ? { ...one, price: 95 } : one));

  it('is asked about once where most of it looks wrong, and nothing of it is pushed before the answer', async () => {
    world = await World.create();
    await serve(wrong(6));
    expect(world.live()).toEqual([]);
    const hold = await contentHold();
    expect(hold).toMatchObject({ cause: 'first_file', lineCount: 6 });
    await later();
    expect(world.live()).toEqual([]);
    expect(await decide('reject', { holdId: hold?.id, expect: null })).toMatchObject({ ok: true });
    await later(minute);
    expect(world.live()).toEqual(['A0007', 'A0008', 'A0009', 'A0010']);
  });

  it('goes out as it is once it is approved, or as soon as it is corrected', async () => {
    world = await World.create();
    await serve(wrong(6));
    await serve(wrong(0));
    expect(world.live()).toHaveLength(10);
    expect(await contentHold()).toBeUndefined();
  });

  it('waits for single values alone where most of it is right', async () => {
    world = await World.create();
    await serve(wrong(4));
    expect(world.live()).toHaveLength(6);
    expect(await contentHold()).toMatchObject({ cause: null, lineCount: 4 });
  });
});

describe('a price on request', () => {
  const without = (count: number): Ads =>
    ads(10).map((one, index) => (index < count ? { ...one, price: 0 } : one));

  it('makes a live listing inactive, and a new one is not published, without a question', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve([...without(1), ad(11, { price: 0 })]);
    expect(world.live()).not.toContain('A0001');
    expect(world.live()).not.toContain('A0011');
    expect(world.payload('A0001')).toMatchObject({ state: 'inactive', price: { amount: 90_100 } });
    expect(await doubts()).toEqual([]);
    await serve(priced(ads(10), 90_200));
    expect(world.live()).toContain('A0001');
  });

  it('removes it where the feed asks for that', async () => {
    world = await World.create({ feed: { on_request: 'remove' } });
    await serve(ads(10));
    await serve(without(1));
    await later();
    expect(world.live()).not.toContain('A0001');
    expect(world.payload('A0001')).not.toMatchObject({ state: 'inactive' });
  });

  it('is a lost column where most listings have none any more: nothing changes before it is confirmed', async () => {
    world = await World.create();
    await serve(ads(10));
    await serve(without(6));
    expect(world.live()).toHaveLength(10);
    expect(await doubts()).toHaveLength(6);
    expect(await contentHold()).toMatchObject({ lineCount: 6 });
    await serve(priced(ads(10), 90_200));
    expect(await doubts()).toEqual([]);
    expect(world.live()).toHaveLength(10);
  });
});

describe('content_guard: report', () => {
  it('lets a doubtful value go live, and counts it', async () => {
    world = await World.create({ feed: { content_guard: 'report' } });
    await serve(ads(10));
    await serve(priced(ads(10), 9_100));
    expect(priceOf('A0001')).toBe(9_100);
    expect(await contentHold()).toBeUndefined();
    const { store } = world.app.services;
    const [feed] = await store.feeds.all();
    const record = await store.records.get(feed?.id ?? 0, 'A0001');
    expect(record?.issues.map(({ code }) => code)).toContain('doubt_jump');
  });
});
