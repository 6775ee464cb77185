import { printable } from './text.js';

/** What spreadsheets take for the beginning of a formula, and white space before which some look for one. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r]/;

/**
 * Rows as CSV for a spreadsheet (RFC 4180, CR LF). Text that it would calculate gets an apostrophe, which it takes for "this is text";
 * a number stays one.
 */
export function csvTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [headings, ...rows].map(csvRow).join('\r\n');
}

/** One row of such a table, for a file that is written row by row. */
export function csvRow(row: readonly (string | number | null)[]): string {
  return row.map(csvCell).join(',');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = printable(value);
  const inert = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
