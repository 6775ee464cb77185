import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { SpecClient, SpecPlace } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, refusal, startService, uuid, type Service } from './service.js';

let service: Service;
let client: SpecClient;
beforeAll(async () => {
  service = await startService();
  client = service.client;
});
afterAll(() => service.close());

describe('the vocabulary', () => {
  const where = 'GET /vocabularies · ¶1';
  const document = 'Vocabulary document · ¶1';
  rule(
    'vocabulary/etag',
    [where, 'Error codes by operation · row 1', 'Versioning · 4'],
    '200 with an ETag; 304 without a body to a client that knows it',
    async () => {
      const first = await client.get('/vocabularies');
      const etag = first.headers.etag ?? '';
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await client.get('/vocabularies', { 'If-None-Match': known });
        expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
        expect(again.headers['px-request-id']).toMatch(uuid);
      }
      expect((await client.get('/vocabularies', { 'If-None-Match': '"x"' })).status).toBe(200);
    },
  );
  rule(
    'vocabulary/keys',
    document,
    'version and twelve enumerations, labelled in English and Serbian',
    async () => {
      const {
        version,
        attributes_by_category: attributes,
        ...lists
      } = (await client.get('/vocabularies')).body as unknown as Record<string, Record<string, string>[]>;
      expect(version).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(Object.keys(lists).sort()).toEqual([
        'amenities',
        'building_group',
        'categories',
        'condition',
        'furnished',
        'heating',
        'legalization_status',
        'ownership_status',
        'remove_reasons',
        'rental_type',
        'room_types',
        'transaction',
      ]);
      const named = [
        ...Object.values(lists),
        ...Object.values(attributes as unknown as Record<string, Record<string, string>[]>),
      ].flat();
      for (const entry of named)
        expect(entry).toMatchObject({
          key: expect.any(String),
          label_en: expect.stringMatching(/./),
          label_sr: expect.stringMatching(/./),
        });
      expect(lists.categories).toHaveLength(21);
      expect(lists.heating).toHaveLength(16);
      expect(Object.keys(attributes!).sort()).toEqual(lists.categories!.map(({ key }) => key).sort());
    },
  );
  rule(
    'vocabulary/version',
    [document, 'Versioning · 4'],
    'the hash of the rest; another content has another',
    async () => {
      const { version, ...content } = (await client.get('/vocabularies')).body;
      const hash = createHash('sha256')
        .update(canonicalize(content) ?? '')
        .digest('hex');
      expect(version).toBe(`sha256:${hash}`);
    },
  );
  choice(
    'vocabulary/words',
    document,
    'the words of categories, heating, amenities, attributes',
    { choice: 'ours, with ordinary labels; they may be shuffled', setting: 'fixed' },
    async () => {
      const other = await startService({ shuffleKeys: true });
      expect(other.words.apartment).not.toBe(service.words.apartment);
      expect((await other.push(other.connect(), other.sale('A1'))).result).toBe('accepted');
      await other.close();
    },
  );
  rule(
    'vocabulary/changes',
    ['Versioning · 2', 'Versioning · 3'],
    'a value more keeps v1: the version changes, what was valid stays so',
    async () => {
      const other = await startService();
      const before = await other.client.get('/vocabularies');
      const entry = { key: 'hammam', label_en: 'Hammam', label_sr: 'Hamam' };
      other.sandbox.staff.setVocabulary((known) => ({ ...known, amenities: [...known.amenities, entry] }));
      const after = await other.client.get('/vocabularies', { 'If-None-Match': before.headers.etag ?? '' });
      expect(after.status).toBe(200);
      expect(after.body.version).not.toBe(before.body.version);
      expect(
        await other.verdict(other.sale('A1', { amenities: [other.words.amenities[0], 'hammam'] })),
      ).toEqual(['accepted']);
      await other.close();
    },
  );
  rule('vocabulary/strict', where, 'no parameters, no connection', async () => {
    expect(refusal(await client.get('/vocabularies?lang=sr'))).toBe(
      '422 validation_failed unknown_field /lang',
    );
    expect((await service.stranger().get('/vocabularies')).status).toBe(200);
    expect((await service.stranger().get('/places')).status).toBe(200);
  });
});

describe('places', () => {
  const where = 'GET /places · ¶1';
  const find = async (query: string): Promise<string[]> =>
    (await client.get(`/places?limit=200&${query}`)).body.places.map(
      ({ name_sr: name, type }) => `${name} ${String(type)}`,
    );
  const q = (text: string): string => `q=${encodeURIComponent(text)}`;
  rule(
    'places/fields',
    ['Place · ¶1', 'GET /places/{id} · ¶1', 'Error codes by operation · row 7'],
    'nine fields; a municipality tells its city',
    async () => {
      const { places } = (await client.get('/places?limit=200')).body;
      const keys = [
        'city_id',
        'city_name_sr',
        'id',
        'lat',
        'lng',
        'name_en',
        'name_sr',
        'official_code',
        'type',
      ];
      const byId = new Map(places.map((place) => [place.id, place]));
      for (const place of places) {
        expect(Object.keys(place).sort()).toEqual(keys);
        expect(place.id).toMatch(uuid);
        if (place.type === 'municipality')
          expect(place.city_name_sr).toBe(byId.get(String(place.city_id))!.name_sr);
        else expect(place.type).toBe('city');
      }
      const one = await client.get(`/places/${places[0]!.id}`);
      expect([one.status, one.body]).toEqual([200, { place: places[0] }]);
      expect(refusal(await client.get(`/places/${nobody}`))).toBe('404 place_not_found');
      expect(refusal(await client.get(`/places/${places[0]!.id}?a=1`))).toBe(
        '422 validation_failed unknown_field /a',
      );
    },
  );
  choice(
    'places/null',
    'Place · ¶1',
    'which fields may be null',
    { choice: 'city_id and city_name_sr, of a city', setting: 'fixed' },
    async () => {
      const { places } = (await client.get('/places?limit=200')).body;
      const nulls = (place: SpecPlace): string[] => Object.keys(place).filter((key) => place[key] === null);
      expect(new Set(places.map((place) => `${String(place.type)}: ${nulls(place).join(' ')}`))).toEqual(
        new Set(['city: city_id city_name_sr', 'municipality: ']),
      );
    },
  );
  rule('places/search', where, 'any part of the Latin, Cyrillic or English name, in any case', async () => {
    expect(await find(q('novi sad'))).toEqual(['Novi Sad city', 'Novi Sad municipality']);
    expect(await find(q('VI SA'))).toEqual(['Novi Sad city', 'Novi Sad municipality']);
    expect(await find(q('нови сад'))).toEqual(['Novi Sad city', 'Novi Sad municipality']);
    expect(await find(q('ПАЛИЛУЛА'))).toEqual(['Palilula municipality', 'Palilula municipality']);
    expect(await find(q('belgra'))).toContain('Beograd city');
    expect(await find(q('  Novi Sad '))).toHaveLength(2);
  });
  rule('places/code', where, 'the official code, whole only', async () => {
    expect(await find('q=80284')).toEqual(['Novi Sad municipality']);
    expect(await find('q=8028')).toEqual([]);
  });
  rule('places/type', where, 'city or municipality', async () => {
    expect(await find(`${q('novi sad')}&type=city`)).toEqual(['Novi Sad city']);
    expect(await find(`${q('novi sad')}&type=municipality`)).toEqual(['Novi Sad municipality']);
    expect(refusal(await client.get('/places?type=village'))).toBe(
      '422 validation_failed invalid_enum /type',
    );
  });
  rule(
    'places/pages',
    [where, 'Limits · row 7', 'GET /places · ¶2'],
    'limit 1 to 200, until next_cursor is null',
    async () => {
      const all = (await client.get('/places?limit=200')).body;
      expect([Object.keys(all).sort(), all.next_cursor]).toEqual([['next_cursor', 'places'], null]);
      const seen: string[] = [];
      for (let query: string | null = ''; query !== null;) {
        const { body } = await client.get(`/places?limit=7${query}`);
        seen.push(...body.places.map(({ id }) => id));
        query = body.next_cursor === null ? null : `&cursor=${encodeURIComponent(body.next_cursor)}`;
      }
      expect(seen).toEqual(all.places.map(({ id }) => id));
      for (const [limit, code] of [
        ['0', 'too_small'],
        ['201', 'too_big'],
        ['x', 'invalid_format'],
      ] as const)
        expect(refusal(await client.get(`/places?limit=${limit}`))).toBe(
          `422 validation_failed ${code} /limit`,
        );
      expect(refusal(await client.get('/places?cursor=x'))).toBe(
        '422 validation_failed invalid_format /cursor',
      );
      expect(refusal(await client.get('/places?near=1'))).toBe('422 validation_failed unknown_field /near');
    },
  );
  rule('places/diacritics', 'GET /places · ¶2', 'must match; the query is UTF-8 in escapes', async () => {
    for (const [exact, plain] of [
      ['Niš', 'Nis'],
      ['Čukarica', 'Cukarica'],
      ['Užice', 'Uzice'],
      ['Inđija', 'Indjija'],
      ['inđija', 'indija'],
    ] as const) {
      expect((await find(q(exact))).length).toBeGreaterThan(0);
      expect(await find(q(plain))).toEqual([]);
    }
  });
  choice(
    'places/without-q',
    where,
    'a search for nothing',
    { choice: 'every place', setting: 'protocol.places_need_query' },
    async () => {
      expect((await find('')).length).toBeGreaterThan(40);
      expect((await find('q=')).length).toBeGreaterThan(40);
    },
  );
});

inTheTable('reference.test.ts');
