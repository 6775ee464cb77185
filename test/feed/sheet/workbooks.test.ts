import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { dividedFiles } from '../../../src/feed/zip/fitting-files.js';
import type { CsvFormat } from '../../../src/model/feed-format.js';
import { zipOf } from '../../support/zip.js';
import { fetchSheets } from '../../support/sheet-fetch.js';
import { memorySpool } from '../memory-spool.js';

interface Given {
  name: string;
  state?: 'visible' | 'hidden' | 'veryHidden';
  rows: readonly (readonly ExcelJS.CellValue[])[];
}

async function bookOf(...sheets: Given[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  for (const { name, state = 'visible', rows } of sheets)
    book.addWorksheet(name, { state }).addRows(rows.map((row) => [...row]));
  return Buffer.from(await book.xlsx.writeBuffer());
}

const rows = [
  ['Šifra', 'Naslov', 'Cena'],
  ['A-1', 'Stan', 85000],
];

async function namesOf(body: Buffer): Promise<string[]> {
  const outcome = await fetchSheets(body);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.sheets.map(({ name }) => name);
}

describe('the sheets of a workbook', () => {
  it('are its visible ones, those with a header first', async () => {
    const body = await bookOf(
      { name: 'Uputstvo', rows: [['Popunite tabelu i pošaljite je nama']] },
      { name: 'Stara', state: 'hidden', rows },
      { name: 'Skrivena', state: 'veryHidden', rows },
      { name: 'Prazna', rows: [] },
      { name: 'Prodaja', rows },
      { name: 'Izdavanje', rows },
    );
    expect(await namesOf(body)).toEqual(['Prodaja', 'Izdavanje', 'Uputstvo']);
  });

  it('are refused where all of them are hidden or empty', async () => {
    const hidden = await bookOf({ name: 'Stara', state: 'hidden', rows }, { name: 'Prazna', rows: [] });
    expect(await fetchSheets(hidden)).toMatchObject({
      ...{ ok: false, code: 'empty' },
      message: expect.stringMatching(/hidden sheets are not read \(Stara\)/) as string,
    });
    expect(await fetchSheets(await bookOf({ name: 'Prazna', rows: [] }))).toMatchObject({
      ...{ ok: false, code: 'empty' },
      message: expect.stringMatching(/holds nothing/) as string,
    });
  });

  it('may lie in a ZIP, where no other file may be the feed', async () => {
    const content = await bookOf({ name: 'Prodaja', rows });
    expect(await namesOf(zipOf([{ name: 'izvoz/ponuda.xlsx', content }]))).toEqual(['Prodaja']);
    const beside = await fetchSheets(
      zipOf([
        { name: 'ponuda.xlsx', content },
        { name: 'feed.csv', content: 'id;title\n1;Stan\n' },
      ]),
    ).catch((error: unknown) => error);
    // The CSV is no sheet, which the test's own reader finds out.
    expect(beside).toBeInstanceOf(SyntaxError);
  });
});

describe('the sheet that a mapping reads', () => {
  const format: CsvFormat = {
    ...{
      container: 'csv',
      delimiter: null,
      quote: '"',
      header: true,
      trailer: null,
      finalNewline: 'optional',
    },
    columns: ['Šifra', 'Cena'],
  };
  const spool = memorySpool({
    a: Buffer.from('\ufeff\x1d{"sheet":"Kontakti"}\x1eIme\x1fTelefon\x1e'),
    b: Buffer.from('\ufeff\x1d{"sheet":"Prodaja"}\x1eŠifra\x1fCena\x1e'),
    c: Buffer.from('\ufeff\x1d{"sheet":"Prodato"}\x1eŠifra\x1fCena\x1e'),
  });
  const sheets = Object.entries({ a: 'Kontakti', b: 'Prodaja', c: 'Prodato' }).map(([path, name]) => ({
    ...{ bytes: 1, bodyHash: path, member: null, sheet: { name, hasHeader: true, width: 9 } },
    file: { path, keep: () => Promise.resolve(), discard: () => Promise.resolve() },
  }));
  const chosen = async (sheet?: string): Promise<string[] | string> => {
    const named = sheet === undefined ? format : { ...format, sheet };
    const { fitting, problem } = await dividedFiles(spool, sheets, named);
    return problem ?? fitting.map((file) => file.sheet.name);
  };

  it('is the first with its columns', async () => {
    expect(await chosen()).toEqual(['Prodaja']);
  });

  it('is the one that it names, or all whose names fit', async () => {
    expect(await chosen('Prodato')).toEqual(['Prodato']);
    expect(await chosen('Prod*')).toEqual(['Prodaja', 'Prodato']);
    expect(await chosen('*')).toEqual(['Prodaja', 'Prodato']);
  });

  it('is none where the mapping reads files of another kind', async () => {
    const xml = { container: 'xml', root: 'r', records: ['r/ad'], declaredCount: null } as const;
    const { problem, fitting } = await dividedFiles(spool, sheets, xml);
    expect(fitting).toEqual([]);
    expect(problem).toMatch(/a spreadsheet came, and the mapping reads XML/);
  });

  it('has to be there', async () => {
    expect(await chosen('Izdavanje')).toMatch(
      /no visible sheet "Izdavanje".*It has "Kontakti", "Prodaja", "Prodato"/,
    );
  });
});

describe('a workbook that is not read', () => {
  const compound = (name: string): Buffer =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1_000),
      Buffer.from(name, 'utf16le'),
      Buffer.alloc(100),
    ]);
  const types = { name: '[Content_Types].xml', content: '<Types/>' };
  const root = (target: string): { name: string; content: string } => ({
    name: '_rels/.rels',
    content: `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="${target}"/></Relationships>`,
  });

  it.each<[string, Buffer, string, RegExp]>([
    ['with a password', compound('EncryptedPackage'), 'sheet', /locked with a password/],
    ['of the old kind', compound('Workbook'), 'sheet', /old workbook \(\.xls\).*as \.xlsx/],
    ['of an even older kind', Buffer.from('0908080000060500', 'hex'), 'sheet', /old workbook \(\.xls\)/],
    ['that is an old document', compound('WordDocument'), 'sheet', /old document of Office/],
    ['that is binary', zipOf([types, root('xl/workbook.bin')]), 'sheet', /\.xlsb.*as \.xlsx or CSV/],
    ['that is a letter', zipOf([types, root('word/document.xml')]), 'zip', /document came instead/],
  ])('%s says so', async (_, body, code, message) => {
    const outcome = await fetchSheets(body);
    expect(outcome).toMatchObject({ ok: false, code });
    expect(outcome.ok ? '' : outcome.message).toMatch(message);
  });
});
