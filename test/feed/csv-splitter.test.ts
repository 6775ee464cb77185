import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedDir } from '../shared-dir.js';
import { csvOf, headerless, type CsvOptions } from './csv-of.js';

interface Case {
  name: string;
  document: string;
  rows: string[][];
  format?: CsvOptions['format'];
}

const cases: Case[] = [
  {
    name: 'plain rows',
    document: 'a,b\nc,d\n',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  {
    name: 'no line break at the end',
    document: 'a,b\nc,d',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  {
    name: 'CRLF',
    document: 'a,b\r\nc,d\r\n',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  {
    name: 'CR alone',
    document: 'a,b\rc,"d\re"\r',
    rows: [
      ['a', 'b'],
      ['c', 'd\re'],
    ],
  },
  {
    name: 'CR twice before LF',
    document: 'a,b\r\r\nc,"d"\r\r\n',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  {
    name: 'a lone CR among LF',
    document: 'a,b\nc\rd,e\n',
    rows: [
      ['a', 'b'],
      ['c\rd', 'e'],
    ],
  },
  {
    name: 'both line ends',
    document: 'a,b\r\nc,d\ne,f\r\n',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ],
  },
  {
    name: 'blank lines',
    document: '\n\na,b\n\n \n,\nc,d\n\n\u001a',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  {
    name: 'line ends within quotes',
    document: '"a\nb",c\r\n"d\r\ne",""\r\n',
    rows: [
      ['a\nb', 'c'],
      ['d\r\ne', ''],
    ],
  },
  {
    name: 'delimiters within quotes',
    document: '"a,b",c\n",",d\n',
    rows: [
      ['a,b', 'c'],
      [',', 'd'],
    ],
  },
  {
    name: 'doubled quotes',
    document: '"a""b","""c"""\n"""","d"""\n',
    rows: [
      ['a"b', '"c"'],
      ['"', 'd"'],
    ],
  },
  {
    name: 'a quote inside a cell',
    document: '5" pipe,6\'37.8"N\nx",y"\n',
    rows: [
      ['5" pipe', '6\'37.8"N'],
      ['x"', 'y"'],
    ],
  },
  {
    name: 'a quote behind white space',
    document: 'a, "b\nc, d"\n',
    rows: [
      ['a', ' "b'],
      ['c', ' d"'],
    ],
  },
  {
    name: 'BOM before a quoted cell',
    document: '\uFEFF"a,\n1",b\nc,d\n',
    rows: [
      ['a,\n1', 'b'],
      ['c', 'd'],
    ],
  },
  {
    name: 'multi-byte characters',
    document: 'š,"😀\nч"\nđ,ж\n',
    rows: [
      ['š', '😀\nч'],
      ['đ', 'ж'],
    ],
  },
  {
    name: 'sep=',
    document: 'sep=;\r\na;b,c\r\nd;e\r\n',
    rows: [
      ['a', 'b,c'],
      ['d', 'e'],
    ],
  },
  {
    name: 'two characters between cells',
    document: '"a!"!#"b#"\n"c!#d"!#!e\n',
    rows: [
      ['a!', 'b#'],
      ['c!#d', '!e'],
    ],
    format: { delimiter: '!#' },
  },
  {
    name: 'a delimiter that overlaps itself',
    document: 'a|||"b||"c\nd"\n||e||f|\n',
    rows: [
      ['a', '|"b', 'c\nd'],
      ['', 'e', 'f|'],
    ],
    format: { delimiter: '||' },
  },
  {
    name: 'single quotes',
    document: "'a,''b',\"c\nd,e\n",
    rows: [
      ["a,'b", '"c'],
      ['d', 'e'],
    ],
    format: { quote: "'" },
  },
  {
    name: 'no quotes at all',
    document: '"a,b"\n"c,"\n',
    rows: [
      ['"a', 'b"'],
      ['"c', '"'],
    ],
    format: { quote: null },
  },
  {
    name: 'a delimiter beyond ASCII',
    document: 'a¦"b¦"\nc¦d\n',
    rows: [
      ['a', 'b¦'],
      ['c', 'd'],
    ],
    format: { delimiter: '¦' },
  },
];

describe('finding rows', () => {
  it.each(cases)('$name, at every window size', async ({ document, rows, format }) => {
    for (let windowBytes = 1; windowBytes <= Buffer.byteLength(document) + 1; windowBytes++) {
      const limits = { windowBytes, recordsPerBlock: 1 + (windowBytes % 3) };
      const read = await csvOf(document, { format: { ...headerless, ...format }, limits });
      expect({ windowBytes, cells: read.cells, reason: read.end.reason }).toEqual({
        windowBytes,
        cells: rows,
        reason: null,
      });
    }
  });

  it('is the same as csv-parse for any cells, dialect and window', async () => {
    await fc.assert(
      fc.asyncProperty(
        generated,
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        async (file, windowBytes, together) => {
          const { document, rows, delimiter, quote } = file;
          const format = { ...headerless, delimiter, quote };
          const read = await csvOf(document, {
            format,
            limits: { windowBytes, recordsPerBlock: 3 },
            together,
          });
          expect(read.cells).toEqual(rows);
          const oracle = parse(document, {
            delimiter,
            quote,
            escape: quote,
            relax_quotes: true,
            skip_empty_lines: true,
          });
          expect(oracle).toEqual(rows);
          const alone = await csvOf(document, { format });
          expect(read.fingerprints).toEqual(alone.fingerprints);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reads a row that is larger than the window', async () => {
    const cell = 'x\n""š'.repeat(5_000);
    const { cells } = await csvOf(`a,"${cell}"\nb,c\n`, { format: headerless, limits: { windowBytes: 64 } });
    expect(cells).toEqual([
      ['a', cell.replaceAll('""', '"')],
      ['b', 'c'],
    ]);
  });
});

const cell = fc
  .array(
    fc.constantFrom('x', '', ' ', '"', '""', "'", '\n', '\r\n', '\r', ',', ';', '!', '#', '|', 'š', '😀'),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const generated = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '!#', '||', '¦'),
    quote: fc.constantFrom('"', "'"),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    ends: fc.boolean(),
    width: fc.integer({ min: 2, max: 4 }),
    texts: fc.array(fc.tuple(cell, fc.boolean()), { minLength: 8, maxLength: 40 }),
  })
  .map(({ delimiter, quote, lineEnd, ends, width, texts }) => {
    const rows: string[][] = [];
    const written: string[] = [];
    for (let at = 0; at + width <= texts.length; at += width) {
      // The first cell keeps a row from being a blank one.
      const row = texts
        .slice(at, at + width)
        .map(([text, quoted], i) => ({ text: i === 0 ? `r${text}` : text, quoted }));
      rows.push(row.map(({ text }) => text));
      written.push(row.map(({ text, quoted }) => write(text, quoted, delimiter, quote)).join(delimiter));
    }
    return { delimiter, quote, rows, document: written.join(lineEnd) + (ends ? lineEnd : '') };
  });

/** Quotes where it must, and where it is asked to. */
function write(text: string, quoted: boolean, delimiter: string, quote: string): string {
  const must =
    /[\r\n]/.test(text) ||
    text.startsWith(quote) ||
    Array.from(delimiter).some((sign) => text.includes(sign));
  return quoted || must ? quote + text.replaceAll(quote, quote + quote) + quote : text;
}

describe.skipIf(!hasShared)('other people’s files', () => {
  const folder = join(sharedDir, 'vectors/csv');
  const files = hasShared
    ? [
        ...readdirSync(join(folder, 'csv-spectrum/csvs')).map((name) => `csv-spectrum/csvs/${name}`),
        ...['long-sample.csv', 'sample-header.csv', 'sample.csv', 'utf-8-bom-sample.csv'].map(
          (name) => `papaparse/${name}`,
        ),
        ...readdirSync(join(folder, 'node-csv'))
          .filter((name) => name.endsWith('.csv'))
          .map((name) => `node-csv/${name}`),
      ]
    : [];

  it.each(files)('%s is read as csv-parse reads it', async (name) => {
    const bytes = readFileSync(join(folder, name));
    const isUtf16 = bytes[0] === 0xff;
    const text = isUtf16 ? bytes.toString('utf16le') : bytes.toString('utf8');
    const delimiter = text.split('\n')[0]?.includes(';') ? ';' : ',';
    const expected = parse(text, {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    for (const windowBytes of [1, 7, 1 << 20]) {
      const read = await csvOf(bytes, { format: { ...headerless, delimiter }, limits: { windowBytes } });
      expect(read.cells).toEqual(expected);
    }
  });

  const core = hasShared
    ? (JSON.parse(readFileSync(join(folder, 'papaparse/papaparse-core-parser.json'), 'utf8')) as PapaCase[])
    : [];
  interface PapaCase {
    description: string;
    input: string;
    config?: Record<string, unknown>;
    expected: { data: string[][]; errors: unknown[] };
  }
  // Cases of options that we have not, of empty lines (no records here) and of input with errors are left out.
  const plain = core.filter(
    ({ config = {}, expected, input }) =>
      Object.keys(config).every((key) => key === 'delimiter' || key === 'quoteChar') &&
      expected.errors.length === 0 &&
      expected.data.every((row) => row.some((one) => one !== '')) &&
      input.trim() !== '',
  );
  it.each(plain)('papaparse: $description', async ({ input, config = {}, expected }) => {
    const delimiter = typeof config.delimiter === 'string' ? config.delimiter : ',';
    const quote = typeof config.quoteChar === 'string' ? config.quoteChar : '"';
    for (const windowBytes of [1, 3, 1 << 20]) {
      const read = await csvOf(input, {
        format: { ...headerless, delimiter, quote },
        limits: { windowBytes },
      });
      expect(read.cells).toEqual(expected.data);
    }
  });
});
