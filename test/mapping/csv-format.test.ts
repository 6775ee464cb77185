import { describe, expect, it } from 'vitest';
import type { CsvFormat } from '../../src/model/feed-format.js';
import type { RecordObject } from '../../src/model/record.js';
import { parseCase } from '../../src/feed/parse-case.js';
import {
  loadMapping,
  type CompiledMapping,
  type MappingOverrides,
} from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';

const { reference } = sandboxReference();

function mappingText(format: string, fields = 'price.amount: price', sourceId = 'id'): string {
  return [
    'name: test',
    'version: 1',
    `format: { container: csv, ${format} }`,
    `source_id: ${sourceId}`,
    'transaction: { const: sale }',
    'numbers: { decimal: "," }',
    'fields:',
    `  ${fields}`,
  ].join('\n');
}

const columns = "delimiter: ';', columns: [id]";

function mistakes(format: string, dialect?: MappingOverrides['dialect']): string[] {
  const overrides = { ...exampleOverrides, ...(dialect && { dialect }) };
  const loaded = loadMapping(mappingText(format), { file: 'test.yaml', overrides });
  return loaded.ok ? [] : loaded.errors.map((error) => error.message);
}

function csvOf(mapping: CompiledMapping): CsvFormat {
  if (mapping.format.container !== 'csv') throw new Error('no CSV');
  return mapping.format;
}

describe('the format of a CSV file', () => {
  it('is found in the file, as far as the mapping says nothing', () => {
    expect(mappingOf(mappingText('columns: [id, price]')).format).toEqual({
      container: 'csv',
      delimiter: null,
      quote: '"',
      header: true,
      columns: ['id', 'price'],
      // The id's column is missing: the feed is not known to be new.
      spelledFreely: ['price'],
      trailer: null,
      finalNewline: 'as_before',
    });
  });

  it('is what the feed’s configuration says over the mapping', () => {
    const text = mappingText(columns);
    const plain = mappingOf(text);
    const dialect = { delimiter: '!#', quote: '', header: false };
    const other = mappingOf(text, { ...exampleOverrides, dialect });
    expect(other.format).toMatchObject({ delimiter: '!#', quote: null, header: false });
    const around = { ancestors: [], header: {} };
    expect(other.contextOf(around, reference)).not.toBe(plain.contextOf(around, reference));
  });

  it.each<[string, RegExp, MappingOverrides['dialect']?]>([
    ['columns: 4, header: false', /delimiter: auto needs a header/],
    ["columns: 4, delimiter: ';'", /columns: a file with a header is known by names/],
    ["columns: [id], delimiter: 'a\"'", /delimiter: "a\\"" holds a line break or the quote/],
    ["columns: [id], quote: 'š'", /quote: "š" is not one ASCII character/],
    ["columns: [id], delimiter: ';', records: x", /records/],
    ['header: true', /columns/],
    ['columns: [id]', /delimiter: auto needs a header/, { delimiter: null, quote: null, header: false }],
  ])('%s is a mistake', (format, message, dialect) => {
    expect(mistakes(format, dialect).join()).toMatch(message);
  });

  it('is no business of a mapping for XML', () => {
    const text = mappingText(columns).replace(
      /format: .*/,
      'format: { container: xml, root: a, records: a/b }',
    );
    const overrides = { ...exampleOverrides, dialect: { delimiter: ';', quote: null, header: null } };
    const loaded = loadMapping(text, { file: 'test.yaml', overrides });
    expect(loaded.ok ? '' : loaded.errors[0]?.message).toBe(
      'delimiter: is for CSV, but this mapping is for XML; leave it out.',
    );
  });
});

describe('the context of a row', () => {
  const context = (header: RecordObject, fields?: string): string =>
    mappingOf(mappingText(columns, fields)).contextOf({ ancestors: [], header }, reference);
  const file = { '@delimiter': ';', '@quote': '"', '@columns': '3-3', id: '1', price: '2', note: '3' };

  it('holds where the columns stand that the mapping reads, and how the file is written', () => {
    const plain = context(file);
    expect(context({ ...file, id: '2', price: '1' })).not.toBe(plain);
    expect(context({ ...file, '@delimiter': ',' })).not.toBe(plain);
    expect(context({ ...file, '@quote': '' })).not.toBe(plain);
  });

  it('does not hold columns that it does not read', () => {
    const plain = context(file);
    expect(context({ ...file, '@columns': '4-4', new: '4' })).toBe(plain);
    expect(context({ '@delimiter': ';', '@quote': '"', '@columns': '2-2', id: '1', price: '2' })).toBe(plain);
  });

  it('holds columns that a condition, a template or any list of them reads', () => {
    for (const fields of [
      "price.amount: { from: price, when: field('note') == 'x' }",
      'title.sr: { template: "{id} {note}" }',
      'amenities: { from: "*", unmapped: ignore }',
      'title.sr: { from: note }',
    ])
      expect(context({ ...file, note: '4' }, fields)).not.toBe(context(file, fields));
    const fields = 'amenities: { from: "*", unmapped: ignore }';
    const { note, ...rest } = file;
    expect(context({ ...rest, remark: note }, fields)).not.toBe(context(file, fields));
  });
});

describe('columns', () => {
  const idOf = (sourceId: string, text: string, format = columns): string | null => {
    const mapping = mappingOf(mappingText(format, undefined, sourceId));
    return mapping.sourceId(parseCase(text, { ancestors: [], header: {} }, csvOf(mapping)));
  };

  it('are read by name, by position, and in quotes where the name holds signs of paths', () => {
    expect(idOf('id', 'a;id\n1;00123\n')).toBe('00123');
    expect(idOf('"#2"', 'a;id\n1;2\n')).toBe('2');
    expect(idOf('"#3"', 'a;b;c\n', "delimiter: ';', header: false, columns: 3")).toBe('c');
    expect(idOf(`"'Šifra (br./oglas)'"`, 'id;Šifra (br./oglas)\n1;2\n')).toBe('2');
    expect(idOf(`"'a/b'"`, 'id;a/b\n1;2\n')).toBe('2');
  });

  it('with such signs ask for quotes', () => {
    const text = mappingText(columns, undefined, 'Cena (EUR)');
    const loaded = loadMapping(text, { file: 'test.yaml', overrides: exampleOverrides });
    expect(loaded.ok ? '' : loaded.errors[0]?.message).toMatch(
      /a column's name with such signs stands in quotes/,
    );
  });
});
