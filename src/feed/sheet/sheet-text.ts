/**
 * The form in which a sheet is kept once it was read from its workbook: a first line with the sheet's name, the sheet's rows in their
 * places, and a last line. Three characters that no cell can hold divide it, so that no quoting is needed: the CSV reader knows this
 * form by its first character and reads its rows like those of every other table (RULES R24).
 */

/** Stands between two cells. */
export const cellEnd = '\x1f';
/** Ends a row. A row without a filled cell is this sign alone, so that rows are counted as in the sheet. */
export const rowEnd = '\x1e';
/** Begins the first and the last line. */
export const mark = '\x1d';
export const markByte = 0x1d;

/** The first line. A byte order mark stands before it: whatever encoding is configured for the feed, this text is UTF-8. */
export function firstLine(sheet: string): string {
  return `\ufeff${mark}${JSON.stringify({ sheet })}${rowEnd}`;
}

/** The last line. @param hidden the number of filled rows that the sheet hides */
export function lastLine(hidden: number): string {
  return `${mark}${JSON.stringify({ hidden })}${rowEnd}`;
}

/** The sheet's name in a first line; null if the line is none. @param line with its mark, without its end */
export function sheetNameIn(line: string): string | null {
  const value = valuesIn(line).sheet;
  return typeof value === 'string' ? value : null;
}

/** The number of filled hidden rows in a last line; null if the line is none. */
export function hiddenRowsIn(line: string): number | null {
  const value = valuesIn(line).hidden;
  return typeof value === 'number' ? value : null;
}

function valuesIn(line: string): { sheet?: unknown; hidden?: unknown } {
  if (!line.startsWith(mark)) return {};
  try {
    return JSON.parse(line.slice(mark.length)) as { sheet?: unknown; hidden?: unknown };
  } catch {
    return {};
  }
}

const unusual = /[\0-\x08\x0b-\x1f]/;

/** The text of a cell without control characters, its line breaks as line feeds. */
export function cellText(text: string): string {
  if (!unusual.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b-\x1f]/g, '');
}
