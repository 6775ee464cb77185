import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDoubt } from '../../src/model/content.js';
import { ordinalsFor, recordDecision } from '../store/builders.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { ApiWorld, type Caller } from './api-world.js';

let api: ApiWorld;
let agency: Caller;
let other: Caller;
beforeEach(async () => {
  api = await ApiWorld.create();
  agency = await api.signedIn('a@agency.example', 'agency', [api.a]);
  other = await api.signedIn('b@agency.example', 'agency', [api.b]);
});
afterEach(() => api.close());

interface Doubt {
  external_id: string;
  value: string;
  live: string | null;
  title: string | null;
  sentence: { sr: string; en: string };
  past: { value: string }[];
  card: { price: { amount: number } } | null;
}
interface Listed {
  listings: { external_id: string; standing: string; in_doubt: number; told: Doubt['sentence'] }[];
  next_cursor: string | null;
}
interface Page {
  hold: { id: number; kind: string; count: number; sentence: { sr: string } };
  listings: unknown[];
  doubts: Doubt[];
  questions: { rule: string; count: number; examples: string[] }[];
  next_cursor: string | null;
}

/** The first listings of A have these prices from now on. */
async function serve(...prices: number[]): Promise<void> {
  const list = ads(Math.max(3, prices.length)).map((one, index) => ({
    ...one,
    price: prices[index] ?? one.price,
  }));
  api.world.feed.body = estateFeed(list);
  api.world.clock.advance(15 * minute);
  await api.world.round();
}

async function settle(): Promise<void> {
  api.world.clock.advance(minute);
  await api.world.round();
}

async function page(query = ''): Promise<Page> {
  const { holds } = await agency.get<{ holds: { id: number }[] }>('/holds');
  return agency.get<Page>(`/holds/${holds[0]?.id ?? 0}${query}`);
}

const price = (id: string): unknown =>
  (api.world.payload(id) as { price?: { amount?: unknown } } | undefined)?.price?.amount;
const path = (id: string): string => `/listings/${api.a}/${id}`;

describe('values in doubt', () => {
  it('are the lines of their hold, page by page, with cards and the questions that they make', async () => {
    await serve(1, 11, 111, 90_400, 95);
    const first = await page('?limit=3');
    expect(first).toMatchObject({
      hold: {
        kind: 'content',
        count: 4,
        expect_above: 50,
        sentence: { sr: expect.stringContaining('4 vrednosti') },
      },
      listings: [],
      questions: [
        { rule: 'placeholder', count: 3, examples: ['A0001', 'A0002', 'A0003'], expect_above: 50 },
        { count: 1, examples: ['A0005'] },
      ],
    });
    expect(first.doubts).toHaveLength(3);
    expect(first.doubts[0]).toMatchObject({
      value: '1 EUR',
      live: '90100 EUR',
      card: { price: { amount: 90_100 } },
    });
    expect(first.doubts[0]?.sentence).toEqual({
      sr: expect.stringContaining('Na portalu do potvrde ostaje 90.100 EUR.'),
      en: expect.stringContaining('The portal keeps 90,100 EUR until it is confirmed.'),
    });
    const rest = await page(`?limit=3&cursor=${first.next_cursor ?? ''}`);
    expect(rest).toMatchObject({
      next_cursor: null,
      doubts: [{ external_id: 'A0005', live: null, card: null }],
    });
    const { doubts } = await agency.get<Page>('/feeds/agency/doubts');
    expect(doubts).toEqual([...first.doubts, ...rest.doubts]);
    expect((await other.get<Page>('/feeds/agency-b/doubts')).doubts).toEqual([]);
  });

  it('are confirmed one by one by their agency, with the value that was shown, and taken back', async () => {
    await serve(9_100);
    const body = { field: 'price', value: '9000 EUR' };
    const late = await agency.ask('POST', `${path('A0001')}/confirm`, { body });
    expect(late.status).toBe(409);
    expect(late.text).toContain('9100 EUR');
    expect((await other.ask('POST', `${path('A0001')}/confirm`, { body })).status).toBe(404);
    const done = await agency.ask('POST', `${path('A0001')}/confirm`, { body: { value: '9100 EUR' } });
    expect(done.status).toBe(200);
    await settle();
    expect(price('A0001')).toBe(9_100);
    const story = await agency.get(path('A0001'));
    expect(story).toMatchObject({
      doubts: [],
      confirmations: [{ field: 'price', value: '9100 EUR', before: '90100 EUR', by: 'a@agency.example' }],
    });
    const undone = await agency.ask('POST', `${path('A0001')}/unconfirm`, { body: {} });
    expect(undone.status).toBe(200);
    await settle();
    expect(price('A0001')).toBe(90_100);
    expect(await agency.get(path('A0001'))).toMatchObject({
      confirmations: [],
      doubts: [
        { value: '9100 EUR', live: '90100 EUR', past: [{ value: '9100 EUR' }, { value: '90100 EUR' }] },
      ],
    });
  });

  it('of a rule are confirmed together, if they are as many as were shown', async () => {
    await serve(1, 11, 111);
    const confirm = (expected: number): ReturnType<Caller['ask']> =>
      agency.ask('POST', '/feeds/agency/confirm', { body: { rule: 'placeholder', expect: expected } });
    expect((await confirm(2)).status).toBe(409);
    expect(JSON.parse((await confirm(3)).text)).toMatchObject({ listings: 3 });
    await settle();
    expect([price('A0001'), price('A0002'), price('A0003')]).toEqual([1, 11, 111]);
    expect(await agency.get('/holds')).toMatchObject({ holds: [] });
  });

  it('of a new listing are shown by its story, and by the search, before it is a listing', async () => {
    await serve(90_100, 90_200, 90_300, 95);
    expect(await agency.get('/search?q=A0004')).toMatchObject({
      matches: [{ external_id: 'A0004', presence: 'mapped' }],
    });
    expect(await agency.get(path('A0004'))).toMatchObject({
      listing: null,
      standing: 'waiting',
      told: {
        en: 'It is not on the portal: it waits until you confirm or correct a value that is in doubt.',
      },
      doubts: [{ value: '95 EUR', live: null }],
    });
    expect((await agency.get<Page>('/feeds/agency/doubts')).doubts).toHaveLength(1);
    expect(await agency.get('/quality')).toMatchObject({
      findings: [
        { code: 'doubt_offer_mismatch', count: 1 },
        { code: 'fallback_used', count: 4 },
      ],
    });
    expect(await agency.get('/quality/rules')).toMatchObject({
      preview: [{ rules: [{ rule: 'offer_mismatch', count: 1, live: { count: 0 } }] }],
    });
    // Another agency sees nothing of it.
    expect(await other.get('/quality/rules')).toEqual({ preview: [{ feed: 'agency-b', rules: [] }] });
  });

  it('of new listings are among the listings, each with what waits, and counted for their feed', async () => {
    await serve(90_100, 90_200, 90_300, 95, 90_400, 11);
    const list = async (query: string): Promise<{ ids: string[]; next: string | null }> => {
      const page = await agency.get<Listed>(`/listings?${query}`);
      return { ids: page.listings.map(({ external_id: id }) => id), next: page.next_cursor };
    };
    const { ids, next } = await list('limit=4');
    expect(ids).toEqual(['A0001', 'A0002', 'A0003', 'A0004']);
    expect(await list(`limit=4&cursor=${next ?? ''}`)).toEqual({ ids: ['A0005', 'A0006'], next: null });
    const { listings } = await agency.get<Listed>('/listings?standing=waiting');
    expect(listings).toMatchObject([
      { external_id: 'A0004', standing: 'waiting', portal: 'none', in_doubt: 1, title: expect.any(String) },
      { external_id: 'A0006', standing: 'waiting', portal: 'none', in_doubt: 1 },
    ]);
    expect(listings[0]?.told).toEqual({
      sr: expect.stringMatching(/^Još nije na portalu\. Cena 95 EUR: .* Oglas čeka potvrdu\.$/),
      en: expect.stringMatching(/^It is not on the portal yet\. Price 95 EUR: .* until it is confirmed\.$/),
    });
    for (const query of ['portal=none', 'presence=present&portal=none', 'q=A0004', 'feed=agency&q=A0004'])
      expect((await list(query)).ids, query).toContain('A0004');
    for (const query of ['standing=on_portal', 'portal=live', 'presence=gone', 'q=A0001'])
      expect((await list(query)).ids, query).not.toContain('A0004');
    expect((await other.get<Listed>('/listings')).listings).toHaveLength(2);
    expect(await agency.get('/feeds/agency')).toMatchObject({ new_in_doubt: 2, in_doubt: 2 });
    expect(await agency.get(path('A0004'))).toMatchObject({ hold: { id: expect.any(Number) } });
  });

  it('of a listing that was removed and comes back are what it waits for', async () => {
    const { world } = api;
    await serve();
    world.feed.body = estateFeed(ads(2));
    for (let polls = 0; polls < 12; polls++) {
      world.clock.advance(12 * 60 * minute);
      await world.round();
    }
    agency = await api.signedIn('c@agency.example', 'agency', [api.a]);
    const [, , gone] = (await agency.get<Listed>('/listings')).listings;
    expect(gone).toMatchObject({ external_id: 'A0003', standing: 'off' });
    await serve(90_100, 90_200, 95);
    const { listings } = await agency.get<Listed>('/listings');
    expect(listings.map(({ external_id: id }) => id)).toEqual(['A0001', 'A0002', 'A0003']);
    expect(listings[2]).toMatchObject({ standing: 'waiting', in_doubt: 1 });
    // It is once in each order, as what waits.
    for (const sort of ['agency', 'state', 'since', 'price', 'code', '-state', '-since', '-price', '-code']) {
      const found: Listed['listings'] = [];
      for (let next: string | null = ''; next !== null;) {
        const cursor: string = next === '' ? '' : `&cursor=${next}`;
        const part: Listed = await agency.get<Listed>(`/listings?sort=${sort}&limit=1${cursor}`);
        found.push(...part.listings);
        next = part.next_cursor;
      }
      expect([sort, found.map(({ external_id: id }) => id).sort()]).toEqual([
        sort,
        ['A0001', 'A0002', 'A0003'],
      ]);
      expect(found.filter(({ standing }) => standing === 'waiting')).toHaveLength(1);
    }
    expect(await agency.get('/listings/counts')).toMatchObject({ total: 3 });
    expect(await agency.get(path('A0003'))).toMatchObject({
      standing: 'waiting',
      sentence: expect.stringMatching(/^It is not on the portal yet\. Price 95 EUR: /),
    });
  });

  it('and ads that no one touched for long can be listed alone', async () => {
    const list = ads(4).map((one) => ({ ...one, updated: '2025-11-01T10:00:00' }));
    const [sale, rent, old] = list;
    api.world.feed.body = estateFeed([
      sale!,
      { ...rent!, sale: false, price: 400 },
      { ...old!, updated: '2024-12-01T10:00:00' },
      { ...list[3]!, sale: false, price: 500, updated: '2025-12-20T10:00:00' },
    ]);
    api.world.clock.advance(60 * 24 * 60 * minute);
    await api.world.round();
    agency = await api.signedIn('c@agency.example', 'agency', [api.a]);
    const { listings } = await agency.get<Listed>('/listings?stale=true');
    expect(listings.map(({ external_id: id }) => id)).toEqual(['A0002', 'A0003']);
  });

  it('show no contact that stands in a word for a state, and are confirmed as they were shown', async () => {
    await serve();
    const { store } = api.services;
    const feedId = (await store.feeds.byName('agency'))?.id ?? 0;
    const [ordinal = 0] = await ordinalsFor({ store, feedId }, ['A0001']);
    const value = 'Prodato, zovite 064/123-45-67';
    const doubt: OpenDoubt = {
      ...{ rule: 'unknown_state', field: 'state', value, causes: [], feedId, connectionId: api.a, ordinal },
      ...{ externalId: 'A0001', sourceId: 'A0001', offer: 'sale', title: 'Stan', live: 'active' },
      ...{ openedAt: 1, rejectedUntil: null, confirmedAt: null },
    };
    const decision = recordDecision(ordinal, 'A0001', { listings: [], doubts: [doubt] });
    await store.records.commitBlock(api.a, feedId, [decision], 1);
    const { text } = await agency.ask('GET', '/feeds/agency/doubts');
    expect(text).not.toContain('123-45-67');
    const [shown] = (JSON.parse(text) as Page).doubts;
    const body = { field: 'state', value: shown?.value };
    expect((await agency.ask('POST', `${path('A0001')}/confirm`, { body })).status).toBe(200);
    expect(await store.content.doubts(feedId)).toMatchObject([{ value, confirmedAt: expect.any(Number) }]);
  });

  it('stay as they are on the portal once their hold is rejected, and are listed until they change', async () => {
    await serve(9_100);
    const { hold } = await page();
    expect((await agency.ask('POST', `/holds/${hold.id}/reject`, { body: {} })).status).toBe(200);
    expect(await agency.get('/holds')).toMatchObject({ holds: [] });
    expect(await agency.get('/feeds/agency/doubts')).toMatchObject({
      doubts: [{ external_id: 'A0001', rejected_until: expect.any(String) }],
      questions: [],
    });
    await settle();
    expect(price('A0001')).toBe(90_100);
  });
});
