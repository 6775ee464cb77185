import { cellEnd, rowEnd, sheetNameIn } from '../../../feed/sheet/sheet-text.js';
import { belowTitle, filledCells, hasHeader, identifyingNames, type Dialect } from './csv-outline.js';
import { loneRows } from './section-rows.js';
import type { FormatGuess } from './format-guess.js';

const rowsMax = 60;

/** Detects the table in the text of a sheet; null if no row of it has two cells. */
export function guessSheet(text: string): FormatGuess | null {
  const lines = text.split(rowEnd);
  const sheet = sheetNameIn(lines[0] ?? '') ?? '';
  // The text is the beginning of a file, so its last row may be cut.
  const all = lines.slice(1, -1).map((line) => line.split(cellEnd));
  const filled = all.filter((row) => row.length > 1 && row.some((cell) => cell.trim() !== ''));
  const rows = filled.slice(0, rowsMax);
  const width = rows[0]?.length ?? 0;
  if (width === 0) return null;
  const table = belowFewCells(belowTitle({ delimiter: cellEnd, quote: '', rows, width, even: 1 }));
  const names = (table.rows[0] ?? []).map((name) => name.trim());
  if (hasHeader(filledColumns(table))) {
    const { format, lists } = loneRows(filled, names);
    return {
      format: { container: 'csv', columns: identifyingNames(names), ...format },
      about: `the sheet "${sheet}" of a workbook, ${names.filter((name) => name !== '').length} columns with names`,
      doubts: [],
      lists,
      titles: [sheet, ...titlesOf(all, table)],
    };
  }
  return {
    // A text file of this table would need its separator; a sheet has none.
    format: { container: 'csv', delimiter: ';', header: false, columns: width },
    about: `the sheet "${sheet}" of a workbook, ${width} columns without names`,
    doubts: ['The columns have no names: each is identified by its values alone, so check every field.'],
  };
}

/** A row above the header may be of one cell. */
function titlesOf(rows: readonly string[][], { rows: [header] }: Dialect): string[] {
  return header === undefined ? [] : filledCells(rows.slice(0, rows.indexOf(header)));
}

/** The table without the rows at its top that have fewer than half as many filled cells as most rows: titles, dates, remarks. */
function belowFewCells(table: Dialect): Dialect {
  const filled = table.rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  const usual = [...filled].sort((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0;
  const first = filled.findIndex((count) => count * 2 >= usual);
  return first <= 0 ? table : { ...table, rows: table.rows.slice(first) };
}

/** The table without the columns that have no name: notes beside a table, and columns that are empty. */
function filledColumns(table: Dialect): Dialect {
  const named = [...(table.rows[0] ?? []).keys()].filter((column) => table.rows[0]?.[column]?.trim() !== '');
  return { ...table, rows: table.rows.map((row) => named.map((column) => row[column] ?? '')) };
}
