import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { changesFeed, changesMapping, type ChangesFile } from '../support/changes-feed.js';
import { ContentWorld, priced, times, withAd, type Ads } from '../support/content-world.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, minute } from '../support/manual-clock.js';

let content: ContentWorld;
afterEach(async () => content.close());

async function create(options: Parameters<typeof ContentWorld.create>[0] = {}): Promise<void> {
  content = await ContentWorld.create(options);
}

/** The first price is far from the usual of a flat. */
const wrong = (count: number, of = 10): Ads => priced(ads(of), ...Array.from({ length: count }, () => 95));
const withoutPrice = (count: number): Ads => priced(ads(10), ...Array.from({ length: count }, () => 0));
const shown = async (): Promise<string[]> => (await content.doubts()).map(({ externalId }) => externalId);

describe('a doubt of the whole file', () => {
  it('stays with a listing whose record changes alone, however it is judged by itself', async () => {
    await create();
    await content.serve(ads(10));
    const doubled = times(ads(10), 2);
    await content.serve(doubled);
    expect(await content.doubts()).toHaveLength(10);
    const edited = withAd(doubled, 0, { title: 'Nov naslov na Limanu' });
    await content.serve(edited);
    expect(content.world.payload('A0001')).toMatchObject({ title: { sr: 'Nov naslov na Limanu' } });
    // Another price of the same wrong unit.
    await content.serve(withAd(edited, 1, { price: 185_000 }));
    expect([content.priceOf('A0001'), content.priceOf('A0002')]).toEqual([90_100, 90_200]);
    expect(await content.doubts()).toHaveLength(10);
    expect(await content.hold()).toMatchObject({ lineCount: 10 });
    // A correction is no doubt any more.
    await content.serve(withAd(edited, 2, { price: 91_000 }));
    expect(content.priceOf('A0003')).toBe(91_000);
    expect(await content.doubts()).toHaveLength(9);
    expect(await content.answer('approve')).toMatchObject({ ok: true });
    await content.later(minute);
    expect([content.priceOf('A0001'), content.priceOf('A0004')]).toEqual([180_200, 180_800]);
  });

  it('stays where it was rejected, and where a record cannot be read in between', async () => {
    await create();
    await content.serve(ads(10));
    const doubled = times(ads(10), 2);
    await content.serve(doubled);
    await content.answer('reject');
    await content.serve(withAd(doubled, 0, { title: 'Nov naslov na Limanu' }));
    await content.serve(withAd(doubled, 0, { type: 'Zamak iz bajke' }));
    await content.serve(withAd(doubled, 0, { title: 'Opet nov naslov' }));
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(await content.hold()).toBeUndefined();
    await content.later(15 * day);
    expect(await content.hold()).toMatchObject({ lineCount: 10 });
  });

  it('comes back where its confirmation is taken back', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(times(ads(10), 2));
    await content.answer('approve');
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(180_200);
    expect(await content.takeBack('A0001')).toMatchObject({ ok: true });
    await content.later(minute);
    expect([content.priceOf('A0001'), content.priceOf('A0002')]).toEqual([90_100, 180_400]);
    expect(await content.doubts()).toMatchObject([{ externalId: 'A0001', value: '180200 EUR' }]);
  });

  it('stays with a listing that lost its price with most others', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(withoutPrice(6));
    expect(await content.doubts()).toHaveLength(6);
    await content.serve(withAd(withoutPrice(6), 0, { title: 'Nov naslov na Limanu' }));
    await content.serve(withAd(withoutPrice(6), 1, { title: 'I ovaj je nov' }));
    expect(content.world.live()).toHaveLength(10);
    expect(await content.doubts()).toHaveLength(6);
    await content.answer('approve');
    await content.later(minute);
    // What turns inactive is judged as a removal.
    expect(await content.doubts()).toEqual([]);
    expect(await content.hold('removals')).toMatchObject({ inactiveCount: 6 });
  });
});

describe('a plan hold that is approved', () => {
  const bare = (list: Ads): Ads => list.map((one) => ({ ...one, photos: 0 }));

  it('answers for the lost field, and not for prices that changed alike', async () => {
    await create();
    await content.serve(ads(10));
    await content.serve(bare(times(ads(10), 2)));
    expect(await content.hold('plan')).toMatchObject({ cause: 'fields' });
    await content.answer('approve', 'plan');
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(90_100);
    expect(await content.hold()).toMatchObject({ kind: 'content', lineCount: 10 });
  });

  it('answers for the prices where it asked about them: each is confirmed, and none is a base', async () => {
    await create();
    await content.serve(ads(10));
    const { id: feedId } = await content.feed();
    const { store, clock } = content.world.app.services;
    const { connectionId } = content.world;
    const asked = { connectionId, feedId, kind: 'plan', cause: 'prices', snapshotId: null } as const;
    await store.holds.raise({ ...asked, lines: [], reason: 'Ten prices are six times.' }, clock.now());
    await content.serve(times(ads(10), 6));
    expect(await content.hold('plan')).toMatchObject({ cause: 'prices' });
    await content.answer('approve', 'plan');
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(540_600);
    expect(await content.doubts()).toEqual([]);
    await content.serve(withAd(times(ads(10), 6), 0, { price: 94_000 }), 8 * day);
    expect(content.priceOf('A0001')).toBe(94_000);
  });
});

describe('a first file that waits', () => {
  it.each([
    ['by its rule', async () => content.confirmRule('offer_mismatch')],
    [
      'line by line',
      async () => {
        for (const id of await shown()) await content.confirm(id);
      },
    ],
  ])('goes out once it is confirmed %s', async (_how, answer) => {
    await create();
    await content.serve(wrong(6));
    expect(content.world.live()).toEqual([]);
    await answer();
    expect(await content.hold()).toBeUndefined();
    await content.later(minute);
    expect(content.world.live()).toHaveLength(10);
  });

  it('waits as long as its hold is open, and no longer', async () => {
    await create();
    await content.serve(wrong(7));
    await content.confirm('A0001');
    await content.later(minute);
    expect(content.world.live()).toEqual([]);
    expect(await content.hold()).toMatchObject({ cause: 'first_file', lineCount: 6 });
    for (const id of (await shown()).slice(0, -1)) await content.confirm(id);
    await content.later(minute);
    expect(content.world.live()).toEqual([]);
    // The last one is corrected: all others were answered for.
    await content.serve(withAd(wrong(7), 6, { price: 95_000 }));
    expect(content.world.live()).toHaveLength(10);
    expect(await content.hold()).toBeUndefined();
  });

  it('waits no longer once its doubts are rejected, also by one who has no hold', async () => {
    await create();
    await content.serve(wrong(6));
    const { store, clock } = content.world.app.services;
    const now = clock.now();
    const open = await content.doubts();
    await store.content.reject(open[0]?.feedId ?? 0, open, { until: now + day, by: 'test', now });
    await content.serve(withAd(wrong(6), 9, { title: 'Nov naslov na Limanu' }));
    expect(content.world.live()).toEqual(['A0007', 'A0008', 'A0009', 'A0010']);
  });
});

describe('a feed of changes', () => {
  async function createDelta(kind: 'delta' | 'auto' = 'delta'): Promise<void> {
    await create();
    await map((text) => text);
    const { world } = content;
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, kind, mapping: mappingFile() })));
    await world.restart();
  }
  const mappingFile = (): string => join(content.world.folder, 'changes.yaml');
  async function map(change: (text: string) => string): Promise<void> {
    await writeFile(mappingFile(), await changesMapping(change));
  }
  const serveChanges = (file: ChangesFile): Promise<unknown> => content.serveText(changesFeed(file));

  it.each(['delta', 'auto'] as const)(
    'whose first file waits sends nothing before the answer: %s',
    async (kind) => {
      await createDelta(kind);
      await serveChanges({ ads: wrong(6), content: kind === 'auto' ? 'sve' : 'promene' });
      expect(await content.hold()).toMatchObject({ cause: 'first_file', lineCount: 6 });
      await content.later();
      expect(content.world.live()).toEqual([]);
      await serveChanges({ ads: [ad(20)], number: 2 });
      await content.later();
      expect(content.world.live()).toEqual([]);
      expect(await content.hold()).toMatchObject({ cause: 'first_file', lineCount: 6 });
      await content.answer('approve');
      await content.later();
      expect(content.world.live()).toHaveLength(11);
    },
  );

  it('asks about prices that another mapping changes alike', async () => {
    await createDelta();
    await serveChanges({ ads: ads(10) });
    await serveChanges({ ads: [ad(1, { title: 'Nov naslov na Limanu' })], number: 2 });
    await map((text) => text.replace('from: cena, nulls: [0]', "template: '2{cena}'"));
    await content.world.restart();
    await content.later();
    expect(content.priceOf('A0001')).toBe(90_100);
  });
});

describe('a doubt of a record', () => {
  it('that is missing from one file stays with its listing, and can be confirmed', async () => {
    await create();
    await content.serve(ads(10));
    const list = priced(ads(10), 9_100);
    await content.serve(list);
    await content.serve(list.slice(1));
    expect(await content.hold()).toMatchObject({ lineCount: 1 });
    await content.serve(list);
    expect(await content.doubts()).toMatchObject([{ externalId: 'A0001', value: '9100 EUR' }]);
    await content.confirm('A0001');
    await content.later(minute);
    expect(content.priceOf('A0001')).toBe(9_100);
  });

  it('that an unreadable record may be stays', async () => {
    await create();
    await content.serve(ads(10));
    const list = priced(ads(10), 9_100);
    await content.serve(list);
    const text = estateFeed(list.slice(1)).replace('</OGLASI>', '<oglas><code></code></oglas></OGLASI>');
    await content.serveText(text);
    await content.serve(list);
    expect(await content.doubts()).toHaveLength(1);
    expect(await content.hold()).toMatchObject({ lineCount: 1 });
  });

  it('that was confirmed while it was missing goes live when it is back', async () => {
    await create();
    await content.serve(ads(10));
    const list = priced(ads(10), 9_100);
    await content.serve(list);
    await content.serve(list.slice(1));
    await content.confirm('A0001');
    await content.later(minute);
    await content.serve(list);
    expect(content.priceOf('A0001')).toBe(9_100);
    expect(await content.doubts()).toEqual([]);
  });

  it('of a new listing that leaves its file closes, and opens when it comes back', async () => {
    await create();
    await content.serve(ads(10));
    const list = [...ads(10), ad(11, { price: 95 })];
    await content.serve(list);
    await content.serve(ads(10));
    expect(await content.doubts()).toEqual([]);
    expect(await content.hold()).toBeUndefined();
    await content.serve(list);
    expect(await shown()).toEqual(['A0011']);
    expect(content.world.live()).not.toContain('A0011');
  });

  it.each([
    ['that cannot be published any more', { type: 'Zamak iz bajke' }],
    ['of a new listing whose price is on request now', { price: 0 }],
  ])('%s asks nothing, and asks again once it can', async (_name, change) => {
    await create();
    await content.serve(ads(10));
    const list = [...ads(10), ad(11, { price: 95 })];
    await content.serve(list);
    await content.serve(withAd(list, 10, change));
    expect(await content.doubts()).toEqual([]);
    expect(await content.hold()).toBeUndefined();
    await content.serve(list);
    expect(await shown()).toEqual(['A0011']);
  });
});
