import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import { explainer } from '../../src/inspect/unmapped.js';
import type { MappingOverrides } from '../../src/mapping/compile/load-mapping.js';
import type { MappedRecord } from '../../src/model/outcome.js';
import type { Place } from '../../src/model/reference.js';
import { caseRecords, presets } from './preset-records.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides, mappingOf, shippedMapping } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const { vocabulary } = sandboxReference();

function city(id: string, nameSr: string, lat = 44, lng = 20, officialCode: string | null = null): Place {
  const names = { nameSr, nameEn: null, officialCode, cityId: null, cityNameSr: null };
  return { id, type: 'city', ...names, lat, lng };
}
function part(id: string, nameSr: string, of: Place): Place {
  return {
    ...city(id, nameSr, of.lat ?? 0, of.lng ?? 0),
    type: 'municipality',
    cityId: of.id,
    cityNameSr: of.nameSr,
  };
}
const belgrade = city('bg', 'Beograd', 44.8, 20.46);
const nis = city('ni', 'Niš', 43.3, 21.9);
const noviSad = city('ns', 'Novi Sad', 45.25, 19.8);
const places: Place[] = [
  ...[
    belgrade,
    nis,
    noviSad,
    city('to', 'Topola'),
    city('kg', 'Kragujevac'),
    city('kr', 'Krupanj', 44.36, 19.36),
  ],
  ...[city('be1', 'Bela Crkva', 44.9, 21.4, '70190'), city('be2', 'Bela Crkva', 44.4, 19.5, '70191')],
  ...[
    part('bg-vr', 'Vračar', belgrade),
    part('bg-ze', 'Zemun', belgrade),
    part('bg-pa', 'Palilula', belgrade),
  ],
  ...[
    part('bg-sg', 'Stari grad', belgrade),
    part('ni-pa', 'Palilula', nis),
    part('ns-ns', 'Novi Sad', noviSad),
  ],
];
const reference = createReference(vocabulary, places);

type Words = Readonly<Record<string, string | null | string[]>>;
const isNew: MappingOverrides = { ...exampleOverrides, cleansIds: true };

function map(place: string, record: string, words: Words = {}, overrides = isNew): MappedRecord {
  const mapping = mappingOf(
    `
name: test
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: { const: '1' }
transaction: { const: sale }
numbers: { decimal: '.' }
fields:
  category: { const: Stan }
  title.sr: { const: Stan u centru }
  description.sr: { const: 'Stan u centru grada, useljiv odmah.' }
  price.amount: { const: 1000 }
  structure.area_sqm: { const: 50 }
  location.lat: lat
  location.lng: lng
  location.place_id: ${place}
  location.address_line: { const: Obrenovićeva 1 }
tables: { place: { places: true } }
`,
    { ...overrides, tables: { place: words } },
  );
  return mapping.map(parseXmlRecord(`<ad>${record}</ad>`), { reference, photoMax: 1 });
}

/** The id of the place found, or the code of the issue. */
function placeOf({ listings, issues }: MappedRecord): string | undefined {
  const [issue] = issues.filter(({ pointer }) => pointer === '/location/place_id');
  return issue?.code ?? (listings[0]?.payload?.location as { place_id?: string } | undefined)?.place_id;
}

const one = '{ city: m, table: place }';
const two = '{ city: g, municipality: o, table: place }';
const inOne = (text: string, words?: Words, overrides?: MappingOverrides) =>
  placeOf(map(one, `<m>${text}</m>`, words, overrides));
const inTwo = (town: string, within: string, words?: Words, overrides?: MappingOverrides) =>
  placeOf(map(two, `<g>${town}</g><o>${within}</o>`, words, overrides));

describe('a place in one field', () => {
  it.each([
    ['Srbija, Beograd, Djeram', 'bg'],
    ['Srbija, Novi Sad, Liman', 'ns'],
    ['Liman, Novi Sad, Serbia', 'ns'],
    ['Novi Sad, Novi Sad, Liman', 'ns'],
    ['Beograd, Vračar, Crveni krst', 'bg-vr'],
    ['Crveni krst | Vračar | Beograd', 'bg-vr'],
    ['Grad Beograd / Opština Vračar', 'bg-vr'],
    ['Beograd - Zemun - Gornji grad', 'bg-ze'],
    ['11000 Beograd (Vračar)', 'bg-vr'],
    ['Београд, Врачар', 'bg-vr'],
    ['RS-21000 Novi Sad', 'ns'],
    ['Palilula, Niš', 'ni-pa'],
    ['Niš, Palilula', 'ni-pa'],
    ['Krnjača, Palilula, Beograd', 'bg-pa'],
    ['Bela Crkva, Krupanj', 'be2'],
    ['Krupanj, Bela Crkva', 'be2'],
  ])('"%s" is %s', (text, id) => expect(inOne(text)).toBe(id));

  it.each([
    ['Srbija', 'place_unknown'],
    ['Srbija, Atlantida', 'place_unknown'],
    ['Krnjača, Palilula', 'place_ambiguous'],
    // A municipality's name decides nothing without its city: this one is on an island.
    ['Stari grad, Hvar', 'place_ambiguous'],
    ['Hrvatska, Topola', 'place_unknown'],
    ['Kragujevac, Topola', 'place_ambiguous'],
    ['Beograd, Vračar, Zemun', 'place_ambiguous'],
    ['Bela Crkva, Centar', 'place_ambiguous'],
  ])('"%s" is a question: %s', (text, code) => expect(inOne(text)).toBe(code));

  it('keeps the listings of two towns apart when one word is named', () => {
    const words = { 'BGD grad': 'Beograd', Liman: 'Novi Sad' };
    expect(inOne('Srbija, BGD grad, Djeram', words)).toBe('bg');
    expect(inOne('Srbija, NS, Liman', words)).toBe('ns');
    expect(inOne('Srbija, KG, Centar', words)).toBe('place_unknown');
  });

  it('never takes the country for the place, whatever a table says of it', () => {
    expect(inOne('Srbija, NS, Liman', { Srbija: 'Beograd' })).toBe('place_unknown');
    const first = `{ city: { from: m, match: '^([^,]+)' }, municipality: { from: m, match: '^[^,]+,\\s*([^,]+)' }, table: place }`;
    const cut = (text: string, words?: Words, overrides?: MappingOverrides) =>
      placeOf(map(first, `<m>${text}</m>`, words, overrides));
    expect(cut('Srbija, Novi Sad, Liman')).toBe('ns');
    expect(cut('Srbija, Novi Sad, Liman', { Srbija: 'Beograd' })).toBe('ns');
  });
});

describe('a place in several fields', () => {
  it('is looked up by the text that is printed', () => {
    expect(inTwo('BGD grad', 'Vracar centar')).toBe('place_unknown');
    expect(map(two, '<g>BGD grad</g><o>Vracar centar</o>').issues).toMatchObject([
      { code: 'place_unknown', value: 'BGD grad, Vracar centar' },
    ]);
    expect(inTwo('BGD grad', 'Vracar centar', { 'BGD grad, Vracar centar': 'Vračar' })).toBe('bg-vr');
    expect(inTwo('BGD grad', 'Vracar centar', { 'bgd grad,  vracar centar': 'Vračar' })).toBe('bg-vr');
  });

  it('is looked up by each name, the narrowest first', () => {
    expect(inTwo('BGD grad', 'Vracar centar', { 'BGD grad': 'Beograd' })).toBe('bg');
    expect(inTwo('BGD grad', 'Vracar centar', { 'Vracar centar': 'Vračar' })).toBe('bg-vr');
    const both = { 'BGD grad': 'Beograd', 'Vracar centar': 'Vračar' };
    expect(inTwo('BGD grad', 'Vracar centar', both)).toBe('bg-vr');
    expect(inTwo('Beograd', 'Vračar, Crveni krst')).toBe('bg-vr');
    expect(inTwo('Beograd', 'Srpskih vladara')).toBe('bg');
    expect(inTwo('Niš', 'Most', { Most: 'Vračar' })).toBe('ni');
  });

  it('is the municipality’s for a settlement that the directory does not have', () => {
    expect(inTwo('Stragari', 'Kragujevac')).toBe('kg');
    // Of a city's municipality the name alone is none: other cities have them too.
    expect(inTwo('Sarajevo', 'Stari Grad')).toBe('place_ambiguous');
    expect(inTwo('Batajnica', 'Zemun')).toBe('place_ambiguous');
    expect(inTwo('Batajnica', 'Zemun', { 'Batajnica, Zemun': 'Zemun' })).toBe('bg-ze');
  });

  it('is asked where the names contradict each other', () => {
    const words = { Most: 'Vračar', Grad: 'Niš' };
    expect(inOne('Grad, Most', words)).toBe('place_ambiguous');
    expect(inOne('Grad, Most', { ...words, 'Grad, Most': 'Palilula, Niš' })).toBe('ni-pa');
  });
});

describe('what a person names', () => {
  it.each([
    ['Vračar', 'bg-vr'],
    ['Palilula, Niš', 'ni-pa'],
    ['Beograd, Palilula', 'bg-pa'],
    [['Palilula', 'Niš'], 'ni-pa'],
    ['70191', 'be2'],
    ['Palilula', 'place_ambiguous'],
    ['Atlantida', 'place_unknown'],
  ])('%j is %s', (target, id) => expect(inOne('Kod mosta', { 'Kod mosta': target })).toBe(id));

  it('reaches texts that are printed cut', () => {
    const long = `Naselje ${'iza velike okuke '.repeat(10)}kod mosta`;
    const [issue] = map(one, `<m>${long}</m>`).issues;
    expect(issue?.value).toHaveLength(120);
    expect(inOne(long, { [issue?.value ?? '']: 'Niš' })).toBe('ni');
  });
});

describe('a place that the agency names', () => {
  const named = (constant: string, record: string, rule = one) =>
    placeOf(
      map(rule, record, {}, { ...isNew, constants: { ...isNew.constants, 'location.place_id': constant } }),
    );

  it('is that of records that name none', () => {
    expect(named('Vračar', '<x/>')).toBe('bg-vr');
    expect(named('Palilula, Niš', '<m/>')).toBe('ni-pa');
    expect(named('Vračar', '<m>Novi Sad</m>')).toBe('ns');
    // What a record says and the portal does not have is not replaced.
    expect(named('Vračar', '<m>Atlantida</m>')).toBe('place_unknown');
    expect(named('Atlantida', '<x/>')).toBe('place_unknown');
    expect(named('ask_partner', '<x/>')).not.toBe('bg');
  });
});

describe('a feed of a release that looked up single names only', () => {
  const isOld = exampleOverrides;
  const words = { Srbija: 'Beograd', 'BGD grad': 'Beograd', 'BGD grad, Vracar centar': 'Vračar' };

  it('keeps the places that its names had', () => {
    expect(inTwo('BGD grad', 'Vracar centar', words, isOld)).toBe('bg');
    expect(inTwo('Srbija', 'Novi Sad', words, isOld)).toBe('bg');
    expect(inTwo('Beograd', 'Vračar, Crveni krst', {}, isOld)).toBe('bg');
  });

  it('finds what waited', () => {
    expect(inTwo('BGD grad', 'Vracar centar', { 'BGD grad, Vracar centar': 'Vračar' }, isOld)).toBe('bg-vr');
    expect(inTwo('Srbija', 'Novi Sad', {}, isOld)).toBe('ns');
    expect(inOne('Srbija, Novi Sad, Liman', {}, isOld)).toBe('ns');
    expect(inOne('Stragari', { Stragari: 'Vračar' }, isOld)).toBe('bg-vr');
  });
});

describe.each(presets)('the preset %s', (preset) => {
  it.each([true, false])(
    'takes every line for a place that `unmapped` prints (feed is new: %s)',
    (isNewFeed) => {
      const few = [city('ku', 'Kula'), city('la', 'Lapovo')];
      const environment = { reference: createReference(vocabulary, few), photoMax: 1 };
      const overrides: Partial<MappingOverrides> = isNewFeed ? { cleansIds: true } : {};
      const plain = shippedMapping(preset, overrides);
      const explain = explainer(plain.dictionary, { vocabulary, places: few });
      const records = caseRecords(preset);
      const asked = records.flatMap((record) =>
        wordsOf(plain.map(record, environment)).map((word) => ({ record, word })),
      );
      expect(asked.length).toBeGreaterThan(0);
      const lines = asked.map(({ word }) => explain('/location/place_id', word).yaml ?? '');
      const pasted = lines.map(
        (line) =>
          (parse(line.replace(/: null \} \}$/, ': Kula } }')) as { tables: Record<string, Words> }).tables,
      );
      const [table = ''] = Object.keys(pasted[0] ?? {});
      const words = Object.assign({}, ...pasted.map((tables) => tables[table])) as Record<string, string>;
      const mapping = shippedMapping(preset, { ...overrides, tables: { [table]: words } });
      for (const { record } of asked) expect(wordsOf(mapping.map(record, environment))).toEqual([]);
    },
  );
});

function wordsOf({ issues }: MappedRecord): string[] {
  return issues.flatMap(({ pointer, value, code }) =>
    pointer === '/location/place_id' && value !== undefined && code.startsWith('place_') ? [value] : [],
  );
}
