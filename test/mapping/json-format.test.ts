import { describe, expect, it } from 'vitest';
import type { FeedFormat } from '../../src/model/feed-format.js';
import { valueNamesKey } from '../../src/model/record.js';
import { parseCase } from '../../src/feed/parse-case.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';

const { reference } = sandboxReference();

function mappingText(format: string, sourceId = 'id'): string {
  return [
    'name: test',
    'version: 1',
    `format: { ${format} }`,
    `source_id: ${sourceId}`,
    'transaction: { const: sale }',
    'fields: {}',
  ].join('\n');
}

const formatOf = (format: string): FeedFormat => mappingOf(mappingText(format)).format;

describe('the format of a JSON file', () => {
  it('is what the mapping says', () => {
    expect(formatOf('container: json, root: [customer], records: data/ads, declared_count: total')).toEqual({
      container: 'json',
      root: ['customer'],
      records: ['data/ads'],
      lines: false,
      declaredCount: 'total',
    });
    expect(formatOf('container: json, lines: true')).toMatchObject({ records: [], lines: true });
    expect(formatOf("container: json, records: rows, columns: '#1'")).toMatchObject({
      columns: { path: null },
    });
    expect(formatOf('container: json, records: rows, columns: meta/names')).toMatchObject({
      columns: { path: 'meta/names' },
    });
    expect(formatOf('container: json, records: [a, b/*]')).toMatchObject({ records: ['a', 'b/*'] });
  });

  it.each<[string, RegExp]>([
    ['container: json', /records: says where the list/],
    ['container: json, records: a, lines: true', /records: says where the list/],
    ['container: json, records: [., a]', /"\." is the whole file/],
    ['container: json, records: ., root: [a]', /root: is for a file that is one object/],
    ['container: json, records: a//b', /is no path of keys/],
    ['container: json, records: a, next_page: /n, pages: { parameter: p }', /two ways to the next page/],
    ['container: json, records: a, pages: { parameter: "p&q" }', /parameter/],
    ['container: json, records: a, declared_count: n, next_page: /n', /held against one file/],
    ['container: json, lines: true, columns: n', /columns: names the values of a list of records/],
    ['container: json, records: [a, b], columns: n', /columns: names the values of one list/],
    ['container: json, records: a/*, columns: n', /columns: names the values of one list/],
    ['container: json, records: a, columns: n, secrets: [key]', /secrets: are keys/],
    ['container: csv, columns: [id], next_page: /n', /a CSV file has no header/],
    ["container: csv, columns: 3-2, header: false, delimiter: ';'", /3-2 is no range/],
    ["container: csv, columns: [id], record_end: ';', delimiter: ';'", /record_end: ";" is the delimiter/],
    [
      "container: csv, columns: 3, header: false, delimiter: ';', sections: { columns: A, rows: B }",
      /sections: name the columns/,
    ],
    [
      'container: csv, columns: [id], trailer: { mark: X }, sections: { columns: A, rows: B, end: C }',
      /both say how the file ends/,
    ],
  ])('%s is a mistake', (format, message) => {
    const loaded = loadMapping(mappingText(format), { file: 'test.yaml', overrides: exampleOverrides });
    expect(loaded.ok ? '' : loaded.errors.map((error) => error.message).join()).toMatch(message);
  });

  it('is another one for records under other names', () => {
    const mapping = mappingOf(mappingText('container: json, records: rows, columns: names'));
    const under = (...names: string[]): string =>
      mapping.contextOf({ ancestors: [], header: { [valueNamesKey]: names } }, reference);
    expect(under('id', 'cena')).not.toBe(under('id', 'zakup'));
    expect(under('id', 'cena')).toBe(under('id', 'cena'));
  });

  it('has no use for how CSV is written', () => {
    const dialect = { delimiter: ';', quote: null, header: null };
    const text = mappingText('container: json, records: ads');
    const loaded = loadMapping(text, { file: 'test.yaml', overrides: { ...exampleOverrides, dialect } });
    expect(loaded.ok ? '' : loaded.errors[0]?.message).toMatch(/is for CSV, but this mapping is for JSON/);
  });

  it('goes for any container: pages and the file of a ZIP', () => {
    const delivered = "member: '*.xml', next_page: /head/next";
    expect(formatOf(`container: xml, root: a, records: a/b, ${delivered}`)).toMatchObject({
      member: '*.xml',
      pages: { link: '/head/next' },
    });
    expect(
      formatOf("container: csv, columns: 2-4, header: false, delimiter: ';', pages: { parameter: p }"),
    ).toMatchObject({
      columns: 2,
      columnsMax: 4,
      pages: { parameter: 'p', from: 1 },
    });
  });
});

describe('paths', () => {
  const idOf = (path: string, record: unknown): string | null => {
    const mapping = mappingOf(mappingText('container: json, records: ads', path));
    const ancestors = [{ name: 'ads', attributes: { office: 'o' } }];
    const surroundings = { ancestors, header: { agency: { id: '9' } } };
    return mapping.sourceId(parseCase(JSON.stringify(record), surroundings, mapping.format));
  };

  it('read objects, lists, numbers as they are written, and what is around', () => {
    const record = {
      id: 17,
      price: { amount: 90.5 },
      texts: [
        { lang: 'en', t: 'x' },
        { lang: 'sr', t: 'y' },
      ],
      sold: false,
    };
    expect(idOf('id', record)).toBe('17');
    expect(idOf('price/amount', record)).toBe('90.5');
    expect(idOf("'texts[lang=sr]/t'", record)).toBe('y');
    expect(idOf('sold', record)).toBe('false');
    expect(idOf('/agency/id', record)).toBe('9');
    expect(idOf("'../@office'", record)).toBe('o');
    expect(idOf('../name()', record)).toBe('ads');
  });
});
