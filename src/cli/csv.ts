/** What spreadsheets take for the beginning of a formula, and white space before which some look for one. */
const formulaStart = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\0]/;

/**
 * Rows as CSV for a spreadsheet (RFC 4180, CR LF). Text that it would calculate gets an apostrophe, which it takes for "this is text";
 * a number stays one.
 */
export function csvTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [headings, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inert = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
