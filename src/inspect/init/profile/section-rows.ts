import { isHeading, joinHeadings } from '../../../feed/csv/csv-section-rows.js';
import { isTelling, isTownHeading, subjectOf, type HeadingSubject } from '../words/heading-words.js';
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

/** What headings below one may be about, by what that one is about: each says something of its own. */
const below: Readonly<Record<'offer' | 'kind' | 'town', readonly HeadingSubject[]>> = {
  offer: ['kind', 'town'],
  kind: ['offer', 'town'],
  town: ['offer', 'kind', 'both'],
};

/**
 * Headings that hold for those below them too: they name offers where the others name kinds or towns, or the like, and one of the others
 * stands without one above it. A sum ends them. Empty: there are none.
 */
function upperOf(stacks: readonly (readonly string[])[]): string[] {
  const subjects = new Map(stacks.flat().map((text) => [text, subjectOf(text)] as const));
  const about = (...wanted: readonly (HeadingSubject | null)[]): string[] =>
    [...subjects].flatMap(([text, subject]) => (wanted.includes(subject) ? [text] : []));
  const sums = about('sum');
  const told = stacks.map((stack) => stack.filter((text) => !sums.includes(text)));
  for (const outer of ['offer', 'kind', 'town'] as const) {
    const upper = about(outer);
    const others = [...subjects.keys()].filter((text) => !upper.includes(text) && !sums.includes(text));
    const isAbove = told.some(([first = '', ...lower]) => upper.includes(first) && lower.length > 0);
    const isMissed = told.some(([first = '']) => others.includes(first));
    // The first heading of the file has one above it, or it belongs to none.
    const isWhole = upper.includes(told[0]?.[0] ?? '');
    const isOfOne = others.every((text) => below[outer].includes(subjects.get(text) ?? 'sum'));
    if (isAbove && isMissed && isWhole && isOfOne) return [...upper, ...sums];
  }
  return [];
}
