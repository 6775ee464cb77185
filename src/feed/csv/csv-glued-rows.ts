import type { CsvDialect } from './csv-cells.js';
import { lineFeed } from './csv-rows.js';

/** A row with fewer columns is never taken for several rows: an ordinary text of several lines may have as many commas in each line as such a row. */
const columnsMin = 5;

/**
 * Whether a row that quotes hold together seems to be several rows: each of its lines, read without regard to quotes, has as many cells as
 * the row, and the cells of at least one line are of the kinds of the first line's. A text of several lines may have as many delimiters in
 * each line by chance, but then a word stands where the line above has a number or an address. False for a row without a line feed, with
 * fewer than `columnsMin` cells, or of a file whose rows end with a sign of their own.
 */
export function isSeveralRows(row: Buffer, { delimiter, recordEnd }: CsvDialect, cells: number): boolean {
  if (recordEnd !== null || cells < columnsMin || !row.includes(lineFeed)) return false;
  for (let start = 0; start < row.length;) {
    const newline = row.indexOf(lineFeed, start);
    const end = newline === -1 ? row.length : newline;
    if (countIn(row.subarray(start, end), delimiter) !== cells - 1) return false;
    start = end + 1;
  }
  const [first = [], ...others] = row
    .toString('utf8')
    .split('\n')
    .map((line) => line.split(delimiter.toString('utf8')).map(kindOf));
  return others.some((line) => looksLike(line, first));
}

function countIn(line: Buffer, delimiter: Buffer): number {
  let count = 0;
  for (let at = line.indexOf(delimiter); at !== -1; at = line.indexOf(delimiter, at + delimiter.length))
    count++;
  return count;
}

type Kind = 'empty' | 'number' | 'address' | 'text';

function kindOf(cell: string): Kind {
  const text = cell.replaceAll('"', '').trim();
  if (text === '') return 'empty';
  if (/^[a-z][a-z+.-]{1,10}:\/\//i.test(text)) return 'address';
  // Dates and times are figures too.
  return /^[-+]?\d[\d.,:/T\s-]*$/.test(text) ? 'number' : 'text';
}

/** Whether at least half of the cells that tell kinds apart agree. Cells that are both text, or of which one is empty, tell nothing. */
function looksLike(line: readonly Kind[], other: readonly Kind[]): boolean {
  const pairs = line.map((kind, index) => [kind, other[index] ?? 'empty'] as const);
  const telling = pairs.filter(
    ([one, two]) => one !== 'empty' && two !== 'empty' && (one !== 'text' || two !== 'text'),
  );
  return telling.filter(([one, two]) => one === two).length * 2 >= telling.length;
}
