import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedDir } from '../shared-dir.js';
import { csvOf, headerless, type CsvOptions } from './csv-of.js';

const file = 'id,title,price\n1,"Stan\nu centru",100\n2,Kuća,200\n3,"Plac ""A""",300\n';

async function reasonOf(document: string | Uint8Array, options: CsvOptions = {}): Promise<string | null> {
  return (await csvOf(document, options)).end.reason;
}

describe('records', () => {
  it('have a key for each column name, one for each position, and a list where a name repeats', async () => {
    const { parsed } = await csvOf('id, photo ,,photo,__proto__\n00123,a.jpg,x,b.jpg,p\n');
    expect(parsed[0]).toMatchObject({ ok: true, record: { name: 'row', ancestors: [] } });
    const value = parsed[0]?.ok === true ? parsed[0].record.value : {};
    expect(Object.entries(value)).toEqual([
      ['id', '00123'],
      ['photo', ['a.jpg', 'b.jpg']],
      ['__proto__', 'p'],
      ...['00123', 'a.jpg', 'x', 'b.jpg', 'p'].map((cell, i) => [`#${i + 1}`, cell]),
    ]);
  });

  it('know where the columns stand and how the file is written', async () => {
    const { parsed } = await csvOf('sep=;\nid;photo;;photo;;\n1;a;b;c\n');
    expect(parsed[0]).toMatchObject({
      ok: true,
      record: { header: { id: '1', photo: ['2', '4'], '@delimiter': ';', '@quote': '"', '@columns': '2-4' } },
    });
  });

  it('are the same parsed one by one and all at once', async () => {
    const document = `${file}4,5\n5,x,y,z\n6,"a"b,c\n`;
    const together = await csvOf(document);
    const alone = await csvOf(document, { together: false });
    expect(alone.parsed).toEqual(together.parsed);
  });

  it.each([
    ['too few cells', '7', /1 cells, fewer than the 3 columns/],
    ['too many cells', '7,x,1,2', /4 cells, more than the 3 columns/],
    ['quotes that have two meanings', '7,"say "hi","you",1', /quote that is not doubled/],
    ['more bytes than a record may have', `7,${'x'.repeat(600_000)},1`, /longer than 524288 bytes/],
  ])('with %s are invalid and present; the others are read', async (_name, row, reason) => {
    const { parsed, end } = await csvOf(`id,title,price\n1,a,2\n${row}\n3,b,4\n`);
    expect(parsed.map((result) => result.ok)).toEqual([true, false, true]);
    expect(parsed[1]).toMatchObject({ reason: expect.stringMatching(reason) as unknown });
    if (row.length < 100) expect(parsed[1]).toMatchObject({ guess: { value: { id: '7' } } });
    expect(end).toMatchObject({ completeness: 'weak', recordCount: 3 });
  });

  it('may have empty cells behind the last column', async () => {
    expect((await csvOf('id,a\n1,b,,\n')).parsed).toMatchObject([{ ok: true }]);
  });

  it('with bytes that are no text are invalid, and no half of an id is taken for another', async () => {
    const bytes = iconv.encode('id,title\n1,Kuca\n2,Kuća\nš3,x\n4,y\n', 'windows-1250');
    const { parsed, end } = await csvOf(bytes);
    expect(parsed).toMatchObject([
      { ok: true },
      { guess: { value: { id: '2', title: '' } } },
      { guess: { value: { id: '' } } },
      { ok: true },
    ]);
    expect(end.reason).toMatch(/2 of 4 records hold bytes that are no utf-8 text.*Set "encoding:"/);
    const read = await csvOf(bytes, { encoding: 'windows-1250' });
    expect(read.cells[2]).toEqual(['š3', 'x']);
  });
});

describe('fingerprints', () => {
  const of = async (document: string, options?: CsvOptions): Promise<string[]> =>
    (await csvOf(document, options)).fingerprints;

  it('do not depend on line ends, blank lines or neighbours', async () => {
    const [first, second] = await of('id,a\n1,x\n2,y\n');
    expect(await of('id,a\r\n\r\n2,y\r\n1,x')).toEqual([second, first]);
  });

  it('depend on the dialect and on where the columns stand', async () => {
    const plain = await of('id,a,b\n1,x,y\n');
    expect(await of('id,b,a\n1,x,y\n')).not.toEqual(plain);
    expect(await of('id,a,b\n1,x,y\n', { format: { quote: "'" } })).not.toEqual(plain);
  });
});

describe('what the file says of itself', () => {
  it.each([
    ['semicolons', 'id;a,b;c\n1;2,5;3\n', ['1', '2,5', '3']],
    ['commas', 'a,id\n1,2\n', ['1', '2']],
    ['tabs', 'a\tid\n1\t2\n', ['1', '2']],
    ['bars', '"id"|"a,\nb"\n1|2\n', ['1', '2']],
  ])(
    'its delimiter is the one under which its header names the columns: %s',
    async (_name, document, cells) => {
      for (const windowBytes of [1, 3, 1 << 20]) {
        const read = await csvOf(document, { format: { delimiter: null }, limits: { windowBytes } });
        expect(read.cells).toEqual([cells]);
      }
    },
  );

  it.each<[string, string, RegExp, CsvOptions['format']?]>([
    ['a web page', '<!-- x --><p>Service, unavailable</p>\n', /no column "id"/],
    [
      'a web page, where the delimiter is looked for',
      '<p>Service</p>\n',
      /no column "id"/,
      { delimiter: null },
    ],
    ['another delimiter', 'id;a\n1;2\n', /no column "id".*is "delimiter" right/],
    ['too few cells', 'a,b\n', /has 2 cells where 3 are expected/, { header: false, columns: 3 }],
    ['a header that never ends', 'id,"a\n', /its first row.*is broken: a quoted cell in it is never closed/],
    ['a header without end', `id,${'x'.repeat(700_000)}`, /no|longer than/],
    [
      'fault 38: a million columns',
      `id,${'a,'.repeat(1_000_000)}\n`,
      /longer than 524288|more than 2000 cells/,
    ],
    ['fault 38: two thousand and one columns', `id${',a'.repeat(2_000)}\n`, /more than 2000 cells/],
  ])('is refused where it is %s', async (_name, document, reason, format = {}) => {
    expect(await reasonOf(document, { format })).toMatch(reason);
  });

  it('fault 38: a row of a million cells is invalid', async () => {
    const { parsed } = await csvOf(`id,a\n1${','.repeat(500_000)}\n2,b\n`);
    expect(parsed).toMatchObject([
      { reason: 'it has more than 2000 cells; it was row 1 below the header' },
      { ok: true },
    ]);
  });

  it('names the row and the column of a cell that cannot be read', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,naziv,a\n1,x,y\n2,b'),
      Buffer.from([0xff]),
      Buffer.from(',z\n'),
    ]);
    const { parsed } = await csvOf(bytes);
    expect(parsed[1]).toMatchObject({
      reason: expect.stringMatching(/\(in the column "naziv"\); it was row 2 below the header$/),
    });
    const quoted = await csvOf('id,naziv,a\n1,"a" b","c",d\n2,x,y\n');
    expect(quoted.parsed).toMatchObject([
      {
        reason:
          'a quoted cell in it holds a quote that is not doubled (in the column "naziv"); it was row 1 below the header',
      },
      { ok: true },
    ]);
  });

  it('a header in another encoding asks for it', async () => {
    const bytes = iconv.encode('id,naziv,površina\n1,a,2\n', 'windows-1250');
    expect(await reasonOf(bytes)).toMatch(/first row.*no text. Which encoding is it\? Set "encoding:"/);
  });
});

describe('completeness', () => {
  it('is weak, complete where the length was announced, and never claimed for a header alone', async () => {
    expect((await csvOf(file)).end).toMatchObject({ completeness: 'weak', recordCount: 3, reason: null });
    expect((await csvOf(file, { lengthAnnounced: true })).end.completeness).toBe('complete');
    for (const document of ['id,title\n', 'id,title', 'id,title\n\n,\n'])
      expect(await reasonOf(document, { lengthAnnounced: true })).toMatch(
        /holds no records\..* Nothing was changed/,
      );
    expect(await reasonOf('')).toMatch(/no column "id"/);
  });

  it('fault 10, fault 31: a file cut anywhere inside a row is refused; cut at a row end it is weakly complete', async () => {
    const bytes = Buffer.from(file);
    const headerEnd = file.indexOf('\n') + 1;
    const ends = [file.indexOf('\n2,'), file.indexOf('\n3,')].map((at) =>
      Buffer.byteLength(file.slice(0, at + 1)),
    );
    for (let cut = 0; cut < bytes.length; cut++) {
      const part = bytes.subarray(0, cut);
      for (const windowBytes of [1, 16, 1 << 20]) {
        const { end } = await csvOf(part, { formerEndedWithNewline: true, limits: { windowBytes } });
        expect(end.completeness, `cut at ${cut}`).toBe(ends.includes(cut) ? 'weak' : 'incomplete');
        if (cut > headerEnd + 1 && end.reason !== null) expect(end.reason).toMatch(/cut off/);
      }
    }
  });

  it('takes the missing line break for a cut only where there was one before, or must be', async () => {
    const document = file.trimEnd();
    expect((await csvOf(document)).end.completeness).toBe('weak');
    expect((await csvOf(document, { formerEndedWithNewline: false })).end.completeness).toBe('weak');
    const former = await reasonOf(document, { formerEndedWithNewline: true, lengthAnnounced: true });
    expect(former).toMatch(
      /no line break behind it, as the last complete snapshot had.*"final_newline: optional"/,
    );
    expect(await reasonOf(document, { format: { finalNewline: 'required' } })).toMatch(/no line break/);
    const optional = { format: { finalNewline: 'optional' as const }, formerEndedWithNewline: true };
    expect((await csvOf(document, optional)).end.completeness).toBe('weak');
  });

  it('is proven by a trailer row', async () => {
    const format = { trailer: { mark: 'END', countCell: 2 } };
    const read = await csvOf('id,a\n1,x\n2,y\n"END",2\n', { format });
    expect(read.end).toMatchObject({ completeness: 'complete', recordCount: 2 });
    expect(await reasonOf('id,a\n1,x\n2,y\n', { format })).toMatch(
      /does not begin with "END": it was cut off/,
    );
    expect(await reasonOf('id,a\n1,x\nEND,2\n', { format })).toMatch(/declares 2 records but holds 1/);
    expect(await reasonOf('id,a\n1,x\nEND,two\n', { format })).toMatch(/is no number/);
    expect(await reasonOf('id,a\nEND,1\n1,x\n', { format })).toMatch(/rows follow/);
    const uncounted = { format: { trailer: { mark: 'END', countCell: null } } };
    expect((await csvOf('id,a\n1,x\nEND\n', uncounted)).end.completeness).toBe('complete');
  });

  it('fault 37: a lost closing quote stops at the cap, at the end, or at the row that it swallowed', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `${i},text ${i},1\n`).join('');
    const limits = { windowBytes: 1024, neededBytesMax: 32 * 1024 };
    expect(await reasonOf(`id,title,price\n1,"lost,1\n${rows}`, { limits })).toMatch(
      /longer than 32768 bytes: a quoted cell that begins in row 1 seems to lack its closing quote/,
    );
    expect(await reasonOf(`id,title,price\n1,"lost,1\n${rows}`)).toMatch(/ends inside a quoted cell/);
    const quoted = 'id,title,price\n1,"lost,1\n2,"swallowed",2\n3,"c",3\n';
    expect(await reasonOf(quoted)).toMatch(/broken in a way that may hide others/);
  });

  describe('with a cell whose lines hold as many commas as a row', () => {
    const header = 'naslov,cena,grad,kvadratura,slika\n';
    const format = { columns: ['naslov'] };
    const others = 'Stan,90000,Niš,40,https://a.example/1.jpg\nKuća,80000,Bor,90,https://a.example/2.jpg\n';

    it.each([
      [
        'a price in two lines',
        '"AP 2cam, parter, lux ,strada X","82 900 €\nnegotiable, urgent",Cluj,52,https://a.example/3.jpg\n',
        ['AP 2cam, parter, lux ,strada X', '82 900 €\nnegotiable, urgent'],
      ],
      [
        'a title in two lines',
        '"Stan, nov, lux, sprat, vrt\nna Limanu",70000,Novi Sad,52,https://a.example/4.jpg\n',
        null,
      ],
      [
        'a text that begins with a number',
        '"Na prodaju: stan, garaža, ostava, podrum, vrt\n52 m2",70000,Niš,52,https://a.example/4.jpg\n',
        ['Na prodaju: stan, garaža, ostava, podrum, vrt\n52 m2', '70000'],
      ],
    ])('is read as one row: %s', async (_what, row, cells) => {
      const { end, parsed } = await csvOf(`${header}${row}${others}`, { format });
      expect(end).toMatchObject({ reason: null, recordCount: 3 });
      expect(parsed.every(({ ok }) => ok)).toBe(true);
      const value = parsed[0]?.ok === true ? parsed[0].record.value : {};
      if (cells !== null) expect([value.naslov, value.cena]).toEqual(cells);
    });

    it.each([
      ['two', 'Stan,90000,Niš,"40,https://a.example/1.jpg\nKuća,80000,Bor,90",https://a.example/2.jpg'],
      ['two with an empty cell', 'Stan,90000,Niš,"40,\n,80000,Bor,90",https://a.example/2.jpg'],
      ['three', 'Stan,90000,Niš,"40,x\nKuća,80000,Bor,90,y\nPlac,70000,Pirot,500",z'],
      ['two without figures', 'a,b,c,"d,e\nf,g,h,i",j'],
    ])('is refused where quotes glue %s rows together', async (_count, rows) => {
      expect(await reasonOf(`${header}${rows}\n${others}`, { format })).toMatch(
        /broken in a way that may hide others/,
      );
    });
  });

  it.each([
    ['UTF-8 with BOM', Buffer.from(`\uFEFF${file}`), 'auto'],
    ['UTF-16LE', Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(file, 'utf16le')]), 'auto'],
    ['windows-1250', iconv.encode(file, 'windows-1250'), 'windows-1250'],
  ] as const)('and records are the same in %s', async (_name, bytes, encoding) => {
    expect((await csvOf(bytes, { encoding })).cells).toEqual((await csvOf(file)).cells);
  });
});

describe.skipIf(!hasShared)('real feeds', () => {
  it.each<[string, CsvOptions, number]>([
    [
      'poliris-csv/immomatch-Annonces.csv',
      { format: { delimiter: '!#', header: false, columns: 300 }, encoding: 'windows-1252' },
      1,
    ],
    ['is24/is24.csv', { format: { ...headerless, delimiter: '|' }, encoding: 'windows-1252' }, 1],
    ['slovenia/adasadl-oglasi1.csv', { encoding: 'windows-1250' }, 616],
    ['serbian-csv/knez-stanovi_beograd.csv', { format: { columns: ['naslov'] } }, 800],
  ])('%s is read whole', async (path, options, recordsMin) => {
    const { end, parsed } = await csvOf(readFileSync(join(sharedDir, 'feeds', path)), options);
    const failed = parsed.filter((result) => !result.ok);
    expect({ path, reason: end.reason, failed: failed.slice(0, 2) }).toEqual({
      path,
      reason: null,
      failed: [],
    });
    expect(end.recordCount).toBeGreaterThanOrEqual(recordsMin);
  });
});
