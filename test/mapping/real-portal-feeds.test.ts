import { describe, expect, it } from 'vitest';
import { hasShared } from '../shared-dir.js';
import { issueCounts, mapFeedFile, type MappedFromFile } from './feed-file.js';
import { shippedMapping } from './shipped-mapping.js';

/** Towns of the samples, as if they lay in Serbia. */
const place = {
  Marvila: 'Beograd',
  almunecar: '79022',
  Richmond: 'Beograd',
  'Bacchus Marsh': 'Novi Sad',
  Madrid: 'Beograd',
  Torremolinos: 'Niš',
  Torrequemada: 'Novi Sad',
  Roma: 'Beograd',
  Crescentino: 'Novi Sad',
  Pantelleria: 'Niš',
  Berlin: 'Beograd',
  'Ann Arbor': 'Novi Sad',
  Chicago: 'Beograd',
};

function map(file: string, mapping: string, encoding?: string): MappedFromFile[] {
  return mapFeedFile(file, shippedMapping(mapping, { tables: { place } }), encoding);
}

interface Payload {
  external_id: string;
  category: string;
  title: Record<string, string>;
  location: Record<string, unknown>;
  structure: Record<string, unknown>;
  price?: { amount: number };
  rent?: { amount: number };
  photos?: { url: string }[];
}

const payloadsOf = (records: readonly MappedFromFile[]) =>
  records.flatMap(({ listings }) => listings.map(({ payload }) => payload as unknown as Payload));

describe.skipIf(!hasShared)('exports for portals abroad', () => {
  it.each([
    ['kyero-v3', 'kyero/athena-advisers.xml', 1, 0],
    ['kyero-v3', 'kyero/openestate-example.xml', 1, 0],
    ['kyero-v3', 'kyero/openestate-test.xml', 1, 0],
    ['kyero-v2', 'kyero/openestate-test.xml', 1, 0],
    ['reaxml', 'reaxml/land_sample.xml', 1, 2],
    ['reaxml', 'reaxml/rental_sample.xml', 1, 2],
    ['reaxml', 'reaxml/residential_sample.xml', 1, 2],
    ['reaxml', 'reaxml/nclifton-14148_14148_20150331092716.xml', 1, 0],
    ['idealista', 'idealista/idealista-properties.json', 9, 0],
    ['trovit', 'trovit/trovit.xml', 2, 0],
  ])('%s: all of %s give payloads that the portal takes', (mapping, file, published, removed) => {
    const records = map(file, mapping);
    expect(records.flatMap(({ details }) => details)).toEqual([]);
    expect(records.filter(({ kind }) => kind === 'mapped')).toHaveLength(published);
    expect(records.filter(({ kind }) => kind === 'remove')).toHaveLength(removed);
    expect(records).toHaveLength(published + removed);
    for (const payload of payloadsOf(records)) {
      expect(payload.title.sr).not.toBe('');
      expect((payload.price ?? payload.rent)?.amount).toBeGreaterThan(0);
      expect(payload.photos?.length).toBeGreaterThan(0);
    }
    // No word of the samples is unknown, and no value was left out.
    expect(Object.keys(issueCounts(records)).filter((line) => !/fallback_used|too_small/.test(line))).toEqual(
      [],
    );
  });

  it('REAXML: a sold, a leased and a withdrawn record say why, and empty slots are no pictures', () => {
    const [, sold, withdrawn] = map('reaxml/residential_sample.xml', 'reaxml');
    expect([sold?.removeReason, withdrawn?.removeReason]).toEqual(['sold', 'withdrawn']);
    expect(map('reaxml/rental_sample.xml', 'reaxml')[1]?.removeReason).toBe('rented');
    const [home] = payloadsOf(map('reaxml/nclifton-14148_14148_20150331092716.xml', 'reaxml'));
    expect(home).toMatchObject({ external_id: '14148-2094177', category: 'house', rent: { amount: 1551 } });
    expect(home?.photos).toHaveLength(8);
    expect(home?.structure).toMatchObject({ bedrooms: 5, heating: 'own_boiler', furnished: 'unfurnished' });
    expect(home?.structure).not.toHaveProperty('area_sqm');
    const [plot] = payloadsOf(map('reaxml/land_sample.xml', 'reaxml'));
    expect(plot).toMatchObject({ category: 'building_plot', structure: { area_sqm: 557.42 } });
  });

  it.each([
    ['openimmo/openestate-example.xml', undefined],
    ['openimmo/openimmo-data_127.xml', 'latin1'],
  ])('OpenImmo: %s fills every field with a sample, and names no town', (file, encoding) => {
    expect(issueCounts(map(file, 'openimmo', encoding))).toEqual({
      'error place_unknown /location/place_id': 1,
      'error invalid_enum /price/currency': 1, // German marks
      'warning fallback_used /title/sr': 1,
      'warning fallback_used /description/sr': 1,
      'warning fallback_used /location/address_line': 1,
      'warning photo_dropped /photos': 1, // a file inside the delivery
    });
  });

  it('Idealista: kinds, hidden addresses and moved points are understood', () => {
    const all = payloadsOf(map('idealista/idealista-properties.json', 'idealista'));
    expect(all.map(({ category }) => category)).toEqual([
      ...[
        'penthouse',
        'house',
        'farm',
        'premises',
        'garage',
        'office',
        'building_plot',
        'warehouse',
        'house',
      ],
    ]);
    expect(all[0]?.structure).toMatchObject({
      floor: 6,
      heating: 'heat_pump',
      condition: 'renovation_required',
    });
    expect(all[1]?.structure).toMatchObject({
      floor: 0,
      heating: 'own_gas_boiler',
      furnished: 'unfurnished',
    });
    expect(all[2]?.location).toMatchObject({ address_line: 'urbanización' });
    expect(all[2]?.location).not.toHaveProperty('lat');
    expect(all[6]?.structure).toMatchObject({ area_sqm: 1000 });
    const energyLabel = 'https://www.idealista.com/photo6.jpg';
    expect(all[0]?.photos).not.toContainEqual({ url: energyLabel });
  });

  it('immobiliare.it: all seven properties, a room and a kind without a name among them', () => {
    const records = map('immobiliare-it/immobiliare_it.xml', 'immobiliare-it');
    expect(records.flatMap(({ details }) => details)).toEqual([]);
    const all = payloadsOf(records);
    expect(all.map(({ category }) => category)).toEqual([
      ...['apartment', 'farmland', 'office', 'apartment', 'premises', 'room', 'apartment'],
    ]);
    expect(all.map(({ photos }) => photos?.length ?? 0)).toEqual([4, 2, 2, 2, 10, 0, 3]);
    expect(all[2]?.structure).toMatchObject({ area_sqm: 300, floor: 3, heating: 'own_boiler' });
    expect(issueCounts(records)).toMatchObject({ 'warning fallback_used /category': 1 });
  });

  it('IS24: what is offered is taken, what is none or beyond the portal is told', () => {
    const records = map('is24/is24.xml', 'is24-xml');
    expect(records.filter(({ kind }) => kind === 'mapped').flatMap(({ details }) => details)).toEqual([]);
    const ids = (kind: string) => records.filter((one) => one.kind === kind).map(({ sourceId }) => sourceId);
    expect(ids('ignore')).toEqual(['(3) HAUS-KAUF', '(13) ZWANGSVERSTEIGERUNG', 'TYPENHAUS']);
    // 24 and 6500 million euros are more dinars than the portal counts; so is the rent of a hall by the square metre.
    expect(ids('invalid')).toEqual(['(1) WHG-KAUF', '(10) HALLE-MIETE', '(12) ANLAGE']);
    expect(ids('mapped')).toHaveLength(13);
    expect(issueCounts(records)).toMatchObject({
      'error too_big /price/amount': 2,
      'error too_big /rent/amount': 1,
    });
  });
});
