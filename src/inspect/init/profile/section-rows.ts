import { isHeading, joinHeadings } from '../../../feed/csv/csv-section-rows.js';
import { isTelling } from '../words/heading-words.js';

/** Where records have the heading above them. */
export const sectionPath = '#section';

/**
 * The setting of a table with headings between its records, where most rows with one filled cell name an offer or a kind of property.
 * Remarks and sums stand alone in their rows as well.
 * @param rows from the beginning of the file
 * @param names of the columns
 */
export function sectionRows(
  rows: readonly (readonly string[])[],
  names: readonly string[],
): { section_rows?: true } {
  const header = rows.findIndex((row) => names.every((name, index) => (row[index] ?? '').trim() === name));
  if (header === -1) return {};
  const below = rows
    .slice(header + 1)
    .map((row) => row.map((cell) => cell.trim()).filter((cell) => cell !== ''));
  const alone = headingsIn(below);
  const told = alone.filter(isTelling);
  const isSections = told.length > 0 && told.length >= alone.length / 2 && alone.length < below.length / 2;
  return isSections ? { section_rows: true } : {};
}

/** The headings of rows without their empty cells. Those that follow each other are one. */
function headingsIn(rows: readonly (readonly string[])[]): string[] {
  const headings: string[] = [];
  let isBelowOne = false;
  for (const row of rows) {
    const [text = ''] = row;
    const isOne = row.length === 1 && isHeading(text);
    if (isOne && isBelowOne) headings.push(joinHeadings(headings.pop() ?? null, text));
    else if (isOne) headings.push(text);
    isBelowOne = isOne || (isBelowOne && row.length === 0);
  }
  return headings;
}
