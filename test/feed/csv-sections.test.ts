import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinHeadings } from '../../src/feed/csv/csv-section-rows.js';
import type { CsvFormat } from '../../src/model/feed-format.js';
import { hasShared, sharedDir } from '../shared-dir.js';
import { csvOf, headerless } from './csv-of.js';

const sectioned: Partial<CsvFormat> = {
  delimiter: null,
  quote: null,
  columns: ['REF', 'PRICE'],
  trailer: { mark: '#END#', countCell: null },
  sections: { columns: '#DEFINITION#', rows: '#DATA#', delimiterName: 'EOF', recordEndName: 'EOR' },
};

const file = [
  '#HEADER#',
  'VERSION: 3',
  "EOF : '^'",
  "EOR : '~'",
  '',
  '#DEFINITION#',
  'REF^PRICE^TEXT^~',
  '',
  '#DATA#',
  'A1^155,000^Two "fine" rooms & a hall\r\nand a garden^~',
  'A2^80,000^^~A3^1^šđ^~',
  '#END#',
  '',
].join('\n');

const rows = [
  ['A1', '155,000', 'Two "fine" rooms & a hall\r\nand a garden', ''],
  ['A2', '80,000', '', ''],
  ['A3', '1', 'šđ', ''],
];

describe('a CSV file in sections that declares its separators', () => {
  it('is read by the names of its columns, at any window', async () => {
    const whole = await csvOf(file, { format: sectioned });
    expect(whole.end).toMatchObject({ completeness: 'complete', reason: null, recordCount: 3 });
    expect(whole.cells).toEqual(rows);
    const [first] = whole.parsed;
    expect(first?.ok === true && first.record.value).toMatchObject({ REF: 'A1', PRICE: '155,000' });
    for (let windowBytes = 1; windowBytes < 60; windowBytes += 3) {
      const limits = { windowBytes, recordsPerBlock: 1 + (windowBytes % 3) };
      expect(await csvOf(file, { format: sectioned, limits })).toEqual(whole);
    }
  });

  it('has other line ends, words in place of signs, and separators that only the mapping names', async () => {
    for (const document of [
      file.replaceAll(/\r?\n/g, '\r\n'),
      file.replace("'^'", '^').replace("EOR : '~'", 'EOR = "~"'),
    ])
      expect((await csvOf(document, { format: sectioned })).end).toMatchObject({
        completeness: 'complete',
        recordCount: 3,
      });
    const silent = file.replace("EOF : '^'\nEOR : '~'\n", '');
    const told = { ...sectioned, delimiter: '^', recordEnd: '~' };
    expect((await csvOf(silent, { format: told })).cells).toEqual(rows);
    expect((await csvOf(silent, { format: sectioned })).end.reason).toMatch(
      /does not say what stands between its cells/,
    );
  });

  it('may end its rows with their lines', async () => {
    const document = '#DEFINITION#\nREF;PRICE\n#DATA#\n1;2\n\n3;4\n#END#\n';
    const format = { ...sectioned, delimiter: ';' };
    expect(await csvOf(document, { format })).toMatchObject({
      cells: [
        ['1', '2'],
        ['3', '4'],
      ],
      end: { completeness: 'complete' },
    });
  });

  it('proves its end: cut anywhere it is not complete', async () => {
    const bytes = Buffer.from(file);
    const end = file.indexOf('#END#') + '#END#'.length;
    for (let cut = 0; cut < Buffer.byteLength(file.slice(0, end)); cut++) {
      const { end: snapshot } = await csvOf(bytes.subarray(0, cut), {
        format: sectioned,
        lengthAnnounced: true,
      });
      expect(snapshot.completeness, `cut at ${cut}`).toBe('incomplete');
    }
  });

  it.each<[string, RegExp]>([
    ['<?xml version="1.0"?>\n<ads/>', /no line "#DATA#"\. Is it the right file/],
    [file.replace('#DEFINITION#', '#COLUMNS#'), /no line "#DEFINITION#" with names of columns/],
    [file.replace('REF^', 'ID^'), /no column "REF"/],
    [`${file}A4^1^x^~\n`, /last row does not begin with "#END#"/],
  ])('%j is refused', async (document, reason) => {
    const { end } = await csvOf(document, { format: sectioned });
    expect(end).toMatchObject({ completeness: 'incomplete' });
    expect(end.reason).toMatch(reason);
  });

  it('has rows of too few or too many cells that are invalid alone', async () => {
    const document = file.replace('A2^80,000^^~', 'A2^80,000~').replace('A3^1^', 'A3^1^x^y^');
    const { parsed, end } = await csvOf(document, { format: sectioned });
    expect(end.completeness).toBe('complete');
    expect(parsed.map((result) => (result.ok ? 'ok' : result.guess?.value.REF))).toEqual(['ok', 'A2', 'A3']);
  });
});

describe('rows that end with a sign of their own, without sections', () => {
  it('hold line breaks, also in the header’s names’ row', async () => {
    const document = 'id,text|\n1,"a|b\nc"|\n2,d|\n';
    const read = await csvOf(document, { format: { recordEnd: '|' } });
    expect(read.cells).toEqual([
      ['1', 'a|b\nc'],
      ['2', 'd'],
    ]);
    const cut = await csvOf(document.slice(0, -2), { format: { recordEnd: '|' } });
    expect(cut.end.reason).toMatch(/no "\|" behind it: it was cut off/);
  });
});

describe('a range of columns', () => {
  const format = { ...headerless, columns: 2, columnsMax: 3 };
  it('takes rows between, whatever the first one has', async () => {
    const { parsed } = await csvOf('a,b\na,b,c\na\na,b,c,d\na,b,c,\n', { format });
    expect(parsed.map(({ ok }) => ok)).toEqual([true, true, false, false, true]);
  });
});

/** Records, and a cell by which it shows that columns stand where they should. */
const real: [string, number, Partial<CsvFormat>, (cells: (string[] | null)[]) => unknown, unknown][] = [
  [
    'rightmove-blm/example_data.blm',
    37,
    { ...sectioned, columns: ['AGENT_REF', 'PRICE'] },
    (cells) => cells[0]?.slice(0, 1),
    ['2559_347614'],
  ],
  [
    'is24/is24.csv',
    4,
    { ...headerless, delimiter: '|', quote: null, columns: 182, columnsMax: 183 },
    (cells) => cells.every((row) => row !== null),
    true,
  ],
  [
    'idx-ch/idx.csv',
    4,
    { ...headerless, delimiter: '#', quote: null, columns: 100, columnsMax: 400 },
    (cells) => new Set(cells.map((row) => row?.[4])),
    new Set(['SALE']),
  ],
  [
    'facebook-home-listing/feed-realty-fb.csv',
    5,
    { columns: ['ID', 'location.address'] },
    (cells) => cells[0]?.[3],
    'out of stock',
  ],
  [
    'slovenia/adasadl-oglasi1.csv',
    20,
    { columns: ['id', 'naslov'], quote: '"' },
    (cells) => cells[0]?.[0],
    '5952316',
  ],
  [
    'serbian-csv/knez-stanovi_beograd.csv',
    20,
    { columns: ['naslov', 'cena_eur'] },
    (cells) => cells[0]?.[1],
    '325.000',
  ],
  [
    'serbian-csv/srdjan-nekretnine-rs-dataset.csv',
    20,
    { columns: ['price', 'url'] },
    (cells) => cells[0]?.[0],
    '389000.0',
  ],
];

describe('headings between the records', () => {
  const format: Partial<CsvFormat> = { delimiter: ';', sectionRows: true, finalNewline: 'optional' };
  const table = [
    'id;title;price',
    'A0;Before any heading;1',
    'STANOVI ZA PRODAJU;;',
    'A1;Flat;2',
    'A2;Flat;3',
    'KUĆE',
    'id;title;price',
    'A3;House;4',
    'NS-7;;',
    'Izdavanje - stanovi (12);;',
    'A4;Flat;5',
  ];
  const sectionsOf = async (lines: readonly string[], together = true): Promise<unknown[]> => {
    const { parsed } = await csvOf(lines.join('\n'), { format, together });
    return parsed.map((one) => (one.ok ? [one.record.value.id, one.record.value['#section']] : one.reason));
  };

  it.each([true, false])(
    'are no records, but are read with those below them, together or alone: %s',
    async (together) => {
      expect(await sectionsOf(table, together)).toEqual([
        ['A0', undefined],
        ['A1', 'STANOVI ZA PRODAJU'],
        ['A2', 'STANOVI ZA PRODAJU'],
        ['A3', 'KUĆE'],
        ['NS-7', 'KUĆE'],
        ['A4', 'Izdavanje - stanovi (12)'],
      ]);
    },
  );

  it('make other records of the same rows below another heading', async () => {
    const { fingerprints } = await csvOf(table.join('\n'), { format });
    const moved = table.map((line) => (line === 'KUĆE' ? 'LOKALI' : line));
    const others = (await csvOf(moved.join('\n'), { format })).fingerprints;
    expect(fingerprints.map((one, index) => one === others[index])).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('are read together where one stands directly above another', async () => {
    const lines = ['id;title;price', 'PRODAJA;;', ';;', 'STANOVI;;', 'A1;Flat;1', 'KUĆE;;', 'A2;House;2'];
    expect(await sectionsOf(lines)).toEqual([
      ['A1', 'PRODAJA · STANOVI'],
      ['A2', 'KUĆE'],
    ]);
    expect(joinHeadings('A'.repeat(470), 'STANOVI PRODAJA')).toBe('… · STANOVI PRODAJA');
  });

  it('are records where the format does not say that rows may be headings', async () => {
    const { parsed } = await csvOf(table.join('\n'), { format: { delimiter: ';' } });
    expect(parsed).toHaveLength(10);
  });
});

describe.skipIf(!hasShared)('real files', () => {
  it.each(real)('%s is read whole', async (path, least, format, look, expected) => {
    const encoding = path.startsWith('slovenia') ? 'windows-1250' : 'auto';
    const { cells, end } = await csvOf(readFileSync(join(sharedDir, 'feeds', path)), {
      format,
      encoding,
      lengthAnnounced: true,
    });
    expect(end).toMatchObject({ completeness: 'complete', reason: null });
    expect(cells.length).toBeGreaterThanOrEqual(least);
    expect(cells.filter((row) => row === null)).toEqual([]);
    expect(look(cells)).toEqual(expected);
  });
});

describe('upper headings', () => {
  it('hold for those below them, until the next of them', async () => {
    const format: Partial<CsvFormat> = {
      ...{ delimiter: ';', sectionRows: true, finalNewline: 'optional' },
      upperSections: ['PRODAJA', 'IZDAVANJE'],
    };
    const lines = [
      ...[
        'id;title;price',
        'PONUDA;;',
        'A0;x;1',
        'PRODAJA;;',
        'A1;x;1',
        'STANOVI;;',
        'A2;x;1',
        'KUĆE;;',
        'U NIZU;;',
        'A3;x;1',
      ],
      ...['IZDAVANJE;;', 'STANOVI;;', 'A4;x;1', 'KUĆE;;', 'A5;x;1', 'PRODAJA;;', 'A6;x;1'],
    ];
    const { parsed } = await csvOf(lines.join('\n'), { format });
    expect(parsed.map((one) => (one.ok ? one.record.value['#section'] : one.reason))).toEqual([
      ...['PONUDA', 'PRODAJA', 'PRODAJA · STANOVI', 'PRODAJA · KUĆE · U NIZU', 'IZDAVANJE · STANOVI'],
      ...['IZDAVANJE · KUĆE', 'PRODAJA'],
    ]);
  });
});
