import { isUtf8 } from 'node:buffer';
import type { CsvFormat, CsvSections } from '../../model/feed-format.js';
import { cellText, findCells, noQuote, type CsvDialect } from './csv-cells.js';
import { carriageReturn, firstLineEnd, lineBreaksEnd, lineFeed, RowEnds } from './csv-rows.js';
import { findSections, type FoundSections } from './csv-sections.js';
import { columnsMax, type CsvTable } from './csv-table.js';
import { recordBytesMax } from '../parse-record.js';

/** The result of reading the bytes before the first row. `more`: further bytes of the file are needed. */
export type CsvOpening =
  | {
      kind: 'opened';
      table: CsvTable;
      /** The byte that ends a line: a line feed or a carriage return. */
      newline: number;
      /** Offset of the first row in the view. */
      rowsFrom: number;
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'more' };

type Refused = Extract<CsvOpening, { kind: 'refused' }>;

/** Tried in this order if no delimiter is given. The first one counts under which the header has the required columns. */
const usualDelimiters = [';', ',', '\t', '|'];

/** Determines the syntax of a file from its beginning: its line ends, a line such as `sep=;`, its sections, and its header. */
export function openCsv(view: Buffer, final: boolean, format: CsvFormat): CsvOpening {
  if (format.sections) return openSections(view, final, format, format.sections);
  const at = lineBreaksEnd(view, 0);
  const declared = declaredDelimiter(view, at, final);
  if (declared === 'more') return { kind: 'more' };
  const known = declared?.delimiter ?? format.delimiter;
  const start = declared?.next ?? at;
  let opening: CsvOpening = { kind: 'more' };
  for (const delimiter of known === null ? usualDelimiters : [known]) {
    const next = openUnder(toDialect(delimiter, format), view, start, final, format);
    if (next.kind === 'opened') return next;
    if (opening.kind === 'more' || next.kind === 'more') opening = next;
  }
  if (opening.kind === 'more' && view.length > recordBytesMax)
    return refused(`its first row is longer than ${recordBytesMax} bytes`);
  return opening;
}

function openSections(view: Buffer, final: boolean, format: CsvFormat, sections: CsvSections): CsvOpening {
  const found = findSections(view, final, sections);
  if (found.kind === 'refused') return refused(found.reason);
  if (found.kind === 'more')
    return view.length > recordBytesMax
      ? refused(`no line "${sections.rows}" stands in its first ${recordBytesMax} bytes`)
      : found;
  const delimiter = found.delimiter ?? format.delimiter;
  if (delimiter === null)
    return refused('it does not say what stands between its cells. Write "delimiter:" in the mapping');
  const dialect = toDialect(delimiter, { ...format, recordEnd: found.recordEnd ?? format.recordEnd ?? null });
  const table = readTable(columnsRow(found, dialect), dialect, format);
  if ('kind' in table) return table;
  return { kind: 'opened', table, newline: found.newline, rowsFrom: found.rowsFrom };
}

/** The column names without the sign that ends a row. In some files that sign is missing behind them, and only the line ends. */
function columnsRow({ columns }: FoundSections, { recordEnd }: CsvDialect): Buffer {
  const end = recordEnd === null ? -1 : columns.indexOf(recordEnd);
  return end === -1 ? columns : columns.subarray(0, end);
}

function openUnder(
  dialect: CsvDialect,
  view: Buffer,
  start: number,
  final: boolean,
  format: CsvFormat,
): CsvOpening {
  const { recordEnd } = dialect;
  const found =
    recordEnd === null
      ? firstLineEnd(view, start, dialect)
      : new RowEnds(dialect, lineFeed).find(view, start, final);
  if (found === -1 && !final) return { kind: 'more' };
  const end = found === -1 ? view.length : found;
  const after =
    recordEnd === null
      ? lineEnd(view, end, final)
      : { newline: lineFeed, next: Math.min(end + recordEnd.length, view.length) };
  if (after === 'more') return { kind: 'more' };
  const table = readTable(view.subarray(start, end), dialect, format);
  if ('kind' in table) return table;
  return { kind: 'opened', table, newline: after.newline, rowsFrom: format.header ? after.next : start };
}

function readTable(row: Buffer, dialect: CsvDialect, format: CsvFormat): CsvTable | Refused {
  const first = format.header ? 'its first row, which names the columns,' : 'its first row';
  if (!isUtf8(row))
    return refused(
      `${first} holds bytes that are no text. Which encoding is it? Set "encoding:" for this feed`,
    );
  const { starts, ends, problem } = findCells(row, dialect, columnsMax);
  if (problem !== null) return refused(`${first} is broken: ${problem}`);
  if (typeof format.columns === 'number' || !format.header) {
    const cellsMin = typeof format.columns === 'number' ? format.columns : 1;
    if (starts.length < cellsMin)
      return refused(
        `${first} has ${starts.length} cells where ${cellsMin} are expected. Is it the right file, and is "delimiter" right?`,
      );
    const cellsMax = format.columnsMax ?? starts.length;
    return { dialect, names: [], cellsMin, cellsMax };
  }
  const cells = starts.map((start, i) => cellText(row, start, ends[i] ?? 0, dialect.quote).trim());
  const names = cells.slice(0, cells.findLastIndex((name) => name !== '') + 1);
  const missing = format.columns.find((name) => !names.includes(name));
  if (missing !== undefined)
    return refused(
      `${first} has no column "${missing}". Is it the right file, and is "delimiter" right? The mapping says which columns it must have`,
    );
  return { dialect, names, cellsMin: names.length, cellsMax: names.length };
}

/** The delimiter that a first line such as `sep=;` declares, as spreadsheets write it, and the offset behind that line. */
function declaredDelimiter(
  view: Buffer,
  at: number,
  final: boolean,
): { delimiter: string; next: number } | 'more' | null {
  const word = 'sep=';
  const begins = view.toString('latin1', at, at + word.length).toLowerCase();
  if (!final && word.startsWith(begins) && begins !== word) return 'more';
  if (begins !== word) return null;
  const found = firstLineEnd(view, at, { delimiter: Buffer.from('='), quote: noQuote });
  if (found === -1) return final ? null : 'more';
  const delimiter = view.toString('utf8', at + word.length, found);
  const after = lineEnd(view, found, final);
  if (after === 'more') return 'more';
  return delimiter === '' ? null : { delimiter, next: after.next };
}

/**
 * The byte by which lines end, from the line end at `at`, and the offset behind that line end. `more` if the view ends with a carriage
 * return: a line feed may follow.
 */
function lineEnd(view: Buffer, at: number, final: boolean): { newline: number; next: number } | 'more' {
  if (view[at] !== carriageReturn) return { newline: lineFeed, next: Math.min(at + 1, view.length) };
  // Some exports write two carriage returns before the line feed.
  let behind = at;
  while (view[behind] === carriageReturn) behind += 1;
  if (behind === view.length && !final) return 'more';
  return view[behind] === lineFeed
    ? { newline: lineFeed, next: behind + 1 }
    : { newline: carriageReturn, next: at + 1 };
}

function toDialect(delimiter: string, { quote, recordEnd }: CsvFormat): CsvDialect {
  return {
    delimiter: Buffer.from(delimiter),
    quote: quote === null ? noQuote : quote.charCodeAt(0),
    recordEnd: recordEnd == null ? null : Buffer.from(recordEnd),
  };
}

function refused(reason: string): Refused {
  return { kind: 'refused', reason };
}
