import { loneRows } from './section-rows.js';
import { isKnownName } from '../words/concepts.js';
import type { FormatGuess } from './format-guess.js';

const delimiters = ['!#', '||', '|', ';', '\t', ',', '#', '~', '^', '¦'];
const rowsMax = 60;

export interface Dialect {
  delimiter: string;
  quote: '"' | "'" | '';
  rows: string[][];
  /** Number of cells that most rows have, and at least that of a header with known names. */
  width: number;
  /** Share of the rows, from 0 to 1, that fit `width`. */
  even: number;
  /** What the rows above the header say; left out: there are none. */
  titles?: readonly string[];
}

/** Detects delimiter, quote and header: the dialect with the most uniform and widest rows. Null: not CSV. */
export function guessCsv(text: string): FormatGuess | null {
  const separatorLine = /^\s*"?sep=(.+?)\r?\n/i.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const found = delimiters
    .flatMap((delimiter) => (['"', ''] as const).map((quote) => belowTitle(readRows(body, delimiter, quote))))
    .filter(({ width }) => width > 1)
    .sort((a, b) => worth(b) - worth(a));
  const [best] = found;
  if (best === undefined || best.even < 0.5) return null;
  if (best.rows.length < 2 && !(best.rows[0] ?? []).some((cell) => isKnownName(cell.trim()))) return null;
  const header = hasHeader(best);
  const names = (best.rows[0] ?? []).map((name) => name.trim());
  const quoteSetting = best.quote === '"' ? {} : { quote: best.quote };
  const delimiter = JSON.stringify(best.delimiter);
  const quotes = best.quote === '"' ? '' : ', without quotes';
  if (header) {
    const all = readRows(body, best.delimiter, best.quote === '"' ? '"' : '', sectionRowsMax).rows;
    const { format, lists } = loneRows(all, names);
    return {
      format: {
        container: 'csv',
        delimiter: best.delimiter,
        ...quoteSetting,
        columns: identifyingNames(names),
        ...format,
      },
      about: `CSV, ${best.width} columns named by the first row, ${delimiter} between them${quotes}`,
      doubts: best.even < 0.9 ? [uneven(best)] : [],
      lists,
      titles: best.titles ?? [],
    };
  }
  return {
    format: {
      container: 'csv',
      delimiter: best.delimiter,
      ...quoteSetting,
      header: false,
      columns: leastWidth(best),
    },
    about: `CSV, ${best.width} columns without names, ${delimiter} between them${quotes}`,
    doubts: [
      'The columns have no names: each is identified by its values alone, so check every field.',
      ...(best.even < 0.9 ? [uneven(best)] : []),
    ],
  };
}

/**
 * The table without the rows above its header, and with the width of its header where rows lack cells at their end. Only one of the first
 * rows counts as such a header, if it has enough known names of columns.
 */
export function belowTitle(dialect: Dialect): Dialect {
  const { rows } = dialect;
  const known = rows
    .slice(0, titleRowsMax + 1)
    .map((row) => row.filter((cell) => isKnownName(cell.trim())).length);
  let header = known.findIndex((count) => count >= knownNamesMin);
  if (header === -1) return dialect;
  while ((known[header + 1] ?? 0) > (known[header] ?? 0) && namesGroups(rows.slice(header))) header += 1;
  const table = rows.slice(header);
  const titles = filledCells(rows.slice(0, header));
  const names = table[0] ?? [];
  const width = names.slice(0, names.findLastIndex((name) => name.trim() !== '') + 1).length;
  if (width < dialect.width) return { ...dialect, rows: table, titles };
  const isOfTable = (row: readonly string[]): boolean =>
    row.length > 1 && row.slice(width).every((cell) => cell.trim() === '');
  return { ...dialect, rows: table, width, even: table.filter(isOfTable).length / table.length, titles };
}

/** The texts of rows. */
export function filledCells(rows: readonly (readonly string[])[]): string[] {
  return rows.flat().flatMap((cell) => (cell.trim() === '' ? [] : [cell.trim()]));
}

/**
 * Whether the first row names groups of the columns that the second one names. A group has a name above the first of its columns alone. The
 * second row is a record where it has a figure, a long text or a cell that stands in its column again. It says too little where a name that
 * means something stands above one that means nothing, as `Cena` above `EUR`.
 */
function namesGroups([groups = [], names = [], ...records]: readonly (readonly string[])[]): boolean {
  const above = (column: number): string => groups[column]?.trim() ?? '';
  const cells = names
    .map((name, column) => ({ name: name.trim(), column }))
    .filter(({ name }) => name !== '');
  // A group stands once above the first of its columns, or above each of them.
  const isRepeated = cells.some(
    ({ column }) => column > 0 && above(column) !== '' && above(column) === above(column - 1),
  );
  if (!isRepeated && cells.every(({ column }) => above(column) !== '')) return false;
  return cells.every(
    ({ name, column }) =>
      /\p{L}/u.test(name) &&
      !/\d{2}/.test(name) &&
      name.length <= groupedNameMax &&
      (isKnownName(name) || !isKnownName(above(column))) &&
      !records.some((record) => record[column]?.trim() === name),
  );
}

/** A longer text is no name of a column. */
const groupedNameMax = 40;
/** A row with fewer known names may be a title or a record. */
const knownNamesMin = 3;
/** As many as the reader of such files passes over. */
const titleRowsMax = 20;

function uneven({ even, width }: Dialect): string {
  return `Only ${Math.round(even * 100)} % of the rows have ${width} cells: a quote may be missing somewhere.`;
}

/** The cells of the narrowest row with more than 80 % of the usual width: rows may omit empty cells at their end. */
function leastWidth({ rows, width }: Dialect): number {
  return Math.min(width, ...rows.map((row) => row.length).filter((length) => length > width * 0.8));
}

function worth({ even, width, quote, delimiter, rows }: Dialect): number {
  const cells = rows.flat();
  const bare =
    quote === '' ? cells.filter((cell) => cell.startsWith('"')).length / Math.max(1, cells.length) : 0;
  // A wrong delimiter, one that only occurs within cells, gives rows that are rarely uniform and never wide.
  return (
    even * Math.log2(width + 1) * (1 - bare * 0.8) + (quote === '"' ? 0.05 : 0) + delimiter.length * 0.02
  );
}

/** Headings may stand far below the header. */
const sectionRowsMax = 5_000;

function readRows(text: string, delimiter: string, quote: '"' | '', limit = rowsMax): Dialect {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length && rows.length < limit) {
    const row = readRow(text, at, delimiter, quote);
    at = row.next;
    // The text is the head of a file, so its last row may be cut.
    if (row.isWhole && row.cells.some((cell) => cell !== '')) rows.push(row.cells);
  }
  const widths = new Map<number, number>();
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  const [width = 0, most = 0] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { delimiter, quote, rows, width, even: rows.length === 0 ? 0 : most / rows.length };
}

function readRow(
  text: string,
  from: number,
  delimiter: string,
  quote: '"' | '',
): { cells: string[]; next: number; isWhole: boolean } {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let end = at;
    let cell: string | null = null;
    if (quote !== '' && text[at] === quote) {
      let close = text.indexOf(quote, at + 1);
      while (close !== -1 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
      if (close === -1 || close - at > 200_000) return { cells: [], next: text.length, isWhole: false };
      cell = text.slice(at + 1, close).replaceAll(quote + quote, quote);
      end = close + 1;
    }
    const line = lineEnd(text, end);
    // Sought within the line: a delimiter that the file does not have would be sought to its end, at each row.
    const next = text.slice(end, line).indexOf(delimiter);
    const stop = next === -1 ? line : end + next;
    cells.push(cell ?? text.slice(at, stop).replace(/\r$/, ''));
    if (stop === line) return { cells, next: line + 1, isWhole: line < text.length || rowsEnd(cells) };
    at = stop + delimiter.length;
  }
}

function rowsEnd(cells: readonly string[]): boolean {
  return cells.length > 1;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

/**
 * Whether the first row names the columns: short texts that are no numbers or URLs, hardly any of them twice, at least two of them known
 * names. With fewer known names, the second row must have a digit, and no text of the first row three digits in sequence.
 */
export function hasHeader({ rows }: Dialect): boolean {
  const [first = [], ...others] = rows;
  const named = first.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (named.length < first.length * 0.6 || new Set(named).size < named.length * 0.8) return false;
  if (named.some((cell) => cell.length > 60 || /:\/\/|^\s*[\d.,]+\s*$/.test(cell))) return false;
  const known = named.filter(isKnownName).length;
  if (known >= 2) return true;
  const sample = others[0] ?? [];
  return (
    others.length > 0 && sample.some((cell) => /\d/.test(cell)) && !named.some((cell) => /\d{3}/.test(cell))
  );
}

/** Columns that identify a file of this feed: at most six, known names if there are at least two. */
export function identifyingNames(names: readonly string[]): string[] {
  const present = names.filter((name) => name !== '');
  const known = present.filter(isKnownName);
  return (known.length >= 2 ? known : present).slice(0, 6);
}
