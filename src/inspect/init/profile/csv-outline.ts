import { isKnownName } from '../words/concepts.js';
import type { FormatGuess } from './format-guess.js';

const delimiters = ['!#', '||', '|', ';', '\t', ',', '#', '~', '^', '¦'];
const rowsLooked = 60;

interface Dialect {
  delimiter: string;
  quote: '"' | "'" | '';
  rows: string[][];
  /** How many cells most rows have. */
  width: number;
  /** From 0 to 1: how many rows have that many. */
  even: number;
}

/** Finds delimiter, quote and header: the dialect under which the rows are most alike and widest. */
export function guessCsv(text: string): FormatGuess | null {
  const said = /^\s*sep=(.+?)\r?\n/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
  const found = delimiters
    .flatMap((delimiter) => (['"', ''] as const).map((quote) => readRows(body, delimiter, quote)))
    .filter(({ width }) => width > 1)
    .sort((a, b) => worth(b) - worth(a));
  const [best] = found;
  if (best === undefined || best.even < 0.5) return null;
  const header = hasHeader(best);
  const names = (best.rows[0] ?? []).map((name) => name.trim());
  const quoteGiven = best.quote === '"' ? {} : { quote: best.quote };
  const delimiter = JSON.stringify(best.delimiter);
  const quotes = best.quote === '"' ? '' : ', without quotes';
  if (header)
    return {
      format: { container: 'csv', delimiter: best.delimiter, ...quoteGiven, columns: tellingNames(names) },
      about: `CSV, ${best.width} columns named by the first row, ${delimiter} between them${quotes}`,
      doubts: best.even < 0.9 ? [uneven(best)] : [],
    };
  return {
    format: {
      container: 'csv',
      delimiter: best.delimiter,
      ...quoteGiven,
      header: false,
      columns: leastWidth(best),
    },
    about: `CSV, ${best.width} columns without names, ${delimiter} between them${quotes}`,
    doubts: [
      'The columns have no names: what each holds is told by its values alone, so look at every field.',
      ...(best.even < 0.9 ? [uneven(best)] : []),
    ],
  };
}

function uneven({ even, width }: Dialect): string {
  return `Only ${Math.round(even * 100)} % of the rows have ${width} cells: a quote may be lost somewhere.`;
}

/** Rows may be cut at their end where their last cells are empty. */
function leastWidth({ rows, width }: Dialect): number {
  return Math.min(width, ...rows.map((row) => row.length).filter((length) => length > width * 0.8));
}

function worth({ even, width, quote, delimiter, rows }: Dialect): number {
  const cells = rows.flat();
  const bare =
    quote === '' ? cells.filter((cell) => cell.startsWith('"')).length / Math.max(1, cells.length) : 0;
  // A comma or a bar inside another's cells is even by chance only, and never wide.
  return (
    even * Math.log2(width + 1) * (1 - bare * 0.8) + (quote === '"' ? 0.05 : 0) + delimiter.length * 0.02
  );
}

function readRows(text: string, delimiter: string, quote: '"' | ''): Dialect {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length && rows.length < rowsLooked) {
    const row = readRow(text, at, delimiter, quote);
    at = row.next;
    // The last row of a head may be cut.
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
    const next = text.indexOf(delimiter, end);
    const stop = next === -1 || next > line ? line : next;
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

/** A first row names the columns if it holds words that others do not, no figures, and known names among them. */
function hasHeader({ rows }: Dialect): boolean {
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

/** The columns by which this file is told from another: those that listings need, a few at most. */
function tellingNames(names: readonly string[]): string[] {
  const given = names.filter((name) => name !== '');
  const known = given.filter(isKnownName);
  return (known.length >= 2 ? known : given).slice(0, 6);
}
