import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serbianBands } from '../../src/core/content/guard/bands.js';
import { valueDoubts } from '../../src/core/content/guard/value-doubts.js';
import { hasShared } from '../shared-dir.js';
import { issueCounts, mapFeedFile, type MappedFromFile } from './feed-file.js';
import { exampleOverrides, mappingOf, shippedMapping } from './shipped-mapping.js';

const manifest = parse(readFileSync(new URL('../feeds/manifest.yaml', import.meta.url), 'utf8')) as {
  files: Record<string, { records: number; eligible: number }>;
};

/** Towns abroad, as if they lay in Serbia. */
const towns = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(', ').map((name) => [name, 'Novi Sad']));

const russia = { place: towns('Москва, Санкт-Петербург, Октябрьский'), currency: { RUB: 'RSD', RUR: 'RSD' } };
const silesia = {
  currency: { PLN: 'EUR' },
  place: towns(
    'Wodzisław Śląski, Rybnik, Radlin, Rydułtowy, Racibórz, Syrynia, Lyski, Żytna, Rudy, Pszów, Jastrzębie-Zdrój, Katowice, ' +
      'Tworków, Godów, Jankowice, Turza Śląska, Pogrzebień, Żory, Lubomia, Jejkowice, Pszczyna, Gorzyce, Świerklany, Mszana, Kornowac, Krzyżanowice, Kuźnia Raciborska',
  ),
};
const provence = {
  place: towns(
    'Fréjus, Saint-Raphaël, Grimaud, Agay, Les Issambres, Saint Aygulf, Draguignan, Les Arcs, Le Luc, Sainte-Maxime, Cotignac, ' +
      'Bagnols-en-Forêt, Puget-sur-Argens, Cavalaire-sur-Mer, La Motte',
  ),
};

const berlin = { place: towns('Berlin') };
const bucks = {
  place: towns(
    'Harefield, Gerrards Cross, Uxbridge, Slough, Stoke Poges, Denham, Beaconsfield, Old Beaconsfield, Higher Denham, High Wycombe, Amersham',
  ),
};

/** The lists of a portal's visitors, through mappings that complete the one for tables as an agency's own would. */
const belgrade = `
name: belgrade-list
version: 1
extends: csv-header
format: { columns: [naslov, cena_eur, lokacija] }
source_id: naslov
transaction: { from: null, table: null, const: sale }
fields:
  category: { from: null, const: [Stan, Apartment], table: null }
  title.sr: naslov
  description.sr: { template: 'Stan u gradu, {lokacija}. Površina: {kvadratura}.', fallback: The list has no texts. }
  price.amount: cena_eur
  location.place_id:
    city: { from: lokacija, match: '^[^,]+' }
    municipality: { from: lokacija, match: 'Opština ([^,]+)', remove: null }
  location.address_line: lokacija
  structure.area_sqm: { from: kvadratura, number: { decimal: ',', thousands: '.', ignore: [m2] } }
  structure.rooms: { from: broj_soba, number: { decimal: '.' } }
`;
const flats = `
name: flats-list
version: 1
extends: csv-header
format: { columns: [price, area, url] }
source_id: { from: url, match: '([0-9]+)/?$' }
transaction: { from: null, table: null, const: sale }
numbers: { decimal: '.', thousands: none }
fields:
  category: { from: null, const: [Stan, Apartment], table: null }
  title.sr: { template: 'Stan, {area} m²[, {municipality}]', fallback: The list has no titles. }
  description.sr: { template: 'Stan u gradu {city}, površina {area} m².', fallback: The list has no texts. }
  price.amount: { from: price, number: { decimal: '.', thousands: none } }
  structure.area_sqm: { from: area, number: { decimal: '.', thousands: none } }
  structure.floor: { from: floor, match: null, table: null }
  structure.total_floors: total_floors
  structure.year_built: { from: building_year, number: { decimal: '.' } }
`;

const pictures = `
name: oferty-with-pictures
version: 1
extends: oferty-net
fields: { photos: { base_url: 'https://photos.agency.example/fibra/' } }
`;

interface Payload {
  external_id: string;
  category: string;
  state: string;
  title: Record<string, string>;
  description: Record<string, string>;
  location: Record<string, unknown>;
  structure: Record<string, unknown>;
  price?: { amount: number; currency: string };
  rent?: { amount: number; type: string };
  photos?: { url: string }[];
}

const payloadsOf = (records: readonly MappedFromFile[]): Payload[] =>
  records.flatMap(({ listings }) =>
    listings.flatMap(({ payload }) => (payload === null ? [] : [payload as unknown as Payload])),
  );

const counted = (words: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[String(word)] = (counts[String(word)] ?? 0) + 1;
  return counts;
};

type Tables = Record<string, Record<string, string>>;
const preset = (name: string, tables: Tables) => shippedMapping(name, { tables });
const own = (text: string, tables: Tables = {}) => mappingOf(text, { ...exampleOverrides, tables });

describe.skipIf(!hasShared)('exports of agencies’ software, by the preset of their format', () => {
  it.each([
    ['estate-sistem/oglasi-25.xml', () => preset('estate-sistem', {})],
    ['idx-ch/idx.csv', () => preset('idx-ch', berlin)],
    ['is24/is24.csv', () => preset('is24-csv', berlin)],
    ['oferty-pl/fibra-oferty.xml', () => own(pictures, silesia)],
    ['poliris-csv/immomatch-Annonces.csv', () => preset('poliris-csv', provence), 'win1252'],
    ['rightmove-blm/example_data.blm', () => preset('rightmove-blm', bucks)],
    ['serbian-csv/knez-stanovi_beograd.csv', () => own(belgrade)],
    ['serbian-csv/srdjan-nekretnine-rs-dataset.csv', () => own(flats)],
    ['yandex-yrl/metry-realty.xml', () => preset('yandex-yrl', russia)],
    ['yandex-yrl/windstep-valid_file.xml', () => preset('yandex-yrl', russia)],
    ['yandex-yrl/zullarent-yandex_realty.xml', () => preset('yandex-yrl', russia)],
  ])('%s: at least 95 of 100 that may be published are accepted', (file, mapping, encoding?: string) => {
    const { records: all = 0, eligible = 0 } = manifest.files[file] ?? {};
    const records = mapFeedFile(file, mapping(), encoding);
    expect(records).toHaveLength(all);
    const accepted = records.filter(({ kind, details }) => kind === 'mapped' && details.length === 0);
    expect(accepted.length).toBeGreaterThanOrEqual(0.95 * eligible);
    expect(records.filter(({ kind }) => kind === 'mapped').flatMap(({ details }) => details)).toEqual([]);
  });

  it('YRL: a day’s rent is a month’s, types and towns make titles, and telephone numbers leave the texts', () => {
    const [daily] = payloadsOf(
      mapFeedFile('yandex-yrl/zullarent-yandex_realty.xml', preset('yandex-yrl', russia)),
    );
    expect(daily).toMatchObject({
      rent: { amount: 73_000, type: 'short_term' },
      structure: { area_sqm: 40 },
    });
    const flats = payloadsOf(mapFeedFile('yandex-yrl/metry-realty.xml', preset('yandex-yrl', russia)));
    expect(counted(flats.map(({ category }) => category))).toEqual({ studio: 25 });
    for (const { title, description, photos } of flats) {
      expect(title.sr).toMatch(/^Garsonjera, \d+(\.\d+)? m², Москва, /);
      expect(description.sr).not.toMatch(/8 800|Телефон/);
      expect(photos?.length).toBeGreaterThan(5);
    }
  });

  it('YRL: roubles are not taken for anything else while nobody has settled what they are', () => {
    const records = mapFeedFile(
      'yandex-yrl/metry-realty.xml',
      preset('yandex-yrl', { place: towns('Москва') }),
    );
    expect(issueCounts(records)).toMatchObject({ 'error unmapped_word /price/currency': 25 });
    expect(payloadsOf(records)).toEqual([]);
  });

  it('oferty.net: sections, combined words, numbered pictures and escaped texts are understood', () => {
    const mapping = own(pictures, silesia);
    const records = mapFeedFile('oferty-pl/fibra-oferty.xml', mapping);
    const all = payloadsOf(records);
    expect(issueCounts(records)).toEqual({
      'warning fallback_used /title/sr': 71,
      'warning fallback_used /description/sr': 71,
      'warning fallback_used /location/address_line': 19,
    });
    expect(counted(all.map(({ category }) => category))).toEqual({
      ...{ apartment: 22, duplex: 1, house: 10, terraced_house: 4, farm: 1, building_plot: 23, farmland: 2 },
      ...{ premises: 4, warehouse: 2, production_hall: 1, shop: 1 },
    });
    expect(all.filter(({ structure }) => 'heating' in structure)).toHaveLength(45);
    for (const { description, location, photos = [] } of all) {
      expect(description.sr).not.toMatch(/&\w+;|BCK Galactica|dostępna tylko w naszym biurze/);
      expect(Number(location.lat) - Number(location.lng)).toBeGreaterThan(30); // neither axis for the other
      const numbers = photos.map(({ url }) => Number(/_(\d+)\.jpg$/.exec(url)?.[1]));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(photos[0]?.url).toMatch(/^https:\/\/photos\.agency\.example\/fibra\/.+_1\.jpg$/);
    }
    expect(mapping.file.kind?.({ header: { zawartosc_pliku: 'roznica' } })).toEqual({
      ok: true,
      value: 'delta',
    });
    expect(mapping.file.kind?.({ header: { zawartosc_pliku: 'calosc' } })).toEqual({
      ok: true,
      value: 'full',
    });
  });

  it('Poliris: bit masks, unknown years and takeovers of leases are understood', () => {
    const records = mapFeedFile(
      'poliris-csv/immomatch-Annonces.csv',
      preset('poliris-csv', provence),
      'win1252',
    );
    expect(counted(records.map(({ kind }) => kind))).toEqual({ mapped: 144, ignore: 3 });
    const all = payloadsOf(records);
    expect(counted(all.map(({ structure }) => structure.heating))).toEqual({
      ...{ own_boiler: 60, radiators: 35, own_gas_boiler: 9, central: 1, central_gas: 1, undefined: 38 },
    });
    expect(all.filter(({ rent }) => rent !== undefined)).toHaveLength(8);
    expect(all.filter(({ structure }) => structure.year_built === 0)).toEqual([]);
    expect(all.find(({ external_id }) => external_id === '8_1870')?.title.sr).toMatch(
      /^Saint Raphael, coeur/,
    );
    expect(JSON.stringify(all)).toContain('Fréjus');
  });

  it('Serbian lists: points between thousands and municipalities are what they seem to be there', () => {
    const [first, ...others] = payloadsOf(mapFeedFile('serbian-csv/knez-stanovi_beograd.csv', own(belgrade)));
    expect(first).toMatchObject({ price: { amount: 325_000 }, structure: { area_sqm: 75, rooms: 3.5 } });
    expect(others.filter(({ price }) => (price?.amount ?? 0) < 10_000)).toEqual([]);
    expect(new Set(others.map(({ location }) => location.place_id)).size).toBeGreaterThan(10);
  });

  it('Serbian lists: the guard doubts only what is evidently wrong', () => {
    const doubted = (path: string, mapping: string): string[] => {
      const payloads = payloadsOf(mapFeedFile(path, own(mapping)));
      expect(new Set(payloads.map(({ category }) => category))).toEqual(new Set(['apartment']));
      return payloads.flatMap((payload) =>
        valueDoubts(payload as never, {
          bands: serbianBands,
          kinds: new Map([['apartment', 'flat'] as const]),
          rsdPerEur: 117,
        }).map(
          ({ rule, fields }) =>
            `${payload.external_id}: ${rule} of ${fields.join(' and ')} (${payload.price?.amount} EUR, ${String(payload.structure.area_sqm)} m²)`,
        ),
      );
    };
    expect(doubted('serbian-csv/knez-stanovi_beograd.csv', belgrade)).toEqual([]);
    expect(doubted('serbian-csv/srdjan-nekretnine-rs-dataset.csv', flats)).toEqual([
      '1008379: band of price and area (719997 EUR, 14 m²)',
      '97613: offer_mismatch of price (2800 EUR, 1 m²)',
      '97613: area of area (2800 EUR, 1 m²)',
    ]);
  });

  it('BLM, IDX and IS24: declared separators and cells without names are understood', () => {
    const british = payloadsOf(mapFeedFile('rightmove-blm/example_data.blm', preset('rightmove-blm', bucks)));
    expect(british[0]).toMatchObject({
      external_id: '2559_347614',
      category: 'apartment',
      price: { amount: 159_950 },
      structure: { bedrooms: 2, heating: 'own_gas_boiler' },
    });
    expect(counted(british.map(({ state }) => state))).toEqual({ active: 27, inactive: 9 });
    const [swiss] = payloadsOf(mapFeedFile('idx-ch/idx.csv', preset('idx-ch', berlin)));
    expect(swiss).toMatchObject({
      external_id: '41jkr.TLcWD.9VoHE',
      category: 'villa',
      structure: { area_sqm: 273, rooms: 8.4, year_built: 1904 },
    });
    const german = payloadsOf(mapFeedFile('is24/is24.csv', preset('is24-csv', berlin)));
    expect(german.map(({ category, rent }) => [category, rent !== undefined])).toEqual([
      ['house', false],
      ['house', false],
      ['penthouse', true],
      ['penthouse', true],
    ]);
    expect(german[2]).toMatchObject({
      location: { address_line: 'Berlin' },
      structure: { area_sqm: 216.03 },
    });
  });
});
