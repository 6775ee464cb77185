import { describe, expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import type { MappedRecord } from '../../src/model/outcome.js';
import type { Vocabulary } from '../../src/model/reference.js';
import type { MappingOverrides } from '../../src/mapping/compile/load-mapping.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const vocabulary = {
  version: '1',
  fields: {
    category: [
      { key: 'flat', labels: ['Stan', 'Flat'] },
      { key: 'house', labels: ['Kuća', 'House'] },
      { key: 'plot', labels: ['Plac', 'Plot'] },
      { key: 'garage', labels: ['Garaža', 'Garage'] },
    ],
    heating: [],
    amenity: [],
    rental_type: [{ key: 'long_term', labels: ['Long-term'] }],
    condition: [],
    furnished: [],
    building_group: [],
    ownership_status: [],
    legalization_status: [],
    room_type: [],
  },
} satisfies Vocabulary;
const reference = createReference(vocabulary, [
  {
    ...{ id: 'p1', type: 'city', nameSr: 'Niš', nameEn: null, officialCode: null },
    ...{ cityId: null, cityNameSr: null, lat: null, lng: null },
  },
]);

const text = (ask: string, transaction: string, category: string): string => `
name: questions
version: 1
format: { container: xml, root: ads, records: ad }
source_id: id
transaction: ${transaction}
numbers: { decimal: '.' }
${ask}
fields:
  category: ${category}
  title.sr: title
  description.sr: { const: 'Stan u centru grada, useljiv odmah.' }
  price.amount: price
  price.currency: { const: EUR }
  rent.amount: price
  rent.currency: { const: EUR }
  rent.type: { const: long_term }
  location.place_id: { city: { const: Niš } }
  location.address_line: { const: Obrenovićeva 1 }
tables:
  offer: { words: { prodaja: sale, izdavanje: rent } }
  kind: { vocabulary: category, words: {} }
  title_kind:
    vocabulary: category
    phrases:
      any: { stan: Stan, dvosoban*: Stan, kuć*: Kuća, '2.5': Stan }
      first: { plac: Plac, garaž*: Garaža, lokal: null }
      after: [prodaje se, prodaje, hitno, nov*]
`;

const asked = 'ask: [transaction, category]';
const offer = '{ from: offer, table: offer }';
const kind = '{ from: kind, table: kind }';
const titled = '{ from: title, table: title_kind, unmapped: ignore }';

function mapped(mapping: string, fields: string, overrides: Partial<MappingOverrides> = {}): MappedRecord {
  const whole = {
    ...exampleOverrides,
    answers: { mandate_attested: true, owner_lives_nearby: false },
    ...overrides,
  };
  return mappingOf(mapping, whole).map(parseXmlRecord(`<ad><id>1</id><price>450</price>${fields}</ad>`), {
    reference,
    photoMax: 10,
  });
}

const openFields = ({ issues }: MappedRecord): string[] =>
  issues.filter(({ code }) => code === 'answer_missing').map(({ pointer }) => pointer);
const payloadOf = ({ listings }: MappedRecord) => listings[0]?.payload ?? null;

describe('a question about a column', () => {
  const monthly = text('', '{ const: rent }', '{ const: Stan }').replace(
    'rent.amount: price',
    'rent.amount: { from: price, period: ask }',
  );
  const rentOf = (record: MappedRecord): unknown =>
    (payloadOf(record)?.rent as { amount?: unknown } | undefined)?.amount;
  const record = (overrides: Partial<MappingOverrides>): MappedRecord =>
    mapped(monthly, '<title>Lepo mesto</title>', overrides);

  it.each([
    ['month', 450],
    ['week', 1950],
    ['day', 13_500],
    ['year', 37.5],
  ])('is answered once for the feed: a rent for a %s', (period, amount) => {
    expect(rentOf(record({ constants: { 'rent.period': period } }))).toBe(amount);
  });

  it('makes the listing wait, and in a trial leaves all else to be judged', () => {
    expect(payloadOf(record({}))).toBeNull();
    expect(openFields(record({}))).toEqual(['/rent/period']);
    expect(rentOf(record({ leavesOpen: true }))).toBe(450);
  });

  it('parks the listing where the agency does not know', () => {
    const parked = record({ constants: { 'rent.period': 'ask_partner' } });
    expect(payloadOf(parked)).toBeNull();
    expect(parked.issues).toMatchObject([{ code: 'partner_asked', pointer: '/rent/period' }]);
  });

  it('lets a listing go without an attribute whose unit is asked', () => {
    const plot = text('', '{ const: sale }', '{ const: Stan }').replace(
      '\ntables:',
      '\n  attributes: { plot: { from: plot, area: { edition: 1, unit: { ask: plot } } } }\ntables:',
    );
    const house = mapped(plot, '<title>Lepo mesto</title><plot>5</plot>');
    expect(payloadOf(house)).not.toBeNull();
    expect(house.issues).toContainEqual(
      expect.objectContaining({ severity: 'warning', code: 'answer_missing', pointer: '/units/plot' }),
    );
  });
});

describe('a field that is asked for', () => {
  const questions = text(asked, offer, kind);

  it('makes the listing wait where neither the record nor the agency says it', () => {
    const record = mapped(questions, '<title>Lepo mesto</title>');
    expect([record.kind, payloadOf(record)]).toEqual(['invalid', null]);
    expect(openFields(record)).toEqual(['/transaction']);
    const offered = mapped(questions, '<title>Lepo mesto</title><offer>prodaja</offer>');
    expect(payloadOf(offered)).toBeNull();
    expect(openFields(offered)).toEqual(['/category']);
  });

  it('takes the answer of the agency where the record says nothing', () => {
    const constants = { transaction: 'rent', category: 'Stan' };
    const record = mapped(questions, '<title>Lepo mesto</title>', { constants });
    expect(payloadOf(record)).toMatchObject({ transaction: 'rent', category: 'flat', rent: { amount: 450 } });
    const sold = mapped(questions, '<title>Lepo mesto</title><offer>prodaja</offer><kind>House</kind>', {
      constants,
    });
    expect(payloadOf(sold)).toMatchObject({ transaction: 'sale', category: 'house', price: { amount: 450 } });
  });

  it('never replaces a word without a meaning by the answer', () => {
    const constants = { transaction: 'rent', category: 'Stan' };
    const record = mapped(questions, '<title>Lepo mesto</title><offer>zamena</offer>', { constants });
    expect(payloadOf(record)).toBeNull();
    expect(record.issues).toMatchObject([
      { code: 'unmapped_word', pointer: '/transaction', value: 'zamena' },
    ]);
  });

  it('leaves everything else to be judged in a trial', () => {
    const record = mapped(questions, '<title>Lepo mesto</title>', { leavesOpen: true });
    expect(openFields(record)).toEqual(['/transaction', '/category']);
    expect(payloadOf(record)).toMatchObject({ price: { amount: 450 }, title: { sr: 'Lepo mesto' } });
  });

  it('is required as ever where the mapping does not ask for it', () => {
    const record = mapped(text('', offer, kind), '<title>Lepo mesto</title>');
    expect(record.issues.map(({ code }) => code)).toEqual(['required']);
  });

  it('refuses a constant that is no offer', () => {
    expect(() => mapped(questions, '', { constants: { transaction: 'lease' } })).toThrow(/transaction/);
  });
});

describe('phrases', () => {
  const titles = text(asked, '{ const: sale }', titled);
  it.each([
    ['Stan, Liman', 'flat'],
    ['Prodaje se stan u kući', 'flat'],
    ['HITNO!!! Prodaje se: nova kuća sa dva stana', 'house'],
    ['Nov dvosoban, Plac Slobode 4', 'flat'],
    ['Novi Sad, Liman, dvosobni', null],
    ['Novi Sad, Liman, dvosoban, 54', 'flat'],
    ['Гаража у центру', 'garage'],
    ['Prostor sa garažom', null],
    ['Plac 5 ari', 'plot'],
    ['Plac sa kućom', null],
    ['Plac Slobode 4, dvosoban', null],
    ['Lokal, Niš', null],
    ['Stanica metroa', null],
    ['Niš, stan ili kuća', null],
    ['', null],
  ])('reads the title %s as %s', (title, category) => {
    const record = mapped(titles, `<title>${title}</title>`, { leavesOpen: true });
    expect(payloadOf(record)?.category ?? null).toBe(category);
    expect(openFields(record)).toEqual(category === null ? ['/category'] : []);
    expect(record.issues.some(({ code }) => code === 'unmapped_word')).toBe(false);
  });

  it('yields to a word of the table, and to the feed’s own words', () => {
    const tables = { title_kind: { 'Plac sa kućom': 'Kuća' } };
    const record = mapped(titles, '<title>Plac sa kućom</title>', { tables });
    expect(payloadOf(record)).toMatchObject({ category: 'house' });
  });
});
