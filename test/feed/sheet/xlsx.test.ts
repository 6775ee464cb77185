import ExcelJS from 'exceljs';
import * as XLSX from 'xlsx';
import { describe, expect, it } from 'vitest';
import { fetchSheets, type ReadSheet } from '../../support/sheet-fetch.js';

type Fill = (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void;

async function bookOf(
  fill: Fill,
  prepare: (book: ExcelJS.Workbook) => void = () => undefined,
): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  prepare(book);
  fill(book.addWorksheet('Oglasi'), book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function sheetOf(body: Buffer): Promise<ReadSheet> {
  const outcome = await fetchSheets(body);
  if (!outcome.ok) throw new Error(outcome.message);
  const [sheet] = outcome.sheets;
  if (sheet === undefined) throw new Error('no sheet');
  return sheet;
}

/** As SheetJS shows a day. */
function shownBy(serial: number): string {
  const written = XLSX.SSF as { format(code: string, value: number): string };
  return written.format('yyyy-mm-dd', serial);
}

const header = ['Šifra', 'Naslov', 'Cena'];

describe('an Excel workbook', () => {
  it('is its rows, at their places, whatever the server calls it', async () => {
    const body = await bookOf((sheet) => {
      sheet.addRow(header);
      sheet.addRow(['A-1', 'Stan na Grbavici, 54 m²', 85000]);
      sheet.getRow(5).values = ['A-2', 'Kuća\nsa dvorištem', 120000.5];
    });
    const outcome = await fetchSheets(body, { type: 'text/csv' });
    expect(outcome).toMatchObject({ ok: true, lengthAnnounced: true });
    const sheet = await sheetOf(body);
    expect(sheet.name).toBe('Oglasi');
    expect([...sheet.rows]).toEqual([
      [1, header],
      [2, ['A-1', 'Stan na Grbavici, 54 m²', '85000']],
      [5, ['A-2', 'Kuća\nsa dvorištem', '120000.5']],
    ]);
  });

  it('writes what its cells hold', async () => {
    const cells: [ExcelJS.CellValue, string | undefined, string][] = [
      [0.1 + 0.2, undefined, '0.3'],
      [1e21, undefined, '1000000000000000000000'],
      [1.5e-7, undefined, '0.00000015'],
      [54.125, undefined, '54.1250'],
      [381641234567, undefined, '381641234567'],
      [0.2, '0%', '20%'],
      [0.125, '0.0%', '12.5%'],
      [true, undefined, 'true'],
      [false, undefined, 'false'],
      [new Date('2024-03-05T00:00:00Z'), 'dd.mm.yyyy', '2024-03-05'],
      [new Date('2024-03-05T14:30:00Z'), 'dd.mm.yyyy hh:mm', '2024-03-05T14:30:00'],
      [0.604166666666667, 'hh:mm', '14:30:00'],
      [1.5, '[h]:mm', '36:00:00'],
      [85000, '#,##0 "€"', '85000 €'],
      [85000, '[$EUR] #,##0.00', 'EUR 85000'],
      [-85000, '_-* #,##0.00\\ [$€-407]_-;\\-* #,##0.00\\ [$€-407]_-', '-85000 €'],
      [0, '#,##0;-#,##0;"na upit"', 'na upit'],
      [85000, '#,##0, "hilj. €"', '85000'],
      [123, '00000', '00123'],
      [54.5, '0.0" m²"', '54.5 m²'],
      [{ formula: 'A1*2', result: 7 }, undefined, '7'],
      [{ formula: 'A1&"x"', result: 'Novi Sad' }, undefined, 'Novi Sad'],
      [{ formula: 'A1' }, undefined, ''],
      [{ error: '#DIV/0!' }, undefined, ''],
      [{ richText: [{ text: 'Nov ' }, { text: 'stan', font: { bold: true } }] }, undefined, 'Nov stan'],
      [{ text: 'slika', hyperlink: 'https://slike.example/1.jpg' }, undefined, 'slika'],
      ['_x0041_ i =SUM(A1)', undefined, 'A i =SUM(A1)'],
    ];
    const body = await bookOf((sheet) => {
      sheet.addRow(['Šifra', 'Vrednost', 'Kraj']);
      for (const [index, [value, format]] of cells.entries()) {
        const row = sheet.addRow([`A-${index}`, value, '|']);
        if (format !== undefined) row.getCell(2).numFmt = format;
      }
    });
    const { rows } = await sheetOf(body);
    expect(cells.map((_, index) => rows.get(index + 2)?.[1])).toEqual(cells.map(([, , text]) => text));
  });

  it('counts days from 1904 where it says so', async () => {
    const body = await bookOf(
      (sheet) => {
        sheet.addRow(['Šifra', 'Datum']);
        sheet.addRow(['A-1', new Date('2024-03-05T00:00:00Z')]).getCell(2).numFmt = 'yyyy-mm-dd';
      },
      (book) => {
        book.properties.date1904 = true;
      },
    );
    expect((await sheetOf(body)).rows.get(2)).toEqual(['A-1', '2024-03-05']);
  });

  it('agrees with another library about the days of the system of 1900', async () => {
    const serials = [1, 2, 58, 59, 61, 62, 366, 25568, 25569, 36526, 45356, 60000, 2958465];
    const sheet = XLSX.utils.aoa_to_sheet([['Šifra', 'Datum'], ...serials.map((n) => [`A-${n}`, n])]);
    for (const index of serials.keys()) {
      const cell = sheet[`B${index + 2}`] as XLSX.CellObject;
      cell.z = 'yyyy-mm-dd';
    }
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, sheet, 'Oglasi');
    const { rows } = await sheetOf(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    for (const [index, serial] of serials.entries())
      expect(rows.get(index + 2)?.[1], String(serial)).toBe(shownBy(serial));
  });
});
