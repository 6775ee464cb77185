import { isHeading, joinHeadings } from '../../../feed/csv/csv-section-rows.js';
import { isTelling } from '../words/heading-words.js';
import { listedCodes, type ListedCodes } from './legend-rows.js';

/** Where records have the heading above them. */
export const sectionPath = '#section';

/** What rows with one filled cell say of a table. */
interface LoneRows {
  format: { section_rows?: true };
  /** The codes that such rows explain behind the records. */
  lists: ListedCodes[];
}

/**
 * The setting of a table with headings between its records, where most rows with one filled cell name an offer or a kind of property, or
 * where such rows stand behind the records alone: remarks, sums and legends are no records. Between records they may be anything.
 * @param rows from the beginning of the file
 * @param names of the columns
 */
export function loneRows(rows: readonly (readonly string[])[], names: readonly string[]): LoneRows {
  const header = rows.findIndex((row) => names.every((name, index) => (row[index] ?? '').trim() === name));
  if (header === -1) return { format: {}, lists: [] };
  const below = rows
    .slice(header + 1)
    .map((row) => row.map((cell) => cell.trim()).filter((cell) => cell !== ''));
  const last = below.findLastIndex((row) => row.length > 0 && !isLone(row));
  const behind = below.slice(last + 1).filter((row) => row.length > 0);
  const alone = headingsIn(below.slice(0, last + 1));
  const told = alone.filter(isTelling);
  const isSections = told.length > 0 && told.length >= alone.length / 2 && alone.length < below.length / 2;
  const isBehind = behind.length > 0 && alone.length === 0 && behind.length < below.length / 2;
  return {
    format: isSections || isBehind ? { section_rows: true } : {},
    lists: isSections || isBehind ? listedCodes(behind).lists : [],
  };
}

function isLone(row: readonly string[]): boolean {
  return row.length === 1 && isHeading(row[0] ?? '');
}

/** The headings of rows without their empty cells. Those that follow each other are one. */
function headingsIn(rows: readonly (readonly string[])[]): string[] {
  const headings: string[] = [];
  let isBelowOne = false;
  for (const row of rows) {
    const [text = ''] = row;
    const isOne = isLone(row);
    if (isOne && isBelowOne) headings.push(joinHeadings(headings.pop() ?? null, text));
    else if (isOne) headings.push(text);
    isBelowOne = isOne || (isBelowOne && row.length === 0);
  }
  return headings;
}
