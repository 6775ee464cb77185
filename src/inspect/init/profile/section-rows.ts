import { isHeading } from '../../../feed/csv/csv-section-rows.js';
import { categories, lookUp, transactions } from '../words/word-lists.js';

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
  const alone = below.flatMap((row) => (row.length === 1 && isHeading(row[0] ?? '') ? [row[0] ?? ''] : []));
  const told = alone.filter(
    (text) => lookUp(text, transactions) !== null || lookUp(text, categories) !== null,
  );
  const isSections = told.length > 0 && told.length >= alone.length / 2 && alone.length < below.length / 2;
  return isSections ? { section_rows: true } : {};
}
