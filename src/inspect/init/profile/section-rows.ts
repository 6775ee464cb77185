import { isHeading, joinHeadings } from '../../../feed/csv/csv-section-rows.js';
import { isTelling, isTownHeading, lookUpHeading } from '../words/heading-words.js';
import { categories, transactions, type WordList } from '../words/word-lists.js';
import { listedCodes, type ListedCodes } from './legend-rows.js';

/** Where records have the heading above them. */
export const sectionPath = '#section';

/** What rows with one filled cell say of a table. */
interface LoneRows {
  format: { section_rows?: true | { upper: string[] } };
  /** The codes that such rows explain behind the records. */
  lists: ListedCodes[];
}

/**
 * The setting of a table with headings between its records, where most rows with one filled cell name an offer, a kind of property or a town, or
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
  const told = alone.filter((text) => isTelling(text) || isTownHeading(text));
  const isSections = told.length > 0 && told.length >= alone.length / 2 && alone.length < below.length / 2;
  const isBehind = behind.length > 0 && alone.length === 0 && behind.length < below.length / 2;
  const upper = isSections ? upperOf(stacksIn(below.slice(0, last + 1))) : [];
  const rule = upper.length === 0 ? (true as const) : { upper };
  return {
    format: isSections || isBehind ? { section_rows: rule } : {},
    lists: isSections || isBehind ? listedCodes(behind).lists : [],
  };
}

function isLone(row: readonly string[]): boolean {
  return row.length === 1 && isHeading(row[0] ?? '');
}

/** The headings of rows without their empty cells. Those that follow each other are one. */
function headingsIn(rows: readonly (readonly string[])[]): string[] {
  return stacksIn(rows).map((stack) => stack.reduce((above, heading) => joinHeadings(above, heading)));
}

/** The headings that follow each other without a record between them. */
function stacksIn(rows: readonly (readonly string[])[]): string[][] {
  const stacks: string[][] = [];
  let isBelowOne = false;
  for (const row of rows) {
    const [text = ''] = row;
    const isOne = isLone(row);
    if (isOne && isBelowOne) stacks.at(-1)?.push(text);
    else if (isOne) stacks.push([text]);
    isBelowOne = isOne || (isBelowOne && row.length === 0);
  }
  return stacks;
}

/**
 * Headings that hold for those below them too: they name offers where the others name kinds, or the reverse, and one of the others stands
 * without one above it. Empty: there are none.
 */
function upperOf(stacks: readonly (readonly string[])[]): string[] {
  const all = new Set(stacks.flat());
  for (const [outer, inner] of [
    [transactions, categories],
    [categories, transactions],
  ] as const) {
    const isOnly = (text: string, list: WordList, other: WordList): boolean =>
      lookUpHeading(text, list) !== null && lookUpHeading(text, other) === null;
    const upper = [...all].filter((text) => isOnly(text, outer, inner));
    const others = [...all].filter((text) => !upper.includes(text));
    const isAbove = stacks.some(([first = '', ...below]) => upper.includes(first) && below.length > 0);
    const isMissed = stacks.some(([first = '']) => others.includes(first));
    // The first heading of the file has one above it, or it belongs to none.
    const isWhole = upper.includes(stacks[0]?.[0] ?? '');
    if (isAbove && isMissed && isWhole && others.every((text) => isOnly(text, inner, outer))) return upper;
  }
  return [];
}
