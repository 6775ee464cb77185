import { afterEach, describe, expect, it } from 'vitest';
import { csvText } from '../support/csv-feed.js';
import { ContentWorld, priced, type Ads } from '../support/content-world.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import type { World } from '../support/world.js';
import { recordDecision } from '../store/builders.js';

let content: ContentWorld;
let world: World;
afterEach(async () => content.close());

async function create(options: Parameters<typeof ContentWorld.create>[0] = {}): Promise<void> {
  content = await ContentWorld.create(options);
  world = content.world;
}

describe('a new listing whose price is odd, though homes cost that', () => {
  it('is asked about beside the live ones, and these never are', async () => {
    await create();
    await content.serve(ads(160));
    await content.later(hour);
    const odd = ad(161, { price: 9_300 });
    await content.serve([...priced(ads(160), 20_000), odd], hour);
    expect(await content.doubts()).toMatchObject([
      { externalId: 'A0161', rule: 'unlikely', field: 'price', causes: ['digit_lost'], live: null },
    ]);
    expect(content.priceOf('A0001')).toBe(20_000);
    expect(world.live()).not.toContain('A0161');
    expect(await content.confirm('A0161', { value: '9300 EUR' })).toMatchObject({ ok: true, listings: 1 });
    await content.later(minute);
    expect(content.priceOf('A0161')).toBe(9_300);
    expect(await content.doubts()).toEqual([]);
  });

  it.each([
    ['price', { price: 9_300 }],
    ['area', { area: '545.00' }],
  ] as const)('keeps its question about the %s where only its text changes', async (field, odd) => {
    await create();
    await content.serve(ads(6));
    await content.serve([...ads(160), ad(161, odd)]);
    const first = await content.doubts();
    expect(first).toMatchObject([{ rule: 'unlikely', field }]);
    const texted = ad(161, { ...odd, title: 'Drugi naslov istog oglasa' });
    for (const wait of [15 * minute, hour, 15 * minute]) {
      await content.serve([...ads(160), { ...texted, text: `${texted.text} ${wait}` }], wait);
      expect(await content.doubts()).toMatchObject([{ field, openedAt: first[0]?.openedAt }]);
    }
    await content.serve([...ads(160), ad(161)]);
    expect(await content.doubts()).toEqual([]);
    expect(world.payload('A0161')).toMatchObject({ structure: { area_sqm: 54 } });
  });

  it('is asked about beside the rest of the first file, and goes live once it is corrected', async () => {
    await create();
    await content.serve([...ads(60), ad(61, { area: '545.00' })]);
    expect(await content.doubts()).toMatchObject([{ rule: 'unlikely', field: 'area', value: '545' }]);
    expect(world.payload('A0061')).not.toHaveProperty('structure.area_sqm');
    await content.serve([...ads(60), ad(61, { area: '54.50' })]);
    expect(await content.doubts()).toEqual([]);
    expect(world.payload('A0061')).toMatchObject({ structure: { area_sqm: 54.5 } });
  });
});

describe('a price that cannot be right', () => {
  it('waits, while everything else of the update goes out and the live price stays', async () => {
    await create();
    await content.serve(ads(10));
    const list = priced(ads(10), 1);
    await content.serve(
      list.map((one, index) => (index === 0 ? { ...one, title: 'Nov naslov na Limanu' } : one)),
    );
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(world.payload('A0001')).toMatchObject({ title: { sr: 'Nov naslov na Limanu' } });
    expect(await content.doubts()).toMatchObject([
      { externalId: 'A0001', rule: 'placeholder', field: 'price', value: '1 EUR', live: '90100 EUR' },
    ]);
    expect(await content.hold()).toMatchObject({ kind: 'content', lineCount: 1 });
  });

  it('closes by itself when the record is corrected, and a new listing waits until then', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve([...ads(10), ad(11, { price: 95 })]);
    expect(world.live()).not.toContain('A0011');
    expect(await content.doubts()).toMatchObject([{ externalId: 'A0011', live: null }]);
    await content.serve([...ads(10), ad(11, { price: 95_000 })]);
    expect(world.live()).toContain('A0011');
    expect(await content.doubts()).toEqual([]);
    expect(await content.hold()).toBeUndefined();
  });

  it('goes live once it is confirmed, though the source answers that nothing changed', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    expect(await content.doubts()).toMatchObject([{ rule: 'jump', value: '9100 EUR' }]);
    await content.later();
    expect(await content.confirm('A0001', { value: '9100 EUR' })).toMatchObject({ ok: true, listings: 1 });
    expect(await content.hold()).toBeUndefined();
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
    expect(await content.doubts()).toEqual([]);
  });

  it('is not confirmed where the record has changed since it was shown', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    await content.serve(priced(ads(10), 9_200));
    const result = await content.confirm('A0001', { value: '9100 EUR' });
    expect(result).toMatchObject({ ok: false });
    expect(result.message).toContain('9200 EUR');
    await content.later();
    expect(content.priceOf('A0001')).toBe(90_100);
  });

  it.each(['approve', 'confirm'] as const)(
    'is not confirmed by a request to %s that is older than its doubt',
    async (kind) => {
      await create();
      await content.serve(ads(10));
      await content.serve(priced(ads(10), 9_100));
      const { name } = await content.feed();
      const asked = world.clock.now();
      // The requests wait while a poll runs, which reads another value of the first and one of the second.
      await content.serve(priced(ads(10), 9_200, 9_300));
      const hold = await content.hold();
      const payload =
        kind === 'approve'
          ? { holdId: hold?.id, expect: null }
          : { of: 'rule', feed: name, rule: (await content.doubts())[0]?.rule, expect: null };
      expect(await content.decide(kind, payload, asked)).toMatchObject({ ok: false });
      await content.later();
      expect([content.priceOf('A0001'), content.priceOf('A0002')]).toEqual([90_100, 90_200]);
      expect(await content.hold()).toMatchObject({ lineCount: 2 });
      // The same decision, made by one who saw both.
      expect(await content.decide(kind, payload, world.clock.now())).toMatchObject({ ok: true, listings: 2 });
      await content.later();
      expect([content.priceOf('A0001'), content.priceOf('A0002')]).toEqual([9_200, 9_300]);
    },
  );

  it('of those that were shown are confirmed, and one that came later is asked about still', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    const asked = world.clock.now();
    await content.serve(priced(ads(10), 9_100, 9_300));
    const hold = await content.hold();
    const result = await content.decide('approve', { holdId: hold?.id, expect: null }, asked);
    expect(result).toMatchObject({ ok: true, listings: 1 });
    await content.later();
    expect([content.priceOf('A0001'), content.priceOf('A0002')]).toEqual([9_100, 90_200]);
    expect(await content.hold()).toMatchObject({ lineCount: 1 });
  });

  it('is sent as it was before, once its confirmation is taken back', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    await content.confirm('A0001');
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
    expect(await content.takeBack('A0001')).toMatchObject({ ok: true });
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(await content.doubts()).toMatchObject([
      { externalId: 'A0001', value: '9100 EUR', live: '90100 EUR' },
    ]);
  });

  it('is no base: the value after a confirmed one is judged by the bands alone', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_500));
    await content.confirm('A0001');
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_500);
    await content.later(8 * day);
    await content.serve(priced(ads(10), 95_000));
    expect(content.priceOf('A0001')).toBe(95_000);
  });

  it('never waits where it was live in the last 90 days', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 60_000));
    await content.serve(priced(ads(10), 90_100));
    await content.serve(priced(ads(10), 60_000));
    expect(content.priceOf('A0001')).toBe(60_000);
    expect(await content.doubts()).toEqual([]);
  });

  it('is compared with what was live, not only with the value before a typing error', async () => {
    await create();
    await content.serve(ads(10));
    world.feed.body = estateFeed(priced(ads(10), 80_000));
    await content.serve(priced(ads(10), 16_100));
    expect(await content.doubts()).toMatchObject([{ rule: 'jump' }]);
    expect(content.priceOf('A0001')).not.toBe(16_100);
  });
});

/** A table of ten ads, of which the first has this word for its state, and this price. */
function serveTable(status: string, price?: number): ReturnType<World['round']> {
  world.feed.headers = { 'content-type': 'text/csv' };
  const [header = '', ...rows] = csvText(price === undefined ? ads(10) : priced(ads(10), price))
    .trimEnd()
    .split(/\r\n(?=A0)/);
  const lines = rows.map((row, index) => `${row};${index === 0 ? status : 'aktivan'}`);
  return content.serveText([`${header};status`, ...lines, ''].join('\r\n'));
}

describe('a word for the state that no table knows', () => {
  it('is asked about where nothing else of a live listing changes, until it is answered', async () => {
    await create({ mapping: 'csv-header' });
    await serveTable('aktivan');
    await serveTable('Aneks ugovora');
    const asked = { externalId: 'A0001', rule: 'unknown_state', value: 'Aneks ugovora', live: 'active' };
    expect(await content.doubts()).toMatchObject([asked]);
    expect(await content.hold()).toMatchObject({ lineCount: 1 });
    expect(world.live()).toHaveLength(10);
    await serveTable('Aneks ugovora', 91_000);
    expect(await content.doubts()).toMatchObject([asked]);
    expect(content.priceOf('A0001')).toBe(91_000);
    expect(await content.confirm('A0001')).toMatchObject({ ok: true, listings: 1 });
    await content.later(minute);
    expect([await content.doubts(), await content.hold()]).toEqual([[], undefined]);
    await serveTable('aktivan', 92_000);
    await serveTable('Aneks ugovora', 93_000);
    expect(await content.doubts()).toEqual([]);
    await content.takeBack('A0001');
    await content.later(minute);
    expect(await content.doubts()).toMatchObject([asked]);
    await serveTable('aktivan', 94_000);
    expect(await content.doubts()).toEqual([]);
  });
});

describe('a word under which release 0.1.0 published a listing', () => {
  it('is no question, also where the listing changes, and another unknown word is one', async () => {
    await create({ mapping: 'csv-header' });
    await serveTable('aktivan');
    await serveTable('Aneks ugovora');
    const { store, clock } = world.app.services;
    const { id: feedId } = await content.feed();
    const record = await store.records.get(feedId, 'A0001');
    // As a store of that release has it: the feed is marked, and the record has the word in no doubt.
    await store.feeds.update(feedId, { cleansIds: false });
    const issues = record?.issues.filter(({ code }) => code === 'unmapped_word') ?? [];
    const former = recordDecision(record?.ordinal ?? 0, 'A0001', { issues, listings: [], doubts: [] });
    await store.records.commitBlock(world.connectionId, feedId, [former], clock.now());
    for (const price of [90_300, 91_000]) {
      await serveTable('Aneks ugovora', price);
      expect([content.priceOf('A0001'), await content.doubts(), await content.hold()]).toEqual([
        ...[price, [], undefined],
      ]);
    }
    await serveTable('Aneks br. dva', 91_000);
    expect(await content.doubts()).toMatchObject([{ rule: 'unknown_state', value: 'Aneks br. dva' }]);
    await serveTable('Aneks br. dva', 92_000);
    expect(await content.doubts()).toHaveLength(1);
  });
});

describe('leaving public view', () => {
  it.each([
    ['prodato', [] as string[]],
    ['rezervisano', ['A0001']],
  ])('never waits for a doubt: %s', async (status, left) => {
    await create({ mapping: 'csv-header' });
    await serveTable('aktivan');
    await serveTable(status, 1);
    const shown = world.live().filter((id) => id === 'A0001');
    expect(shown).toEqual([]);
    expect((await content.doubts()).map(({ externalId }) => externalId)).toEqual(left);
  });
});

describe('a question', () => {
  it('covers all doubts of a rule, and is answered at once', async () => {
    await create();
    await content.serve(ads(20));
    await content.serve(priced(ads(20), 95, 96, 97));
    const [feed] = await world.app.services.store.feeds.all();
    const of = { of: 'rule', feed: feed?.name ?? '', rule: 'offer_mismatch' };
    expect(await content.decide('confirm', { ...of, expect: 2 })).toMatchObject({ ok: false });
    const rules = new Set((await content.doubts()).map(({ rule }) => rule));
    expect(rules.size).toBe(1);
    expect(await content.decide('confirm', { ...of, rule: [...rules][0], expect: 3 })).toMatchObject({
      ok: true,
      listings: 3,
    });
    await content.later(minute);
    expect([content.priceOf('A0001'), content.priceOf('A0002'), content.priceOf('A0003')]).toEqual([
      95, 96, 97,
    ]);
  });

  it('that is rejected keeps what is live, and is asked again after two weeks', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    expect(await content.answer('reject')).toMatchObject({ ok: true });
    await content.later(day);
    expect(await content.hold()).toBeUndefined();
    expect(content.priceOf('A0001')).toBe(90_100);
    await content.later(14 * day);
    await content.later(hour);
    expect(await content.hold()).toBeDefined();
  });

  it('is one for prices that changed alike, and all else of the file is taken over', async () => {
    await create();
    await content.serve(ads(10));
    const round = await content.serve([...ads(10).map((one) => ({ ...one, price: one.price * 2 })), ad(50)]);
    expect(round.polls[0]?.state).toBe('done');
    expect(world.live()).toContain('A0050');
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(await content.hold()).toMatchObject({ lineCount: 10 });
    const hold = await content.hold();
    expect(await content.decide('approve', { holdId: hold?.id, expect: 10 })).toMatchObject({ ok: true });
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(180_200);
  });
});

describe('the first file of a feed', () => {
  const wrong = (count: number): Ads =>
    ads(10).map((one, index) => (index < count ? { ...one, price: 95 } : one));

  it('is asked about once where most of it looks wrong, and nothing of it is pushed before the answer', async () => {
    await create();
    await content.serve(wrong(6));
    expect(world.live()).toEqual([]);
    const hold = await content.hold();
    expect(hold).toMatchObject({ cause: 'first_file', lineCount: 6 });
    await content.later();
    expect(world.live()).toEqual([]);
    expect(await content.answer('reject')).toMatchObject({ ok: true });
    await content.later(minute);
    expect(world.live()).toEqual(['A0007', 'A0008', 'A0009', 'A0010']);
  });

  it('goes out as it is once it is approved, or as soon as it is corrected', async () => {
    await create();
    await content.serve(wrong(6));
    await content.serve(wrong(0));
    expect(world.live()).toHaveLength(10);
    expect(await content.hold()).toBeUndefined();
  });

  it('waits for single values alone where most of it is right', async () => {
    await create();
    await content.serve(wrong(4));
    expect(world.live()).toHaveLength(6);
    expect(await content.hold()).toMatchObject({ cause: null, lineCount: 4 });
  });
});

describe('a price on request', () => {
  const without = (count: number): Ads =>
    ads(10).map((one, index) => (index < count ? { ...one, price: 0 } : one));

  it('makes a live listing inactive, and a new one is not published, without a question', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve([...without(1), ad(11, { price: 0 })]);
    expect(world.live()).not.toContain('A0001');
    expect(world.live()).not.toContain('A0011');
    expect(world.payload('A0001')).toMatchObject({ state: 'inactive', price: { amount: 90_100 } });
    expect(await content.doubts()).toEqual([]);
    await content.serve(priced(ads(10), 90_200));
    expect(world.live()).toContain('A0001');
  });

  it('removes it where the feed asks for that', async () => {
    await create({ feed: { on_request: 'remove' } });
    await content.serve(ads(10));
    await content.serve(without(1));
    await content.later();
    expect(world.live()).not.toContain('A0001');
    expect(world.payload('A0001')).not.toMatchObject({ state: 'inactive' });
  });

  it('is a lost column where most listings have none any more: nothing changes before it is confirmed', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(without(6));
    expect(world.live()).toHaveLength(10);
    expect(await content.doubts()).toHaveLength(6);
    expect(await content.hold()).toMatchObject({ lineCount: 6 });
    await content.serve(priced(ads(10), 90_200));
    expect(await content.doubts()).toEqual([]);
    expect(world.live()).toHaveLength(10);
  });
});

describe('content_guard: report', () => {
  it('lets a doubtful value go live, and counts it', async () => {
    await create({ feed: { content_guard: 'report' } });
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    expect(content.priceOf('A0001')).toBe(9_100);
    expect(await content.hold()).toBeUndefined();
    const { store } = world.app.services;
    const [feed] = await store.feeds.all();
    const record = await store.records.get(feed?.id ?? 0, 'A0001');
    expect(record?.issues.map(({ code }) => code)).toContain('doubt_jump');
  });
});
