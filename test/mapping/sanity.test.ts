import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectQuality, type InspectedListing } from '../../src/inspect/quality.js';
import { doubtsOf, type Payload } from '../../src/mapping/check/doubts.js';
import { changedTokens } from '../../src/mapping/check/photo-tokens.js';

const noviSad = { lat: 45.25, lng: 19.85 };
const flat = {
  title: { sr: 'Dvosoban stan 54 m2 u mirnoj ulici' },
  description: { sr: 'Prodaje se stan od 54 m2 za 120.000 EUR, useljiv 01.05.2026. Šifra 2025-12-27/114.' },
  price: { amount: 120_000, currency: 'EUR' },
  structure: { area_sqm: 54 },
  location: { place_id: 'novi-sad', lat: 45.26, lng: 19.83 },
  photos: [{ url: 'https://photos.agency.example/1/default-view.jpg' }],
};

/** The codes of what is doubted in the flat with some of its parts changed. */
function doubted(change: Payload): string[] {
  const at = (id: string): typeof noviSad | null => (id === 'novi-sad' ? noviSad : null);
  return doubtsOf({ ...flat, ...change }, at).map(({ code, pointer }) => `${code} ${pointer}`);
}

const titled = (sr: string, area_sqm: number): Payload => ({ title: { sr }, structure: { area_sqm } });
const said = (sr: string): Payload => ({ description: { sr } });
const at = (lat: number, lng: number): Payload => ({ location: { place_id: 'novi-sad', lat, lng } });
const photo = (url: string): Payload => ({ photos: [{ url }] });

describe('what looks wrong in one listing', () => {
  it('is nothing where all is well', () => {
    expect(doubted({})).toEqual([]);
  });

  it.each([
    ['square metres taken for ares', titled('Plac 591 m2, Veternik', 59_100), ['area_unit']],
    ['ares taken for square metres', titled('Plac, 3.251 m² uz put', 32.51), ['area_unit']],
    ['a house and its plot', titled('Kuća 120 m2 na placu od 12.000 m2', 120), []],
    ['another figure', titled('Stan, terasa 12 m2', 54), []],
    ['a figure of another kind', titled('Stan 54 na 5400 metara od mora', 54), []],
  ])('its area: %s', (_name, change, codes) => {
    expect(doubted({ ...change, price: undefined })).toEqual(
      codes.map((code) => `${code} /structure/area_sqm`),
    );
  });

  it.each([
    ['in the sea', at(0, 0), ['coordinates_zero /location/lat']],
    ['swapped', at(19.83, 45.26), ['coordinates_swapped /location/lat']],
    ['in another country', at(37.9, -0.7), ['coordinates_far /location/lat']],
    ['in a suburb', at(45.3, 19.95), []],
    ['of a place that nobody knows', { location: { place_id: 'else', lat: 1, lng: 2 } }, []],
  ])('its coordinates: %s', (_name, change, codes) => {
    expect(doubted(change)).toEqual(codes);
  });

  it.each([
    ['encoded twice', 'SchÃ¶ner Blick, prelep pogled na more iz stana', ['text_double_encoded']],
    ['Cyrillic encoded twice', 'Ð¡Ñ‚Ð°Ð½ Ñƒ Ñ†ÐµÐ½Ñ‚Ñ€Ñƒ', ['text_double_encoded']],
    ['with letters that only look so', 'São João, Ängelholm, Àrea “Âncora”, 20 °C', []],
    ['escaped twice', 'Kuhinja &amp; trpezarija, 54 m&sup2; ukupno', ['text_double_escaped']],
    ['with an ampersand', 'Kuhinja & trpezarija; D&D gradnja', []],
    ['with a telephone number', 'Pozovite 064/123-45-67 za razgledanje', ['contacts_in_text']],
    ['with a number from abroad', 'Call +381 (0)21 123 456 now', ['contacts_in_text']],
    ['with a number that is named one', 'Tel. 63 123 45 67', ['contacts_in_text']],
    ['with an e-mail address', 'Pišite na prodaja@agencija.example', ['contacts_in_text']],
    ['with a link', 'Više na www.agencija.example', ['contacts_in_text']],
    ['with figures', 'Cena 1.250.000 - 1.300.000 EUR, 01.05.2026., parcela 12345/6, JMBG nije potreban', []],
  ])('its text: %s', (_name, text, codes) => {
    expect(doubted(said(text))).toEqual(codes.map((code) => `${code} /description/sr`));
  });

  it.each([
    'https://cdn.example/assets/property_large_missing.png',
    'https://cdn.example/no-photo.jpg?v=2',
    'https://cdn.example/img/nema_slike.png',
  ])('its photo: %s', (url) => {
    expect(doubted(photo(url))).toEqual(['photo_placeholder /photos']);
  });
});

describe('whatever a payload holds', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.jsonValue());
  const part = (...names: string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
  const payloads = fc.record(
    {
      title: fc.oneof(anything, part('sr', 'en')),
      description: fc.oneof(anything, part('sr')),
      price: fc.oneof(anything, part('amount', 'currency')),
      rent: fc.oneof(anything, part('amount', 'currency')),
      structure: fc.oneof(anything, part('area_sqm')),
      location: fc.oneof(anything, part('lat', 'lng', 'place_id')),
      photos: fc.oneof(anything, fc.array(fc.oneof(anything, part('url')))),
    },
    { requiredKeys: [] },
  );

  it('judging it never fails, and gives the same for the same', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const once = doubtsOf(payload, () => noviSad);
        expect(doubtsOf(payload, () => noviSad)).toEqual(once);
        expect(once.every(({ severity }) => severity === 'warning')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what looks wrong in a whole feed', () => {
  const day = Date.UTC(2026, 0, 15);
  const listings = (count: number, of: (index: number) => Partial<InspectedListing> = () => ({})) =>
    Array.from({ length: count }, (_, index): InspectedListing => ({
      sourceId: `A${index}`,
      payload: { ...flat, photos: [{ url: `https://photos.agency.example/${index}/1.jpg` }] },
      feedUpdatedAt: day + index * 3_600_000,
      ...of(index),
    }));
  const found = (many: InspectedListing[]) =>
    inspectQuality(
      many,
      many.map(({ sourceId }) => ({ sourceId, issues: [] })),
    );

  it('is nothing where all is well', () => {
    expect(found(listings(8))).toEqual([]);
  });

  it('counts doubts with samples, and one record once', () => {
    const wrong = { ...flat, ...titled('Plac 591 m2, Veternik', 59_100) };
    const many = listings(8, (index) => (index < 5 ? { payload: wrong } : {}));
    const issues = doubtsOf(wrong, () => null);
    const [first] = inspectQuality(
      many,
      many.map(({ sourceId }, index) => ({ sourceId, issues: index === 0 ? issues : [] })),
    );
    expect(first).toMatchObject({ code: 'area_unit', pointer: '/structure/area_sqm', count: 5, of: 8 });
    expect(first?.samples).toHaveLength(3);
    expect(first?.samples[0]).toEqual({ sourceId: 'A0', value: '591 m2' });
  });

  it('a picture that many listings share', () => {
    const logo = 'https://photos.agency.example/logo.png';
    const many = listings(8, (index) => (index < 6 ? { payload: { ...flat, ...photo(logo) } } : {}));
    expect(found(many)).toMatchObject([
      { code: 'photo_shared', count: 6, of: 8, samples: [{ value: logo }, {}, {}] },
    ]);
    expect(found(many)[0]?.advice).toContain('skip: ["logo.png"]');
  });

  it('dates that are those of the export', () => {
    const many = listings(8, (index) => ({ feedUpdatedAt: day + index * 5_000 }));
    expect(found(many)).toMatchObject([{ code: 'dates_of_export', count: 8 }]);
  });

  it('photo addresses that change at each export, with the rule to add', () => {
    const token = (index: number, value: number): Payload => ({
      ...flat,
      photos: [{ url: `https://photos.agency.example/${index}/1.jpg?size=l&t=${value}` }],
    });
    const many = listings(8, (index) => ({ payload: token(index, 1700), former: token(index, 1600) }));
    expect(found(many)).toMatchObject([{ code: 'photo_urls_change', count: 8, of: 8 }]);
    expect(found(many)[0]?.advice).toContain('identity: { drop_query: [t] }');
    expect(found(many.slice(0, 3))).toEqual([]);
  });
});

describe('query keys that alone became others', () => {
  const photos = (...urls: string[]): Payload => ({
    photos: urls.map((url) => ({ url: `https://a.example${url}` })),
  });

  it.each([
    ['a version', photos('/1.jpg?v=1', '/2.jpg?v=1'), photos('/1.jpg?v=2', '/2.jpg?v=2'), ['v']],
    [
      'a signature',
      photos('/p?id=1&sig=aaaaaaaa', '/p?id=2&sig=aaaaaaaa'),
      photos('/p?id=1&sig=bbbbbbbb', '/p?id=2&sig=bbbbbbbb'),
      ['sig'],
    ],
    ['the picture itself', photos('/p?id=1', '/p?id=2'), photos('/p?id=2', '/p?id=3'), []],
    ['another picture', photos('/1.jpg?v=1'), photos('/2.jpg?v=2'), []],
    ['one more picture', photos('/1.jpg?v=1'), photos('/1.jpg?v=2', '/2.jpg?v=2'), []],
    ['nothing', photos('/1.jpg?v=1'), photos('/1.jpg?v=1'), []],
  ])('%s', (_name, former, now, keys) => {
    expect(changedTokens(former, now)).toEqual(keys);
  });
});
