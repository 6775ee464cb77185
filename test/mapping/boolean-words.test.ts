import { describe, expect, it } from 'vitest';
import { loadMapping, type MappingOverrides, type Trace } from '../../src/mapping/compile/load-mapping.js';
import { explainer } from '../../src/inspect/unmapped.js';
import { statedProblem } from '../../src/mapping/language/stated-facts.js';
import { wordSubject } from '../../src/core/setup/feed-changes.js';
import { exampleOverrides, mappingOf, shippedMapping } from './shipped-mapping.js';
import { sandboxReference } from './sandbox-reference.js';

const { reference } = sandboxReference();

const text = `
name: test
version: 1
format: { container: json, records: ads }
source_id: { const: A-1 }
transaction: { const: rent }
booleans: { 'true': [da], 'false': [ne, v] }
fields:
  structure.elevator: lift
  structure.parking: { from: parking, bool: { 'true': [n], 'false': [] } }
  structure.balcony: { from: balcony, bool: present }
  legal.mandate_attested: mandate
  rent.utilities_included: { water: water }
  amenities: { from: 'has/name(true)', table: amenity }
tables:
  amenity: { vocabulary: amenity, words: {}, default: null }
`;

type Boolean = NonNullable<MappingOverrides['tables'][string]>;

/** What a field becomes from a text: its value, and the unknown word. */
function read(
  field: string,
  key: string,
  word: string,
  taught?: Boolean,
): { value: unknown; unknown: string | undefined } {
  const tables = taught === undefined ? {} : { boolean: taught };
  const trace: Trace = [];
  const record = { name: 'ad', value: { [key]: word }, ancestors: [], header: {} };
  const { issues } = mappingOf(text, { ...exampleOverrides, answers: {}, tables }).map(
    record,
    { reference, photoMax: 9 },
    trace,
  );
  const entry = trace.find(({ path }) => path === field);
  return {
    value: entry?.result ?? null,
    unknown: issues.find(({ code }) => code === 'unmapped_word')?.value,
  };
}

const lift = (word: string, taught?: Boolean) => read('structure.elevator', 'lift', word, taught);

describe('a word for yes or no', () => {
  it.each('da DA Yes y T true ja Oui si sí sim tak igen ano да x X ✓ ✔ √ ☑ ima има on 1 -1'.split(' '))(
    'is known in every feed: %s is yes',
    (word) => expect(lift(word)).toEqual({ value: true, unknown: undefined }),
  );

  it.each('ne NO n F false Nein non nem nie не ✗ ✘ ❌ ☐ nema нема off 0'.split(' '))(
    'is known in every feed: %s is no',
    (word) => expect(lift(word)).toEqual({ value: false, unknown: undefined }),
  );

  it.each(['možda', '2', 'Da, 2 kom', 'po dogovoru', 'd', '?', 'v izgradnji'])(
    'is asked about where it is not known: %s',
    (word) => expect(lift(word)).toEqual({ value: null, unknown: word }),
  );

  it('means what the mapping says, and what the feed says before that', () => {
    expect(lift('v')).toEqual({ value: false, unknown: undefined });
    expect(read('structure.parking', 'parking', 'N').value).toBe(true);
    expect(lift('v', { V: true }).value).toBe(true);
    expect(lift('da', { da: false }).value).toBe(false);
    expect(lift('Možda', { mozda: true }).value).toBe(true);
    expect(lift('uskoro', { uskoro: 'false' }).value).toBe(false);
  });

  it('may be taught to mean nothing, which is no unknown word', () => {
    expect(lift('možda', { možda: null })).toEqual({ value: null, unknown: undefined });
    expect(lift('da', { da: null })).toEqual({ value: null, unknown: undefined });
  });

  it('is taught for utilities too, and changes no field that only asks whether a text is there', () => {
    expect(read('rent.utilities_included.water', 'water', 'uračunata', { uračunata: true }).value).toBe(true);
    expect(read('structure.balcony', 'balcony', 'nema').value).toBe(true);
  });

  it('gives no fact that only the agency states another meaning', () => {
    const mandate = (word: string, taught?: Boolean) =>
      read('legal.mandate_attested', 'mandate', word, taught).value;
    expect([mandate('da'), mandate('x'), mandate('ima', { ima: true })]).toEqual([true, null, null]);
    const { dictionary } = mappingOf(text);
    const change = { kind: 'word', subject: wordSubject('boolean', 'ima'), value: true } as const;
    expect(statedProblem(change, (pointer) => dictionary.tablesOf(pointer))).toBeNull();
  });
});

describe('the table of words for yes and no', () => {
  const errors = (own: MappingOverrides['tables'], mapping = text): string[] => {
    const loaded = loadMapping(mapping, { file: 'x', overrides: { ...exampleOverrides, tables: own } });
    return loaded.ok ? [] : loaded.errors.map(({ message }) => message);
  };

  it('takes yes, no and nothing', () => {
    expect(errors({ boolean: { a: true, b: false, c: null, d: 'true', e: 'false' } })).toEqual([]);
    for (const target of ['ima', 1, ['true']])
      expect(errors({ boolean: { a: target } })[0]).toMatch(
        /"a" is a word for yes or no, so its meaning is true, false or null/,
      );
    expect(errors({ bool: { a: true } })[0]).toMatch(/no table "bool"; it has amenity, boolean/);
  });

  it('is the mapping’s own where the mapping has one of this name', () => {
    const own = text.replace('tables:', 'tables:\n  boolean: { words: { ima: yes } }');
    expect(errors({ boolean: { nema: 'no' } }, own)).toEqual([]);
  });

  it('is where an unknown word of such a field belongs, with both meanings to choose from', () => {
    const { dictionary } = mappingOf(text);
    expect(dictionary.lists.get('boolean')).toBeNull();
    const explain = explainer(dictionary, { vocabulary: null, places: [] });
    const asked = explain('/structure/elevator', 'qq');
    expect(asked).toMatchObject({
      table: 'boolean',
      name: 'boolean',
      yaml: 'tables: { boolean: { "qq": null } }',
    });
    expect(asked.suggestions.map(({ target }) => target)).toEqual(['true', 'false']);
    expect(explain('/structure/elevator', 'da, 2 kom').suggestions[0]?.target).toBe('true');
    expect(explain('/legal/mandate_attested', 'qq').table).toBeNull();
    expect(explain('/amenities', 'qq').table).toBe('amenity');
  });

  it('can be filled in for a shipped mapping', () => {
    const overrides = { tables: { boolean: { 'na parkingu': true } } };
    const { dictionary } = shippedMapping('csv-header', overrides);
    expect(dictionary.tablesOf('/structure/parking')).toEqual(['boolean']);
    expect(dictionary.words('boolean')).toContainEqual(['na parkingu', true]);
  });
});
