import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchNames } from '../../src/feed/csv/csv-names.js';
import { csvOf, type CsvOptions, type ReadCsv } from './csv-of.js';

/** The format of a mapping that requires and reads these columns. */
function reads(...columns: string[]): NonNullable<CsvOptions['format']> {
  return { delimiter: null, columns: columns.slice(0, 2), spelledFreely: columns };
}

/** Each row by the names of its columns; the reason of a row that is refused. */
function rowsOf({ parsed }: ReadCsv): unknown[] {
  return parsed.map((result) => {
    if (!result.ok) return result.reason;
    return Object.fromEntries(Object.entries(result.record.value).filter(([name]) => !name.startsWith('#')));
  });
}

const home = { id: 'A-1', title: 'Stan', area: '54' };
const columns = reads('id', 'title', 'area');

describe('names of columns', () => {
  it.each([
    ['capitals', 'ID;TITLE;AREA'],
    ['some of them', 'Id;title;Area'],
    ['accents', 'ïd;Títle;Åréa'],
    ['blanks and underscores', ' i_d ;"ti tle";-area'],
    ['Cyrillic letters', 'ид;титле;ареа'],
    ['signs that are not seen', '\u200bid;title\u00a0;\ufeffarea'],
  ])('may be spelled with other letters: %s', async (_name, header) => {
    const read = await csvOf(`${header}\nA-1;Stan;54\n`, { format: columns });
    expect(rowsOf(read)).toEqual([home]);
  });

  it('count as written where one is exactly the name', async () => {
    const read = await csvOf('ID;id;title;Title;AREA\nX;A-1;Stan;Y;54\n', { format: columns });
    expect(rowsOf(read)).toEqual([{ ...home, ID: 'X', Title: 'Y' }]);
  });

  it('of several columns that may be one are not taken for it, and the record says so', async () => {
    const read = await csvOf('id;title;Area;AREA\nA-1;Stan;54;60\n', { format: columns });
    expect(rowsOf(read)).toEqual([{ id: 'A-1', title: 'Stan', Area: '54', AREA: '60' }]);
    expect(read.surroundings[0]?.header).toMatchObject({ '@unclear': { area: ['Area', 'AREA'] } });
    const refused = await csvOf('Id;ID;title\nA-1;B-1;Stan\n', { format: columns });
    expect(refused.end.reason).toContain('has "Id" and "ID", and either may be the column "id"');
  });

  it('with numbers keep their numbers', () => {
    const wanted = ['photo<n>', 'photo'];
    expect(matchNames(['PHOTO1', 'Photo_12', 'foto3', 'Photo'], wanted).names).toEqual([
      ...['photo1', 'photo12', 'foto3', 'photo'],
    ]);
    expect(matchNames(['photo1', 'PHOTO1'], wanted).names).toEqual(['photo1', 'PHOTO1']);
    expect(matchNames(['Photo1', 'PHOTO1'], wanted).unclear).toEqual([['photo1', ['Photo1', 'PHOTO1']]]);
  });

  it('are never changed where a wanted name is there exactly, and never taken twice', () => {
    const name = fc.constantFrom('a', 'A', 'á', 'b', 'B', ' b', 'a_b', 'A B', 'c1', 'C1', 'c2', '', 'x');
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 8 }),
        fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'c<n>', 'y')),
        (written, wanted) => {
          const { names, unclear } = matchNames(written, wanted);
          for (const [index, now] of names.entries()) {
            const before = written[index] ?? '';
            if (now === before) continue;
            expect(written).not.toContain(now);
            // Another column with this meaning has the same name: it is a repeated column.
            expect(new Set(written.filter((_, at) => names[at] === now)).size).toBe(1);
            expect(unclear.map(([one]) => one)).not.toContain(now);
          }
        },
      ),
    );
  });
});

describe('what stands above the header', () => {
  it.each([
    ['a title', 'Ponuda nekretnina\n'],
    ['a title filled up with delimiters', 'Ponuda;;\n;;\n'],
    ['a title in quotes', '"Ponuda; novembar"\r\n\r\n'],
    ['several rows', 'Agencija Krov\nPonuda, 27.11.2026.\nid\n\n'],
    ['a title with one name of a column', 'title\n'],
    ['sep=', 'sep=;\n'],
    ['sep= in quotes', '"sep=;"\r\n'],
    ['sep= and quotes around the sign', 'SEP=";"\n'],
    ['sep= of a file that was saved again', 'sep=;;;\n'],
    ['sep= and a title', '"sep=;"\nPonuda\n'],
  ])('is passed over: %s', async (_name, above) => {
    for (const windowBytes of [1, 7, 1 << 20]) {
      const read = await csvOf(`${above}id;title;area\nA-1;Stan;54\n`, {
        format: columns,
        limits: { windowBytes },
      });
      expect(rowsOf(read)).toEqual([home]);
    }
  });

  it('names a tab as such', async () => {
    for (const sign of ['\t', '\\t'])
      expect(
        rowsOf(await csvOf(`sep=${sign}\nid\ttitle\tarea\nA-1\tStan\t54\n`, { format: columns })),
      ).toEqual([home]);
  });

  it.each([
    ['a page', `${'<p>Sorry</p>\n'.repeat(40)}id;title\n1;2\n`],
    ['another table', 'naziv;cena\nid;5\ntitle;6\n'],
    ['nothing that is a header', 'Ponuda\nA-1;Stan;54\n'],
  ])('is no licence to look far: %s', async (_name, document) => {
    expect((await csvOf(document, { format: columns })).end.reason).toMatch(
      /its first row.* has no column "id"/,
    );
  });
});

describe('quotes that are not doubled', () => {
  const cellOf = async (cell: string, delimiter = ';'): Promise<unknown> => {
    const document = `id;title;area\nA-1;${cell};54\nA-2;x;60\n`.replaceAll(';', delimiter);
    const [first, second] = rowsOf(await csvOf(document, { format: { ...columns, delimiter } }));
    expect(second).toEqual({ id: 'A-2', title: 'x', area: '60' });
    return typeof first === 'string' ? first : (first as typeof home).title;
  };

  it.each([
    ['around a name', '"Zgrada "Park", prvi sprat"', 'Zgrada "Park", prvi sprat'],
    ['at the end', '"Zgrada "Park""', 'Zgrada "Park"'],
    ['at the beginning', '""Park" i okolina"', '"Park" i okolina'],
    ['of a text that begins with a quote and is in none', '"Liman" je naselje', '"Liman" je naselje'],
    ['of a text that is in none', 'TV 32" i "amerikaner"', 'TV 32" i "amerikaner"'],
    ['an inch', '"TV 32" u sobi"', 'TV 32" u sobi'],
    ['some doubled', '"Zgrada "Park" i ""Lux"" dom"', 'Zgrada "Park" i "Lux" dom'],
    ['behind backslashes', String.raw`"Zgrada \"Park\" lepa"`, 'Zgrada "Park" lepa'],
    ['behind a backslash, before a delimiter', String.raw`"Zgrada \"Park\"; lepa"`, 'Zgrada "Park"; lepa'],
    ['behind a backslash at the end', String.raw`"Lepa zgrada \"Park\""`, 'Lepa zgrada "Park"'],
  ])('are text where no delimiter follows: %s', async (_name, cell, text) => {
    expect(await cellOf(cell)).toBe(text);
  });

  it.each([
    ['the delimiter stands behind one', '"Zgrada "Park", "Lux", prvi sprat"', ','],
    ['a part of the text is a cell', '"a "b";"c" d"', ';'],
  ])('leave a row unread where its cells cannot be told apart: %s', async (_name, cell, delimiter) => {
    expect(await cellOf(cell, delimiter)).toMatch(/quote that is not doubled/);
  });

  it('never give a row other cells than it was written with, or none at all', async () => {
    const part = fc.constantFrom('x', ' ', '"', '"', ';', ',', '\\"', 'š');
    const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    const escape = (cell: string): string => `"${cell}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 3, maxLength: 3 }), async (cells) => {
        const row = cells.map(escape).join(';');
        const { parsed, end } = await csvOf(`id;title;area\n${row}\nz;z;z\n`, { format: columns });
        // The row after it is found whatever the quotes are, or the file is not believed.
        if (end.reason === null && parsed.length === 2)
          expect(parsed[1]).toMatchObject({ ok: true, record: { value: { id: 'z' } } });
        const [read] = parsed;
        if (read?.ok !== true || cells.some((cell) => /["\\;]/.test(cell))) return;
        expect(read.record.value).toMatchObject({ id: cells[0], title: cells[1], area: cells[2] });
      }),
    );
  });
});

describe('rows with fewer cells than the header', () => {
  const wide = reads('id', 'title', 'area', 'photos', 'status');
  const table = (rows: string): string => `id;title;area;photos;status\n${rows}`;

  it('have empty cells at their end', async () => {
    const document = table('1;a;54;p.jpg;\n2;b;60;p.jpg\n3;c;70\n4;d;;p.jpg;sold\n');
    for (const windowBytes of [1, 9, 1 << 20]) {
      const read = await csvOf(document, { format: wide, limits: { windowBytes } });
      expect(rowsOf(read)).toEqual([
        { id: '1', title: 'a', area: '54', photos: 'p.jpg', status: '' },
        { id: '2', title: 'b', area: '60', photos: 'p.jpg', status: '' },
        { id: '3', title: 'c', area: '70', photos: '', status: '' },
        { id: '4', title: 'd', area: '', photos: 'p.jpg', status: 'sold' },
      ]);
    }
  });

  it('have delimiters within quotes too', async () => {
    const read = await csvOf('id,title,area,photos,status\n1,"a, b, c, d",54\n', { format: wide });
    expect(rowsOf(read)).toEqual([{ id: '1', title: 'a, b, c, d', area: '54', photos: '', status: '' }]);
  });

  it.each([
    ['in two', '2;lep⏎stan;60;p.jpg;sold\n'],
    ['in three', '2;lep⏎⏎svetao⏎stan;60;p.jpg;sold\n'],
    ['before its last cells', '2;b;60;p.jpg⏎q.jpg;sold\n'],
    ['of a row that lacks cells', '2;lep⏎stan;60\n'],
    ['with both signs', '2;lep\r⏎stan;60;p.jpg;sold\r\n'],
    ['at the end of the file', '2;b;60⏎m2;p.jpg;sold'],
  ])('are refused where a line break in a text cut a row: %s', async (_name, torn) => {
    const document = table(`1;a;54;p.jpg;\n${torn.replaceAll('⏎', '\n')}`);
    for (const windowBytes of [1, 9, 1 << 20])
      for (const recordsPerBlock of [1, 2, 100]) {
        const { parsed, end } = await csvOf(document, {
          format: wide,
          limits: { windowBytes, recordsPerBlock },
        });
        expect(parsed.filter(({ ok }) => ok).map((one) => one.ok && one.record.value['#1'])).toEqual(['1']);
        expect(parsed.slice(1).every((one) => !one.ok && one.reason.includes('a line break in a text'))).toBe(
          true,
        );
        expect(end.reason === null || end.reason.includes('cut off inside')).toBe(true);
      }
  });

  it('have another fingerprint where they are a part of a row', async () => {
    const alone = await csvOf(table('2;lep\n1;a;54;p.jpg;\n'), { format: wide });
    const torn = await csvOf(table('2;lep\nstan;60;p.jpg;sold\n'), { format: wide });
    expect(alone.parsed[0]?.ok).toBe(true);
    expect(torn.parsed[0]?.ok).toBe(false);
    expect(alone.fingerprints[0]).not.toBe(torn.fingerprints[0]);
  });

  it('are a cut file where the last one has no line end and no length was announced', async () => {
    const document = table('1;a;54;p.jpg;\n2;b;60');
    expect((await csvOf(document, { format: wide })).end.reason).toMatch(
      /its last row has 3 of 5 cells: it was cut off/,
    );
    expect((await csvOf(document, { format: wide, lengthAnnounced: true })).end.completeness).toBe(
      'complete',
    );
    expect((await csvOf(`${document}\n`, { format: wide })).end.completeness).toBe('weak');
    const before = { format: wide, lengthAnnounced: true, formerEndedWithNewline: true };
    expect((await csvOf(document, before)).end.reason).toMatch(/3 of 5 cells: it was cut off/);
  });

  it('are refused with a single cell, without a header, and where another sign ends rows', async () => {
    expect(rowsOf(await csvOf(table('Ukupno\n'), { format: wide }))).toEqual([
      expect.stringMatching(/^it has 1 cells, fewer than the 5 columns; it was row \d below the header$/),
    ]);
    const headerless = { header: false, columns: 3, delimiter: ';' };
    expect((await csvOf('1;2\n3;4;5\n', { format: headerless })).end.reason).toMatch(
      /2 cells where 3 are expected/,
    );
    const ended = { ...wide, recordEnd: '~', delimiter: ';' };
    expect(rowsOf(await csvOf('id;title;area~1;2~3;4;5~', { format: ended }))[0]).toMatch(
      /2 cells, fewer than the 3/,
    );
  });
});
