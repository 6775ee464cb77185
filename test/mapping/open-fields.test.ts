import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import type { CategoryAttribute, Reference } from '../../src/model/reference.js';
import {
  loadMapping,
  type CompiledMapping,
  type MappingOverrides,
} from '../../src/mapping/compile/load-mapping.js';
import { checkListing } from '../../src/wire/listing.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { vocabularyKeys } from '../../src/wire/vocabulary.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const { reference, vocabulary } = sandboxReference(true);

/** A mapping whose fields are those that every listing needs, and these. */
function mappingWith(
  fields: string,
  overrides: Partial<MappingOverrides> = {},
): ReturnType<typeof loadMapping> {
  const text = `
name: open
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: { const: '1' }
transaction: kind
numbers: { decimal: '.' }
booleans: { 'true': [yes], 'false': [no] }
fields:
  category: type
  title.sr: { const: Stan u centru }
  description.sr: { const: 'Stan u centru grada, useljiv odmah.' }
  price.amount: { const: 1000 }
  rent.amount: { const: 300 }
  location.place_id: { city: { const: Novi Sad } }
  location.address_line: { const: Obrenovićeva 1 }
${fields.replace(/^/gm, '  ')}
tables: { letters: { words: { best: A+ } } }
`;
  return loadMapping(text, { file: 'open.yaml', overrides: { ...exampleOverrides, ...overrides } });
}

function compiled(...given: Parameters<typeof mappingWith>): CompiledMapping {
  const loaded = mappingWith(...given);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  return loaded.mapping;
}

interface Mapped {
  payload: Record<string, unknown> | null;
  issues: string[];
  values: unknown[];
  uses: string[];
}

function map(mapping: CompiledMapping, record: string, known: Reference = reference): Mapped {
  const mapped = mapping.map(parseXmlRecord(record), { reference: known, photoMax: 64 });
  return {
    payload: mapped.listings[0]?.payload ?? null,
    issues: mapped.issues.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`),
    values: mapped.issues.map(({ value }) => value),
    uses: mapped.uses.map(({ name, word, resolved }) => `${name} ${word} ${String(resolved)}`),
  };
}

const flat = (inner: string, type = 'Stan', kind = 'sale'): string =>
  `<ad><kind>${kind}</kind><type>${type}</type>${inner}</ad>`;
const keyOf = (category: string, name: string): string => {
  const key = reference.vocabularyKey('category', [category]);
  const answer = reference.attribute(key ?? '', [name]);
  return answer.kind === 'found' ? answer.attribute.key : `no ${name}`;
};

describe('attributes', () => {
  it('take what their type is, told in full where it is something else', () => {
    const mapping = compiled(`
attributes:
  Plot area (m²): { from: plot, number: true }
  Orijentacija: { from: side, number: true }
  Energy class: { from: epc, table: letters, unmapped: ignore }
  Front width (m): front
  Building permit: { from: permit, bool: present }
  Ceiling height (m): height`);
    const building = map(mapping, flat('<plot>12.5</plot><side>3</side><epc>best</epc>'));
    expect(building.payload?.attributes).toEqual({
      [keyOf('Stan', 'Plot area (m²)')]: 12.5,
      [keyOf('Stan', 'Orientation')]: '3',
      [keyOf('Stan', 'Energy class')]: (
        reference.attribute(reference.vocabularyKey('category', ['Stan']) ?? '', ['Energy class']) as {
          attribute: CategoryAttribute;
        }
      ).attribute.words[0]?.key,
    });
    expect(building.issues).toEqual([]);
    const land = map(mapping, flat('<plot>900</plot><front>wide</front><permit/>', 'Plac'));
    expect(land.payload?.attributes).toEqual({ [keyOf('Plac', 'Building permit')]: true });
    expect(land.issues).toEqual([
      'warning attribute_not_applicable /attributes/Plot area (m²)',
      'warning attribute_misfit /attributes/Front width (m)',
    ]);
  });

  it('count their unknown words, and note them by the attribute', () => {
    const mapping = compiled('attributes: { Energy class: epc }');
    const key = keyOf('Stan', 'Energy class');
    const { payload, issues, values, uses } = map(mapping, flat('<epc>Zeleno</epc>'));
    expect(payload).not.toHaveProperty('attributes');
    expect([issues, values]).toEqual([['warning unmapped_word /attributes/Energy class'], ['Zeleno']]);
    expect(uses).toContain(`${key} zeleno null`);
  });

  it('of words in a table may be made to wait by the feed', () => {
    const mapping = compiled('attributes: { Energy class: { from: epc, table: letters } }', {
      unmapped: { 'attributes.Energy class': 'wait' },
    });
    expect(map(mapping, flat('<epc>odd</epc>'))).toMatchObject({
      payload: null,
      issues: ['error unmapped_word /attributes/Energy class'],
    });
    expect(mapping.dictionary.tablesOf('/attributes/Energy class')).toEqual(['letters']);
  });

  it('that no category has are left out and counted, unless the mapping expects that', () => {
    const mapping = compiled(`
attributes:
  Moat: moat
  fort: { is: [Drawbridge, Pokretni most], value: bridge, unmapped: ignore }`);
    expect(map(mapping, flat('<moat>1</moat><bridge>1</bridge>'))).toMatchObject({
      issues: ['warning attribute_unknown /attributes/Moat'],
    });
  });

  it('map their records anew where the portal’s attributes change, and only where a mapping has any', () => {
    const [withThem, without] = [compiled('attributes: { Moat: moat }'), compiled('')];
    const moat = { key: 'm', labels: ['Moat'], type: null, words: [] };
    const changed = createReference(
      { ...vocabulary, attributes: { ...vocabulary.attributes, x: [moat] } },
      [],
    );
    const nothing = { ancestors: [], header: {} };
    expect(withThem.contextOf(nothing, changed)).not.toBe(withThem.contextOf(nothing, reference));
    expect(without.contextOf(nothing, changed)).toBe(without.contextOf(nothing, reference));
  });
});

describe('what only rentals have', () => {
  const fields = `
rent.utilities_included: { water: water, gas: { from: gas, bool: present } }
house_rules: { smoking: { from: smoking, bool: { 'true': [ok], 'false': [never] } }, other: note, bikes: bikes }`;
  const record = '<water>yes</water><gas/><smoking>never</smoking><note>Shoes off</note><bikes>no</bikes>';

  it('is left out where the portal is set up otherwise, and counted', () => {
    const rental = flat(record, 'Stan', 'rent');
    expect(map(compiled(fields), rental)).toMatchObject({
      payload: {
        rent: { utilities_included: { water: true, gas: true } },
        house_rules: { smoking: false, other: 'Shoes off' },
      },
      issues: ['warning field_dropped /house_rules/bikes'],
    });
    const narrow = compiled(fields, { houseRules: ['other', 'bikes'], utilities: ['gas'] });
    expect(map(narrow, rental)).toMatchObject({
      payload: { house_rules: { other: 'Shoes off', bikes: 'no' } },
      issues: [
        'warning field_dropped /rent/utilities_included/water',
        'warning field_dropped /house_rules/smoking',
      ],
    });
    expect(map(narrow, rental).payload?.rent).toMatchObject({ utilities_included: { gas: true } });
    expect(map(compiled(fields), flat(record)).payload).not.toHaveProperty('house_rules');
  });

  it.each([
    ['house_rules: { pets: pets }', '"pets": of pets, write pets.policy, pets.kinds'],
    ['house_rules: { smoking.where: x }', '"smoking.where": of the house rules only pets has parts.'],
    [
      'rent.utilities_included: { water: { from: x, number: true }, gas: { const: warm } }',
      '"warm" is no value for',
    ],
    ['photos: { from: image, room_type: { from: ".", table: letters } }', 'must have vocabulary: room_type'],
    ['attributes: { Plot area: { from: x, tabel: letters } }', '"tabel" is not known here.'],
  ])('a mistake in %s is told', (field, message) => {
    const loaded = mappingWith(field);
    const told = loaded.ok ? [] : loaded.errors.map((error) => error.message);
    expect(told.join('\n')).toContain(message);
  });
});

it('whatever a feed says for them, the payload is valid', () => {
  const mapping = compiled(`
attributes:
  Plot area (m²): [{ from: a, number: true }, b]
  Orijentacija: b
  Energy class: c
  Building permit: [{ from: a, bool: present }, c]
  Front width (m): { from: b, number: true }
rent.utilities_included: { water: a }
house_rules: { smoking: a, pets.policy: b, pets.max_count: { from: c, number: true } }
photos: { from: image, url: '@url', room_type: { from: ['@room', c] } }`);
  const keys = vocabularyKeys(vocabulary);
  const text = fc.constantFrom('', 'yes', '12', '12.5', 'A', 'A+', 'Kuhinja', '-1', 'ćč', 'no');
  const record = fc.record({
    type: fc.constantFrom('Stan', 'Plac', 'Poslovni prostor', 'Garaža'),
    kind: fc.constantFrom('sale', 'rent'),
    words: fc.array(text, { minLength: 4, maxLength: 4 }),
  });
  let attributes = 0;
  fc.assert(
    fc.property(record, ({ type, kind, words: [a, b, c, room] }) => {
      const image = `<image url="https://a.example/1.jpg" room="${room ?? ''}"><c>Kuhinja</c></image>`;
      const { payload } = map(mapping, flat(`<a>${a}</a><b>${b}</b><c>${c}</c>${image}`, type, kind));
      const dated = { ...payload, source: { updated_at: '2026-01-01T00:00:00Z' } };
      expect(checkListing(dated, { protocol: defaultProtocol, vocabulary: keys })).toMatchObject({
        ok: true,
      });
      attributes += Object.keys(payload?.attributes ?? {}).length;
    }),
    { numRuns: 200 },
  );
  expect(attributes).toBeGreaterThan(50);
});
