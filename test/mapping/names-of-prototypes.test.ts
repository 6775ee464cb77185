import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordObject, RecordValue } from '../../src/model/record.js';
import { withFeedChanges } from '../../src/core/setup/feed-changes.js';
import { parseRows } from '../../src/feed/csv/csv-record.js';
import { toSurroundings } from '../../src/feed/csv/csv-table.js';
import { parseJsonRecord } from '../../src/feed/json/json-record.js';
import { parseRecord } from '../../src/feed/parse-record.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { compilePath, textOf } from '../../src/mapping/language/path.js';
import { nothingKnown } from '../../src/mapping/language/record-scope.js';
import { mutatedRecords, presets } from './preset-records.js';
import { sandboxReference } from './sandbox-reference.js';
import { shippedMapping } from './shipped-mapping.js';

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];
const name = fc.constantFrom(...names);
const surroundings = { header: {}, ancestors: [] };
const plainPrototype = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));

function read(record: RecordObject, path: string): string[] {
  const of = { name: 'ad', value: record, ...surroundings };
  return compilePath(path).select(of).map(textOf);
}

describe.each(names)('the name %s', (one) => {
  it('is a name like any other in XML, JSON and CSV', () => {
    const xml = parseRecord(
      Buffer.from(`<ad><${one}>a</${one}><b><${one} x="1">c</${one}></b></ad>`),
      surroundings,
    );
    // The parser refuses some of them in attributes and names: such a record is invalid, and nothing else.
    if (xml.ok) {
      expect(read(xml.record.value, one)).toEqual(['a']);
      expect(read(xml.record.value, `b/${one}`)).toEqual(['c']);
      expect(read(xml.record.value, 'name(*)')).toEqual([one, 'b']);
    } else expect(one).toMatch(/^(?:__proto__|constructor|prototype)$/);
    const json = parseJsonRecord(Buffer.from(`{"${one}":"a","b":{"${one}":["c"]}}`), surroundings);
    expect(json.ok && [read(json.record.value, one), read(json.record.value, `b/${one}`)]).toEqual([
      ['a'],
      ['c'],
    ]);
    const dialect = { delimiter: Buffer.from(','), quote: 0x22, recordEnd: null };
    const table = toSurroundings({ dialect, names: [one, one], unclear: [], cellsMin: 2, cellsMax: 2 });
    const [row] = parseRows([Buffer.from('a,b')], table);
    expect(row?.ok === true && read(row.record.value, one)).toEqual(['a', 'b']);
  });

  it('reads nothing where a record does not have it', () => {
    expect(read({ a: 'x' }, one)).toEqual([]);
    expect(read({ a: { b: 'x' } }, `a/${one}/${one}`)).toEqual([]);
    expect(read({ a: 'x' }, `a[${one}=x]`)).toEqual([]);
    expect(read({}, `/${one}`)).toEqual([]);
    expect(read({}, `../@${one}`)).toEqual([]);
  });

  it('may be a path, a word, a table, a condition and a member of any part of a mapping', () => {
    const text = `
name: own
version: 1
format: { container: xml, root: ads, records: ads/ad }
source_id: ${one}
transaction: { from: ${one}, table: '${one === '__proto__' ? 'constructor' : one}' }
values:
  constructor: '${one}'
outcomes:
  - { when: "field('${one}') == 'no' && constructor == 'no'", ignore: no }
fields:
  title.sr: { template: '{${one}} $' }
  attributes: { ${one}: { from: '@${one}', number: { decimal: ',' } } }
tables:
  ${one === '__proto__' ? 'constructor' : one}: { words: { ${one}: sale }, containing: { ${one}: rent } }
`;
    const overrides = { tables: {}, unmapped: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'UTC' };
    const loaded = loadMapping(text, { file: 'own.yaml', overrides });
    expect(loaded.ok ? [] : loaded.errors).toEqual([]);
    if (!loaded.ok) return;
    const value = Object.fromEntries([[one, one]]);
    const mapped = loaded.mapping.map(
      { name: 'ad', value, ...surroundings },
      { reference: nothingKnown, photoMax: 10 },
    );
    expect(mapped.sourceId).toBe(one);
    expect(mapped.issues.filter(({ pointer }) => pointer === '/transaction')).toEqual([]);
    expect(loaded.mapping.dictionary.words(one)).toEqual(
      one === '__proto__'
        ? []
        : [
            [one, 'sale'],
            [one, 'rent'],
          ].slice(1),
    );
  });

  it('may be a word, a table and a field of what people change', () => {
    const changed = withFeedChanges({ tables: {}, answers: {}, constants: {}, unmapped: {} }, [
      { kind: 'word', subject: `${one}\n${one}`, value: 'x' },
      { kind: 'constant', subject: one, value: 'y' },
      { kind: 'unmapped', subject: one, value: 'drop' },
    ]);
    expect(Object.entries(changed.tables)).toEqual([
      [one, Object.fromEntries([[one === '__proto__' ? '__proto__ ' : one, 'x']])],
    ]);
    expect([Object.entries(changed.constants), Object.entries(changed.unmapped)]).toEqual([
      [[one, 'y']],
      [[one, 'drop']],
    ]);
  });
});

describe.each(presets)('%s', (preset) => {
  const mapping = shippedMapping(preset);
  const { reference } = sandboxReference();

  it('maps records with such names at any place, and reads the rest as before', () => {
    const strange: fc.Arbitrary<RecordValue> = fc.oneof(
      name,
      fc.dictionary(name, fc.string()) as fc.Arbitrary<RecordValue>,
      fc.array(name),
    );
    fc.assert(
      fc.property(
        mutatedRecords(preset),
        fc.array(fc.tuple(name, strange), { maxLength: 4 }),
        (parsed, extra) => {
          const { __proto__: _, ...own } = parsed.value;
          const value = Object.fromEntries([...Object.entries(own), ...extra]);
          const environment = { reference, photoMax: 10 };
          const plain = mapping.map({ ...parsed, value: own }, environment);
          const mapped = mapping.map({ ...parsed, value }, environment);
          expect(mapped.kind).toBe(plain.kind);
          expect(mapped.sourceId).toBe(plain.sourceId);
        },
      ),
      { numRuns: 12 },
    );
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(plainPrototype);
  });
});
