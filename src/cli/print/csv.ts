import { printable } from './text.js';

/**
 * What spreadsheets take for the beginning of a formula, and white space before which some look for one: at the start of a text, and behind
 * whatever some spreadsheet takes for the end of a cell or line, though this file has commas.
 */
const formulaStart = /(?<=^|[;|\t\n])([\s"']*)(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g;

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
  const inert = text.replace(formulaStart, "'$&");
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
