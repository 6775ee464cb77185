import { isUtf8 } from 'node:buffer';
import type { CsvFormat } from '../../model/feed-format.js';
import { cellText, findCells, noQuote, type CsvDialect } from './csv-cells.js';
import { carriageReturn, firstLineEnd, lineFeed, RowEnds } from './csv-rows.js';
import { findSections, type FoundSections } from './csv-sections.js';
import { columnsMax, type CsvTable } from './csv-table.js';
import { recordBytesMax } from '../parse-record.js';

/** What stands before the first record, understood. */
export type CsvOpening =
  | { kind: 'opened'; table: CsvTable; /** What ends a row. */ newline: number; rowsFrom: number }
  | { kind: 'refused'; reason: string }
  | { kind: 'more' };

type Refused = Extract<CsvOpening, { kind: 'refused' }>;

/** Tried where the delimiter is not given: the one under which the header names what it must. */
const usualDelimiters = [';', ',', '\t', '|'];

/** Reads how a file is written: its line ends, a line such as `sep=;`, its sections, and its header. */
export function openCsv(view: Buffer, final: boolean, format: CsvFormat): CsvOpening {
  if (format.sections) return openSections(view, final, format);
  let at = 0;
  while (view[at] === lineFeed || view[at] === carriageReturn) at += 1;
  const said = saidDelimiter(view, at, final);
  if (said === 'more') return { kind: 'more' };
  const known = said?.delimiter ?? format.delimiter;
  const start = said?.next ?? at;
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

function openSections(view: Buffer, final: boolean, format: CsvFormat): CsvOpening {
  if (!format.sections) return { kind: 'more' };
  const found = findSections(view, final, format.sections);
  if (found.kind === 'refused') return refused(found.reason);
  if (found.kind === 'more')
    return view.length > recordBytesMax
      ? refused(`no line "${format.sections.rows}" stands in its first ${recordBytesMax} bytes`)
      : found;
  const delimiter = found.delimiter ?? format.delimiter;
  if (delimiter === null)
    return refused('it does not say what stands between its cells. Write "delimiter:" in the mapping');
  const dialect = toDialect(delimiter, { ...format, recordEnd: found.recordEnd ?? format.recordEnd ?? null });
  const table = readTable(columnsRow(found, dialect), dialect, format);
  if ('kind' in table) return table;
  return { kind: 'opened', table, newline: found.newline, rowsFrom: found.rowsFrom };
}

/** The names of the columns end as rows do, or with their line. */
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
  if (dialect.recordEnd !== null)
    return openBySign(dialect, dialect.recordEnd, { view, start, final }, format);
  const found = firstLineEnd(view, start, dialect);
  if (found === -1 && !final) return { kind: 'more' };
  const end = found === -1 ? view.length : found;
  const after = lineEnd(view, end, final);
  if (after === 'more') return { kind: 'more' };
  const table = readTable(view.subarray(start, end), dialect, format);
  if ('kind' in table) return table;
  return { kind: 'opened', table, newline: after.newline, rowsFrom: format.header ? after.next : start };
}

/** Rows end with a sign of their own: so does the header. */
function openBySign(
  dialect: CsvDialect,
  sign: Buffer,
  { view, start, final }: { view: Buffer; start: number; final: boolean },
  format: CsvFormat,
): CsvOpening {
  const found = new RowEnds(dialect, lineFeed).find(view, start, final);
  if (found === -1 && !final) return { kind: 'more' };
  const end = found === -1 ? view.length : found;
  const table = readTable(view.subarray(start, end), dialect, format);
  if ('kind' in table) return table;
  const next = found === -1 ? end : end + sign.length;
  return { kind: 'opened', table, newline: lineFeed, rowsFrom: format.header ? next : start };
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

/** A first line `sep=;`, as spreadsheets write it: the file itself says its delimiter. */
function saidDelimiter(
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

/** Which line end stands there, and what follows it. A carriage return at the end of the view may be half of one. */
function lineEnd(view: Buffer, at: number, final: boolean): { newline: number; next: number } | 'more' {
  if (view[at] !== carriageReturn) return { newline: lineFeed, next: Math.min(at + 1, view.length) };
  // Some exports write two of them before the line feed.
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
