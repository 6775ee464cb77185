import { afterEach, describe, expect, it, vi } from 'vitest';
import { remapFeed } from '../../src/sync/poll/remap-feed.js';
import { ContentWorld, priced, withAd } from '../support/content-world.js';
import { ads } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';

let content: ContentWorld;
afterEach(async () => content.close());

async function create(options: Parameters<typeof ContentWorld.create>[0] = {}): Promise<void> {
  content = await ContentWorld.create(options);
}

/** Runs a step once, just before the next poll stores its end: decisions run beside polls. */
function beforeEndOfPoll(step: () => Promise<unknown>): void {
  const { feeds } = content.world.app.services.store;
  const endPoll = feeds.endPoll.bind(feeds);
  vi.spyOn(feeds, 'endPoll').mockImplementationOnce(async (...args) => {
    await step();
    await endPoll(...args);
  });
}

/** Runs a step once, after the next block of records was judged and before it is stored. */
function beforeCommit(step: () => Promise<unknown>): void {
  const { records } = content.world.app.services.store;
  const commitBlock = records.commitBlock.bind(records);
  vi.spyOn(records, 'commitBlock').mockImplementationOnce(async (...args) => {
    await step();
    await commitBlock(...args);
  });
}

describe('a decision beside a running poll', () => {
  const edited = withAd(priced(ads(10), 9_100), 5, { title: 'Nov naslov na Limanu' });

  it.each([
    ['a remap', () => content.world.tick(minute)],
    ['a round', () => content.later(minute)],
  ])('counts though the source has nothing new, by %s: a confirmation', async (_name, next) => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    beforeEndOfPoll(() => content.confirm('A0001'));
    await content.serve(edited);
    expect(content.priceOf('A0001')).toBe(90_100);
    await next();
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
    expect(await content.doubts()).toEqual([]);
  });

  it('counts though the source has nothing new: a confirmation that is taken back', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    await content.confirm('A0001');
    await content.later(minute);
    beforeEndOfPoll(() => content.takeBack('A0001'));
    await content.serve(edited);
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(90_100);
  });

  it('counts for a record that the poll has just judged', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    beforeCommit(() => content.confirm('A0001', { value: '9100 EUR' }));
    await content.serve(withAd(priced(ads(10), 9_100), 0, { title: 'Nov naslov na Limanu' }));
    expect(await content.hold()).toBeUndefined();
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
  });

  it.each(['approve', 'reject'] as const)(
    'is a decision of its hold, and not its end without one: %s',
    async (kind) => {
      await create();
      await content.serve(ads(10));
      await content.serve(priced(ads(10), 9_100));
      const { store } = content.world.app.services;
      const [confirm, reject] = [
        store.content.confirm.bind(store.content),
        store.content.reject.bind(store.content),
      ];
      // The next poll runs as soon as the doubts are decided.
      vi.spyOn(store.content, 'confirm').mockImplementationOnce(async (...args) => {
        const confirmed = await confirm(...args);
        await content.later(minute);
        return confirmed;
      });
      vi.spyOn(store.content, 'reject').mockImplementationOnce(async (...args) => {
        await reject(...args);
        await content.serve(withAd(priced(ads(10), 9_100), 5, { title: 'Nov naslov na Limanu' }), minute);
      });
      expect(await content.answer(kind)).toMatchObject({ ok: true, listings: 1 });
      const [hold] = await store.holds.all();
      expect(hold).toMatchObject({ state: kind === 'approve' ? 'approved' : 'rejected', decidedBy: 'test' });
      expect(content.priceOf('A0001')).toBe(kind === 'approve' ? 9_100 : 90_100);
    },
  );

  it('counts in a feed of changes without another poll', async () => {
    await create({ feed: { kind: 'delta' } });
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    await content.confirm('A0001');
    const requests = content.world.feedRequests.length;
    await content.world.tick(5_000);
    await content.world.tick(5_000);
    expect(content.world.feedRequests).toHaveLength(requests);
    expect(content.priceOf('A0001')).toBe(9_100);
  });
});

describe('a confirmation', () => {
  it('outlives a restart before its push', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    await content.confirm('A0001');
    await content.world.restart();
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
  });

  it('outlives a restart between the mapping of its record and the push', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    await content.confirm('A0001');
    const { feeds, services } = content.world.app;
    for (const feed of feeds) await remapFeed(feed, services);
    expect(await content.doubts()).toEqual([]);
    expect(content.priceOf('A0001')).toBe(90_100);
    await content.world.restart();
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
  });

  it('of a value that the record no longer has does nothing, and the new value is asked about', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 9_100));
    await content.confirm('A0001', { value: '9100 EUR' });
    await content.serve(priced(ads(10), 9_200), minute);
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(await content.doubts()).toMatchObject([{ value: '9200 EUR', confirmedAt: null }]);
    // Back to the confirmed one: it holds for that value.
    await content.serve(priced(ads(10), 9_100));
    expect(content.priceOf('A0001')).toBe(9_100);
  });

  it('that is given twice is carried out once, and the other value can be confirmed without its name', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(withAd(priced(ads(10), 9_100), 0, { area: '5400.00', price: 9_100 }));
    expect(await content.doubts()).toHaveLength(2);
    expect(await content.confirm('A0001')).toMatchObject({ ok: false });
    expect(await content.confirm('A0001', { field: 'area' })).toMatchObject({ ok: true });
    expect(await content.confirm('A0001', { field: 'area' })).toMatchObject({ ok: false });
    expect(await content.confirm('A0001')).toMatchObject({ ok: true });
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
    expect(await content.doubts()).toEqual([]);
  });

  it('of an area is none of the price that is doubtful with it', async () => {
    await create();
    await content.serve(ads(10));
    // 14 EUR per m²: one of both is wrong, and neither is impossible by itself.
    await content.serve(withAd(ads(10), 0, { area: '900.00', price: 40_000 }));
    const areas = (await content.doubts()).map(({ field, rule }) => `${rule} ${field}`);
    expect(areas).toEqual(['area area', 'band price']);
    await content.confirm('A0001', { field: 'area' });
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(content.world.payload('A0001')).toMatchObject({ structure: { area_sqm: 900 } });
    expect(await content.doubts()).toMatchObject([{ field: 'price' }]);
  });
});

describe('a value that was taken back', () => {
  it('is no base: the right price after it is no jump', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(priced(ads(10), 12_000));
    await content.confirm('A0001');
    await content.later(minute);
    await content.takeBack('A0001');
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(90_100);
    await content.serve(priced(ads(10), 61_000));
    expect(content.priceOf('A0001')).toBe(61_000);
    expect(await content.doubts()).toEqual([]);
  });
});
