import { startsWith } from '../bytes.js';
import { cellText, findCells, type CsvDialect } from './csv-cells.js';
import { carriageReturn, lineFeed } from './csv-rows.js';
import { columnsMax, type CsvTable } from './csv-table.js';

interface Bounds {
  starts: number[];
  ends: number[];
}

/** How the quotes of a row may be meant that the usual rule cannot read. */
interface Reading {
  /** A quote behind a backslash is text. */
  backslash: boolean;
  /** Two quotes in sequence are text. */
  pairs: boolean;
}

const byWhatFollows: readonly Reading[] = [
  { backslash: false, pairs: false },
  { backslash: false, pairs: true },
];
const withBackslashes: readonly Reading[] = byWhatFollows.map((reading) => ({ ...reading, backslash: true }));

/**
 * The cells of a row whose quotes the usual rule cannot read (RULES R25): a quote that no delimiter follows is text, and so is one behind a
 * backslash. Null unless all readings that give as many cells as the table has columns agree. A row with a line break is not read: it may
 * be several rows of which quotes made one.
 */
export function misquotedCells(row: Buffer, table: CsvTable): string[] | null {
  if (row.includes(lineFeed) || row.includes(carriageReturn)) return null;
  const { dialect } = table;
  const escaped = row.includes(`\\${String.fromCharCode(dialect.quote)}`);
  // Where backslashes escape quotes, a reading without them takes a part of a text for a cell.
  const readings = (escaped ? withBackslashes : byWhatFollows).map((reading) =>
    boundsOf(row, dialect, reading),
  );
  const plain = escaped ? [] : [findCells(row, dialect, columnsMax)];
  const fitting = [...plain, ...readings]
    .map(({ starts, ends }) => ({ starts, ends }))
    .filter((bounds) => fits(row, bounds, table));
  const [first] = fitting;
  if (first === undefined || fitting.some(({ ends }) => ends.join() !== first.ends.join())) return null;
  return first.starts.map((start, index) => textIn(row, start, first.ends[index] ?? start, dialect, escaped));
}

/** Whether the cells are as many as the columns; further ones may be empty. */
function fits(row: Buffer, { starts, ends }: Bounds, { cellsMin, cellsMax, names }: CsvTable): boolean {
  const least = names.length > 0 ? cellsMax : cellsMin;
  return (
    starts.length >= least &&
    starts
      .slice(cellsMax)
      .every((start, index) => row.toString('utf8', start, ends[cellsMax + index]).trim() === '')
  );
}

function boundsOf(row: Buffer, { delimiter, quote }: CsvDialect, reading: Reading): Bounds {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; ;) {
    if (starts.length === columnsMax) return { starts: [], ends: [] };
    starts.push(at);
    const close = row[at] === quote ? closeAt(row, at + 1, { delimiter, quote }, reading) : -1;
    const next = row.indexOf(delimiter, close === -1 ? at : close + 1);
    ends.push(next === -1 ? row.length : next);
    if (next === -1) return { starts, ends };
    at = next + delimiter.length;
  }
}

/** Offset of the first quote at or behind `from` that a delimiter or the row's end follows; -1 if there is none. */
function closeAt(
  row: Buffer,
  from: number,
  { delimiter, quote }: Pick<CsvDialect, 'delimiter' | 'quote'>,
  { backslash, pairs }: Reading,
): number {
  for (let at = row.indexOf(quote, from); at !== -1; at = row.indexOf(quote, at + 1)) {
    if (backslash && isEscaped(row, at)) continue;
    if (pairs && row[at + 1] === quote) at += 1;
    else if (at + 1 === row.length || startsWith(row, at + 1, delimiter)) return at;
  }
  return -1;
}

/** Whether an odd number of backslashes stands before the quote. */
function isEscaped(row: Buffer, quote: number): boolean {
  let at = quote;
  while (at > 0 && row[at - 1] === backslashByte) at -= 1;
  return (quote - at) % 2 === 1;
}

const backslashByte = 0x5c;

function textIn(row: Buffer, start: number, end: number, { quote }: CsvDialect, escaped: boolean): string {
  const text = cellText(row, start, end, quote);
  if (!escaped || row[start] !== quote) return text;
  const mark = String.fromCharCode(quote);
  return text.replaceAll(`\\${mark}`, mark);
}
