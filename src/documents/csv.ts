import { printable } from '../platform/printable.js';

/**
 * The start of a formula for a spreadsheet, with the white space that some skip: at the start of a text, and after each character
 * that some spreadsheet reads as the end of a cell or line, although this file uses commas.
 */
const formulaStart = /(?<=^|[;|\t\n])([\s"']*)(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/**
 * Rows as CSV for a spreadsheet (RFC 4180, CR LF). Text that looks like a formula gets an apostrophe, which marks it as text.
 * A number stays a number.
 */
export function csvTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [headings, ...rows].map(csvRow).join('\r\n');
}

/** One row, for a file that is written row by row. */
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
