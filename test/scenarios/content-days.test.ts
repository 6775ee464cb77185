import { afterEach, describe, expect, it } from 'vitest';
import { openQuestions } from '../../src/inspect/shared-questions.js';
import { between } from '../support/between.js';
import { ContentWorld, priced, times, withAd, type Ads } from '../support/content-world.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { seededRandom } from '../support/seeded-random.js';

const worlds: ContentWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function create(options: Parameters<typeof ContentWorld.create>[0] = {}): Promise<ContentWorld> {
  const content = await ContentWorld.create(options);
  worlds.push(content);
  return content;
}

describe('an id that is used again', () => {
  const garage = { type: 'Garaža', district: 'Petrovaradin', area: '14.00', price: 9_000 };

  it('for a garage waits as a whole, and goes out as a whole once it is confirmed', async () => {
    const content = await create();
    await content.serve(ads(10));
    const former = content.world.payload('A0001');
    await content.serve(withAd(ads(10), 0, { ...garage, title: 'Garaža u Petrovaradinu' }));
    expect(content.world.payload('A0001')).toEqual(former);
    expect(await content.doubts()).toMatchObject([{ field: 'price', causes: ['other_property'] }]);
    await content.confirm('A0001');
    await content.later(minute);
    expect(content.world.payload('A0001')).toMatchObject({
      ...{ price: { amount: 9_000 }, structure: { area_sqm: 14 }, title: { sr: 'Garaža u Petrovaradinu' } },
    });
    expect(await content.hold()).toBeUndefined();
  });

  it('for a rent that fits goes out without a question', async () => {
    const content = await create();
    await content.serve(ads(10));
    await content.serve(withAd(ads(10), 0, { sale: false, price: 450 }));
    expect(content.world.payload('A0001')).toMatchObject({ transaction: 'rent', rent: { amount: 450 } });
    expect(await content.doubts()).toEqual([]);
  });

  it('for a rent at the price of a sale stays for sale until it is confirmed or corrected', async () => {
    const content = await create();
    await content.serve(ads(10));
    const rents = (price: number): Ads => withAd(ads(10), 0, { sale: false, price, title: 'Izdaje se stan' });
    await content.serve(rents(90_100));
    expect(content.world.payload('A0001')).toMatchObject({ transaction: 'sale', price: { amount: 90_100 } });
    expect(await content.doubts()).toMatchObject([{ rule: 'offer_mismatch', offer: 'rent' }]);
    await content.serve(rents(450));
    expect(content.world.payload('A0001')).toMatchObject({ transaction: 'rent', rent: { amount: 450 } });
    expect(await content.hold()).toBeUndefined();
  });
});

describe('a typing error', () => {
  it('in a listing that comes back is compared with its price before it left', async () => {
    const content = await create();
    await content.serve(ads(10));
    for (let polls = 0; polls < 4; polls++) await content.serve(ads(10).slice(1), hour);
    expect(content.world.live()).not.toContain('A0001');
    await content.serve(priced(ads(10), 9_100), hour);
    expect(await content.doubts()).toMatchObject([{ rule: 'jump', value: '9100 EUR', live: null }]);
    expect(content.world.live()).not.toContain('A0001');
    await content.serve(ads(10), hour);
    expect(await content.doubts()).toEqual([]);
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(content.world.live()).toContain('A0001');
  });

  it('after a change that was not sent yet waits, and the change is sent', async () => {
    const content = await create({ limits: { connection_items_per_hour: 10 } });
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 80_000), minute);
    expect(content.priceOf('A0001')).toBe(90_100);
    await content.serve(priced(ads(10), 8_000), minute);
    expect(await content.doubts()).toMatchObject([{ value: '8000 EUR', live: '80000 EUR' }]);
    await content.later(2 * hour);
    expect(content.priceOf('A0001')).toBe(80_000);
    // A price that is far from what is shown, though near to the error.
    await content.serve(priced(ads(10), 8_500));
    expect(content.priceOf('A0001')).toBe(80_000);
  });

  it('asks as long as the source answers that nothing changed', async () => {
    const content = await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    for (let polls = 0; polls < 3; polls++) await content.later(hour);
    expect(content.world.feedRequests.slice(-3).map(({ status }) => status)).toEqual([304, 304, 304]);
    expect(await content.hold()).toMatchObject({ lineCount: 1, revision: 1 });
    expect(content.priceOf('A0001')).toBe(90_100);
    await content.confirm('A0001');
    await content.later(hour);
    expect(content.priceOf('A0001')).toBe(9_100);
  });
});

it('a confirmed price that the portal twice calls unchanged is no answer for the price after it', async () => {
  const content = await create();
  await content.serve(ads(10));
  await content.serve(priced(ads(10), 9_100));
  await content.confirm('A0001');
  let left = 2;
  const pushed: unknown[] = [];
  between(content.world, async (request, portal) => {
    const reply = await portal(request);
    if (!request.url.endsWith('/batches') || left === 0) return reply;
    left--;
    const { batch } = (await reply.json()) as { batch: { items: { external_id: string }[] } };
    pushed.push(...batch.items.map(({ external_id }) => external_id));
    const items = batch.items.map((item) => ({ ...item, result: 'unchanged' }));
    return Response.json({ batch: { ...batch, items } }, { status: reply.status, headers: reply.headers });
  });
  await content.later(minute);
  await content.later(hour);
  expect([left, pushed]).toEqual([0, ['A0001', 'A0001']]);
  await content.serve(priced(ads(10), 1));
  expect(await content.doubts()).toMatchObject([{ rule: 'placeholder', live: '9100 EUR' }]);
  expect(content.priceOf('A0001')).toBe(9_100);
  await content.serve(priced(ads(10), 91_000));
  expect(content.priceOf('A0001')).toBe(91_000);
  expect(await content.doubts()).toEqual([]);
});

describe('a guard that reads each record again', () => {
  type Step = (list: Ad[]) => Ad[];
  /** What an agency does to its list from export to export, errors included. */
  const steps: Step[] = [
    (list) => times(list, 2),
    (list) => times(list, 0.5),
    (list) => priced(list, 9_100, 1, 95),
    (list) => list.map((one) => ({ ...one, price: 0 })),
    (list) => list.slice(1),
    (list) => [...list, ad(40 + list.length, { price: 95 })],
    (list) => [...list, ad(60 + list.length)],
    (list) => withAd(list, 2, { area: '5400.00' }),
    (list) => withAd(list, 1, { title: 'Nov naslov na Limanu' }),
    (list) => withAd(list, 0, { title: 'Lep stan', price: 185_000 }),
    () => ads(10),
  ];
  const seeds = Array.from({ length: repetitions({ tests: 2, soak: 40 }) }, (_, seed) => seed);

  it.each(seeds)('finds what one that knows them found: seed %i', async (seed) => {
    const random = seededRandom(`guard ${seed}`);
    const draw = (most: number): number => (random.bytes(1)[0] ?? 0) % most;
    const [knows, forgets] = [await create(), await create()];
    let list = ads(10);
    for (let day = 0; day < 8; day++) {
      list = (steps[draw(steps.length)] ?? ((same) => same))(list);
      const choice = draw(4);
      for (const content of [knows, forgets]) {
        const { store } = content.world.app.services;
        if (content === forgets && day > 0) await store.records.forget((await content.feed()).id, everyId);
        await content.serve(list);
        const [first] = await content.doubts();
        if (choice === 0 && first !== undefined)
          await content.confirm(first.externalId, { field: first.field });
        if (choice === 1 && first !== undefined) await content.answer('reject');
        await content.later();
      }
      expect(await found(forgets)).toEqual(await found(knows));
    }
  });

  const everyId = ads(99).map(({ code }) => code);

  async function found(content: ContentWorld): Promise<unknown> {
    const doubts = (await content.doubts()).map(({ externalId, field, value, rule, live }) =>
      [externalId, field, value, rule, live].join(' '),
    );
    const shown = content.world
      .listings()
      .map(({ externalId, status, payload }) => [
        externalId,
        status,
        payload?.price,
        payload?.structure,
        payload?.state,
      ]);
    return { doubts: doubts.sort(), shown: shown.sort(), hold: (await content.hold())?.lineCount };
  }
});

const manyFeeds = { timeout: 180_000 };
it(
  '200 feeds of one vendor that lose three digits: each asks its own, the operator is asked once, and no price goes live',
  manyFeeds,
  async () => {
    const content = await create();
    const { world } = content;
    const lists = Array.from({ length: 200 }, (_, index) => ads(1 + (index % 3), 1 + index * 3));
    await world.declare(([feed]) =>
      lists.map((_, index) => ({
        ...feed,
        name: `agency-${index}`,
        connection: world.sandbox.staff.addConnection({ status: 'active' }),
        url: `${world.feedUrl}/${index}.xml`,
      })),
    );
    await world.restart();
    const serve = async (factor: number): Promise<void> => {
      for (const [index, list] of lists.entries())
        world.at(`/${index}.xml`).body = estateFeed(times(list, factor));
      await world.later(hour);
    };
    await serve(1);
    await serve(0.001);
    const { store } = world.app.services;
    const holds = await store.holds.open({});
    expect(new Set(holds.map(({ feedId }) => feedId)).size).toBe(lists.length);
    expect(holds.map(({ kind, lineCount }) => `${kind} ${lineCount}`).sort()).toEqual(
      lists.map(({ length }) => `content ${length}`).sort(),
    );
    const questions = await openQuestions(store, world.clock.now());
    expect(questions.map(({ by, parts }) => `${by} ${parts.length}`)).toEqual(['mapping 200']);
    const prices = (await store.feeds.all()).flatMap(({ connectionId }) =>
      world.sandbox.staff
        .listings(connectionId)
        .map(({ payload }) => (payload as { price: { amount: number } }).price.amount),
    );
    expect(prices.sort((a, b) => a - b)).toEqual(lists.flat().map(({ price }) => price));
  },
);
