import ExcelJS from 'exceljs';
import * as XLSX from 'xlsx';
import { zipOf } from '../support/zip.js';
import type { Ad } from './ads.js';
import { textsOf, type Column, type Container } from './layout.js';

/** A cell that is no text: the value as the sheet stores it, shown in a number format. */
export interface TypedCell {
  value: number | boolean | Date;
  /** In the notation of Excel, such as `#,##0 "€"`. */
  format?: string;
  /** The formula whose result the value is, without `=`. `ROW` stands for the number of the row. */
  formula?: string;
}

/** Null: the cell is empty. A text is written as text. */
export type SheetCell = TypedCell | string | null;

interface SheetOptions {
  name?: string;
  /** Rows above the header. A row of one text is merged over the whole width. */
  above?: readonly (readonly string[])[];
  /** Rows below the listings. */
  below?: readonly (readonly string[])[];
  /** Cells that are no text, by the name of their column. */
  typed?: Readonly<Record<string, (ad: Ad) => SheetCell>>;
  /** Rows that a filter hides. */
  isHidden?: (ad: Ad) => boolean;
  /** Between the texts of a list. */
  list?: string;
}

interface Grid {
  rows: readonly (readonly SheetCell[])[];
  /** Numbers of rows that a filter hides, from 0. */
  hidden: ReadonlySet<number>;
  /** Numbers of rows that are one merged cell. */
  merged: readonly number[];
  width: number;
}

function gridOf(columns: readonly Column[], ads: readonly Ad[], options: SheetOptions): Grid {
  const { above = [], below = [], typed = {}, list = '\n', isHidden = () => false } = options;
  const cellOf = (column: Column, ad: Ad): SheetCell => {
    const own = typed[column.name];
    if (own !== undefined) return own(ad);
    const texts = textsOf(column.write(ad));
    return texts.length === 0 ? null : texts.join(list);
  };
  const listings = ads.map((ad) => columns.map((column) => cellOf(column, ad)));
  const first = above.length + 1;
  return {
    rows: [...above, columns.map(({ name }) => name), ...listings, ...below],
    hidden: new Set(ads.flatMap((ad, index) => (isHidden(ad) ? [first + index] : []))),
    merged: above.flatMap((row, index) => (row.length === 1 ? [index] : [])),
    width: columns.length,
  };
}

function formulaAt(formula: string, row: number): string {
  return formula.replaceAll('ROW', String(row + 1));
}

/** Files that are written anew each time carry the time of writing; the corpus is the same every day. */
const written = new Date(Date.UTC(2026, 10, 1));

/** An .xlsx as exceljs writes it. */
export function xlsx(options: SheetOptions = {}): Container {
  return async (columns, ads) => {
    const { rows, hidden, merged, width } = gridOf(columns, ads, options);
    const book = new ExcelJS.Workbook();
    book.created = written;
    book.modified = written;
    const sheet = book.addWorksheet(options.name ?? 'Ponuda');
    for (const [index, row] of rows.entries()) {
      const line = sheet.getRow(index + 1);
      for (const [position, cell] of row.entries()) {
        if (cell === null || cell === '') continue;
        const there = line.getCell(position + 1);
        if (typeof cell === 'string') there.value = cell;
        else {
          const { value, format, formula } = cell;
          there.value = formula === undefined ? value : { formula: formulaAt(formula, index), result: value };
          if (format !== undefined) there.numFmt = format;
        }
      }
      line.hidden = hidden.has(index);
    }
    for (const index of merged) sheet.mergeCells(index + 1, 1, index + 1, width);
    return { name: 'ponuda.xlsx', bytes: undated(Buffer.from(await book.xlsx.writeBuffer())) };
  };
}

/** Takes the times of writing out of a ZIP's headers. */
export function undated(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let entry = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    zip.writeUInt32LE(0, entry + 12);
    zip.writeUInt32LE(0, zip.readUInt32LE(entry + 42) + 10);
    entry += 46 + [28, 30, 32].reduce((sum, at) => sum + zip.readUInt16LE(entry + at), 0);
  }
  return zip;
}

interface OtherSheet {
  name: string;
  rows: readonly (readonly (string | number)[])[];
  isHidden: boolean;
}

/** An .xlsx as SheetJS writes it, with other sheets before the one of the listings. */
export function xlsxWithSheets(options: SheetOptions, others: readonly OtherSheet[]): Container {
  return (columns, ads) => {
    const grid = gridOf(columns, ads, options);
    const book = XLSX.utils.book_new();
    for (const { name, rows } of others)
      XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
    XLSX.utils.book_append_sheet(book, sheetOf(grid), options.name ?? 'Ponuda');
    book.Workbook = {
      Sheets: [...others.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 }) as const), { Hidden: 0 }],
    };
    book.Props = { CreatedDate: written };
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', cellDates: true }) as Buffer;
    return { name: 'ponuda.xlsx', bytes: undated(bytes) };
  };
}

function sheetOf({ rows, hidden, merged, width }: Grid): XLSX.WorkSheet {
  const plain = rows.map((row) =>
    row.map((cell) => (typeof cell === 'object' && cell !== null ? cell.value : cell)),
  );
  const sheet = XLSX.utils.aoa_to_sheet(plain, { cellDates: true });
  for (const [index, row] of rows.entries())
    for (const [position, cell] of row.entries()) {
      if (typeof cell !== 'object' || cell === null) continue;
      const there = sheet[XLSX.utils.encode_cell({ r: index, c: position })] as XLSX.CellObject;
      if (cell.format !== undefined) there.z = cell.format;
      if (cell.formula !== undefined) there.f = formulaAt(cell.formula, index);
    }
  sheet['!rows'] = rows.map((_, index) => ({ hidden: hidden.has(index) }));
  sheet['!merges'] = merged.map((r) => ({ s: { r, c: 0 }, e: { r, c: width - 1 } }));
  return sheet;
}

/** An .ods as LibreOffice writes it: equal neighbours, empty columns and empty rows are repeated, to the last row that a sheet can have. */
export function ods(options: SheetOptions = {}): Container {
  return (columns, ads) => {
    const { rows, hidden, merged, width } = gridOf(columns, ads, options);
    const lines = rows.map((row, index) => {
      const state = hidden.has(index) ? ' table:visibility="filter"' : '';
      return `<table:table-row${state}>${merged.includes(index) ? mergedRow(row, width) : cellsOf(row)}${emptyCells(16_384 - row.length)}</table:table-row>`;
    });
    const rest = `<table:table-row table:number-rows-repeated="${1_048_576 - rows.length}">${emptyCells(16_384)}</table:table-row>`;
    const table = `<table:table table:name="${escaped(options.name ?? 'Ponuda')}">${lines.join('')}${rest}</table:table>`;
    const spaces = ['office', 'table', 'text'].map(
      (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
    );
    const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${spaces.join(' ')} office:version="1.3"><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`;
    const type = 'application/vnd.oasis.opendocument.spreadsheet';
    const bytes = zipOf([
      { name: 'mimetype', content: type, method: 0 },
      { name: 'content.xml', content },
    ]);
    return { name: 'ponuda.ods', bytes };
  };
}

function mergedRow([text = '']: readonly SheetCell[], width: number): string {
  const [, inner] = cellParts(text);
  return `<table:table-cell office:value-type="string" table:number-columns-spanned="${width}" table:number-rows-spanned="1">${inner}</table:table-cell><table:covered-table-cell table:number-columns-repeated="${width - 1}"/>`;
}

function emptyCells(count: number): string {
  return `<table:table-cell table:number-columns-repeated="${count}"/>`;
}

/** Equal neighbours are one element that is repeated. */
function cellsOf(row: readonly SheetCell[]): string {
  const runs: { parts: readonly [string, string]; times: number }[] = [];
  for (const cell of row) {
    const parts = cellParts(cell);
    const last = runs.at(-1);
    if (last !== undefined && last.parts.join() === parts.join()) last.times += 1;
    else runs.push({ parts, times: 1 });
  }
  return runs
    .map(({ parts: [attributes, inner], times }) => {
      const repeated = times === 1 ? '' : ` table:number-columns-repeated="${times}"`;
      return `<table:table-cell${attributes}${repeated}>${inner}</table:table-cell>`;
    })
    .join('');
}

/** Attributes and content of a cell. What people see follows the format: percentages, dates, signs of currencies. */
function cellParts(cell: SheetCell): readonly [attributes: string, content: string] {
  if (cell === null || cell === '') return ['', ''];
  if (typeof cell === 'string')
    return [
      ' office:value-type="string"',
      cell
        .split('\n')
        .map((line) => `<text:p>${escaped(line)}</text:p>`)
        .join(''),
    ];
  const { value, format = '' } = cell;
  const shown = (text: string): string => `<text:p>${escaped(text)}</text:p>`;
  if (typeof value === 'boolean')
    return [
      ` office:value-type="boolean" office:boolean-value="${value}"`,
      shown(value ? 'TAČNO' : 'NETAČNO'),
    ];
  if (value instanceof Date) {
    const [year, month, day] = value.toISOString().slice(0, 10).split('-');
    return [
      ` office:value-type="date" office:date-value="${value.toISOString().slice(0, 19)}"`,
      shown(`${day}.${month}.${year}.`),
    ];
  }
  if (format.includes('%'))
    return [` office:value-type="percentage" office:value="${value}"`, shown(`${value * 100}%`)];
  const figure = Math.round(value).toLocaleString('sr-RS');
  if (format.includes('€'))
    return [
      ` office:value-type="currency" office:currency="EUR" office:value="${value}"`,
      shown(`${figure} €`),
    ];
  return [` office:value-type="float" office:value="${value}"`, shown(String(value).replace('.', ','))];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
