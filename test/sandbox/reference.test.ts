import { beforeEach, describe, expect, it } from 'vitest';
import { createBench, sale, type Answer, type Bench, type Reply } from './partner.js';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});

describe('vocabularies', () => {
  it('hold 21 categories, 16 kinds of heating and 40 to 60 amenities, labelled twice and each key once', async () => {
    const { body } = await bench.partner.get('/vocabularies');
    expect(body.categories).toHaveLength(21);
    expect(body.heating).toHaveLength(16);
    expect(body.amenities.length).toBeGreaterThanOrEqual(40);
    expect(body.amenities.length).toBeLessThanOrEqual(60);
    for (const list of [body.categories, body.heating, body.amenities]) {
      expect(new Set(list.map(({ key }) => key)).size).toBe(list.length);
      expect(new Set(list.map(({ label_sr }) => label_sr)).size).toBe(list.length);
      expect(list.every(({ label_en }) => label_en !== '')).toBe(true);
    }
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'transaction',
        'rental_type',
        'room_types',
        'remove_reasons',
        'attributes_by_category',
      ]),
    );
  });

  it('answer 304 to their ETag, until they change', async () => {
    const { partner, sandbox } = bench;
    const first = await partner.get('/vocabularies');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"${first.body.version}"`);
    const again = await partner.get('/vocabularies', { 'If-None-Match': `"x", W/${etag}` });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    sandbox.staff.setVocabulary((document) => ({ ...document, heating: document.heating.slice(1) }));
    const changed = await partner.get('/vocabularies', { 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body.version).not.toBe(first.body.version);
    const { item } = (await partner.put(`/connections/${bench.connection}/listings/A1`, sale(bench, 'A1')))
      .body;
    expect(item).toBeUndefined();
  });

  it('can be shuffled: every invented key and place id is another, every label stays, the same each time', async () => {
    const [shuffled, again] = [
      await createBench({ shuffleKeys: true }),
      await createBench({ shuffleKeys: true }),
    ];
    const read = async (of: Bench): Promise<Reply> => (await of.partner.get('/vocabularies')).body;
    const [plain, one, two] = [await read(bench), await read(shuffled), await read(again)];
    expect(one).toEqual(two);
    for (const field of ['categories', 'heating', 'amenities'] as const) {
      expect(one[field].map(({ label_sr }) => label_sr)).toEqual(
        plain[field].map(({ label_sr }) => label_sr),
      );
      const keys = new Set(plain[field].map(({ key }) => key));
      expect(one[field].filter(({ key }) => keys.has(key))).toEqual([]);
    }
    expect(shuffled.words.place).not.toBe(bench.words.place);
    const path = `/connections/${shuffled.connection}/listings/A1`;
    expect((await shuffled.partner.put(path, sale(shuffled, 'A1'))).body.item.result).toBe('accepted');
    const foreign = sale(shuffled, 'A2', { category: bench.words.apartment });
    expect((await shuffled.partner.put(path.replace('A1', 'A2'), foreign)).status).toBe(422);
  });
});

describe('places', () => {
  const find = async (query: string): Promise<string[]> =>
    (await bench.partner.get(`/places?${query}`)).body.places.map(
      ({ name_sr, city_name_sr }) => `${name_sr}${city_name_sr === null ? '' : ` (${city_name_sr})`}`,
    );
  const q = (text: string): string => `q=${encodeURIComponent(text)}`;

  it('are found by any part of the Latin, Cyrillic or English name in any case, or by the whole code', async () => {
    expect(await find(q('novi sad'))).toEqual(['Novi Sad', 'Novi Sad (Novi Sad)']);
    expect(await find(`${q('NOVI SAD')}&type=municipality`)).toEqual(['Novi Sad (Novi Sad)']);
    expect(await find(q('Палилула'))).toEqual(['Palilula (Beograd)', 'Palilula (Niš)']);
    expect(await find(q('стари гр'))).toEqual(['Stari grad (Beograd)', 'Stari grad (Kragujevac)']);
    expect(await find(q('Belgrade'))).toContain('Beograd');
    expect(await find(q('80284'))).toEqual(['Novi Sad (Novi Sad)']);
    expect(await find(q('8028'))).toEqual([]);
  });

  it('need their diacritics', async () => {
    expect(await find(q('inđija'))).toEqual(['Inđija']);
    expect(await find(q('Beočin'))).toEqual(['Beočin']);
    expect(await find(q('Инђија'))).toEqual(['Inđija']);
    for (const plain of ['indija', 'Indjija', 'Beocin', 'Nis', 'Cukarica', 'Sabac'])
      expect(await find(q(plain))).toEqual([]);
  });

  it('are paged until next_cursor is null, and read one by one', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer = await bench.partner.get(
        `/places?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      ids.push(...page.body.places.map(({ id }) => id));
      cursor = page.body.next_cursor;
    }
    expect(ids.length).toBeGreaterThanOrEqual(40);
    expect(new Set(ids).size).toBe(ids.length);
    const { place } = (await bench.partner.get(`/places/${ids.at(-1) ?? ''}`)).body;
    expect(place.id).toBe(ids.at(-1));
    expect((await bench.partner.get('/places/nowhere')).body.error.code).toBe('place_not_found');
    expect((await bench.partner.get('/places?limit=0')).body.error.details).toMatchObject([
      { code: 'too_small' },
    ]);
    expect((await bench.partner.get('/places?type=village')).body.error.details).toMatchObject([
      { code: 'invalid_enum' },
    ]);
  });

  it('have a city for every municipality, and each official code once', async () => {
    const { places } = (await bench.partner.get('/places?limit=200')).body;
    const cities = new Set(places.filter(({ type }) => type === 'city').map(({ id }) => id));
    for (const place of places) {
      expect(place.type === 'municipality' ? cities.has(place.city_id ?? '') : place.city_id === null).toBe(
        true,
      );
    }
    expect(new Set(places.map(({ official_code }) => official_code)).size).toBe(places.length);
  });
});
