import { isUtf8 } from 'node:buffer';
import type { CsvFormat, CsvSections } from '../../model/feed-format.js';
import { cellText, findCells, noQuote, type CsvDialect } from './csv-cells.js';
import { carriageReturn, firstLineEnd, lineBreaksEnd, lineFeed, RowEnds } from './csv-rows.js';
import { findSections, type FoundSections } from './csv-sections.js';
import { matchNames } from './csv-names.js';
import { sheetDialect, sheetLines, sheetStart, type SheetStart } from './csv-sheet.js';
import { columnsMax, type CsvTable } from './csv-table.js';
import { rowEnd } from '../sheet/sheet-text.js';
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
      /** For a sheet of a workbook, the number of that row in the sheet. */
      rowNumber?: number;
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'more' };

type Refused = Extract<CsvOpening, { kind: 'refused' }>;

/** Tried in this order if no delimiter is given. The first one counts under which the header has the required columns. */
const usualDelimiters = [';', ',', '\t', '|'];

/** Above its header a file may have this number of other rows, such as a title. */
const titleRowsMax = 20;

/**
 * Determines the syntax of a file from its beginning: its line ends, a line such as `sep=;`, its sections, and its header, above which
 * title rows may stand (RULES R24).
 */
export function openCsv(view: Buffer, final: boolean, format: CsvFormat): CsvOpening {
  const sheet = sheetStart(view);
  if (sheet === 'more') return { kind: 'more' };
  if (sheet !== null) return openSheet(sheet, view, final, format);
  if (format.sections) return openSections(view, final, format, format.sections);
  const at = lineBreaksEnd(view, 0);
  const declared = declaredDelimiter(view, at, final);
  if (declared === 'more') return { kind: 'more' };
  const delimiters =
    declared?.delimiters ?? (format.delimiter === null ? usualDelimiters : [format.delimiter]);
  const dialects = delimiters.map((delimiter) => toDialect(delimiter, format));
  const opening = openHeader(dialects, view, declared?.next ?? at, final, format);
  if (opening.kind === 'more' && view.length > recordBytesMax)
    return refused(`its first row is longer than ${recordBytesMax} bytes`);
  return opening;
}

/** Opens the first row that is a header under one of the dialects. If there is none, the first row is refused. */
function openHeader(
  dialects: readonly CsvDialect[],
  view: Buffer,
  start: number,
  final: boolean,
  format: CsvFormat,
): CsvOpening {
  const first = openRow(dialects, view, start, final, format);
  if (first.kind !== 'refused' || !mayHaveTitle(format)) return first;
  for (let rows = 1, from = start; rows <= titleRowsMax; rows++) {
    const end = lineEndFrom(view, from);
    if (end === -1) return final ? first : { kind: 'more' };
    from = lineBreaksEnd(view, end);
    if (from >= view.length) return final ? first : { kind: 'more' };
    if (from > recordBytesMax) return first;
    const next = openRow(dialects, view, from, final, format);
    if (next.kind === 'more' || (next.kind === 'opened' && namesSeveral(next.table, format))) return next;
  }
  return first;
}

/**
 * Opens the first row of a sheet that is a header. The mapping's own syntax is for text files: cells of a sheet need none. Columns without
 * a name are columns like all others.
 */
function openSheet(
  { name, rowsFrom }: SheetStart,
  view: Buffer,
  final: boolean,
  format: CsvFormat,
): CsvOpening {
  const whole = { ...format, sections: null, recordEnd: rowEnd };
  let first: Refused | null = null;
  let rows = 0;
  for (const { number, start, end } of sheetLines(view, rowsFrom)) {
    if (end > recordBytesMax) break;
    const row = view.subarray(start, end);
    const table = readTable(row, sheetDialect, whole);
    const cells = findCells(row, sheetDialect, columnsMax).starts.length;
    if (!('kind' in table) && (first === null || namesSeveral(table, format)))
      return {
        ...{ kind: 'opened', newline: lineFeed, table: sheetTable(table, name, cells) },
        ...(format.header
          ? { rowsFrom: end + 1, rowNumber: number + 1 }
          : { rowsFrom: start, rowNumber: number }),
      };
    first ??= 'kind' in table ? table : null;
    rows += 1;
    if (rows > titleRowsMax || !format.header) break;
  }
  if (rows <= titleRowsMax && !final && view.length <= recordBytesMax) return { kind: 'more' };
  return first === null ? refused('the sheet holds no rows') : refused(`${first.reason} (sheet "${name}")`);
}

/** @param cells the number of cells that every row of the sheet's text has */
function sheetTable(table: CsvTable, sheet: string, cells: number): CsvTable {
  const unnamed = Array.from({ length: cells - table.names.length }, () => '');
  const names = table.names.length === 0 ? [] : [...table.names, ...unnamed];
  return { ...table, names, sheet, cellsMin: cells, cellsMax: cells };
}

function mayHaveTitle({ header, columns, recordEnd = null }: CsvFormat): boolean {
  return header && typeof columns !== 'number' && recordEnd === null;
}

/** Whether a row below the first one has enough of the mapping's names to be the header: one alone may be a word of a title. */
function namesSeveral({ names }: CsvTable, { columns, spelledFreely = [] }: CsvFormat): boolean {
  const wanted = new Set([...(typeof columns === 'number' ? [] : columns), ...spelledFreely]);
  return new Set(names.filter((name) => wanted.has(name))).size > 1;
}

function openRow(
  dialects: readonly CsvDialect[],
  view: Buffer,
  start: number,
  final: boolean,
  format: CsvFormat,
): CsvOpening {
  const openings: CsvOpening[] = [];
  for (const dialect of dialects) {
    const opening = openUnder(dialect, view, start, final, format);
    if (opening.kind === 'opened') return opening;
    openings.push(opening);
  }
  return openings.find(({ kind }) => kind === 'more') ?? openings[0] ?? { kind: 'more' };
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
    return { dialect, names: [], unclear: [], cellsMin, cellsMax };
  }
  const cells = starts.map((start, i) => cellText(row, start, ends[i] ?? 0, dialect.quote).trim());
  const written = cells.slice(0, cells.findLastIndex((name) => name !== '') + 1);
  const { names, unclear } = matchNames(written, format.spelledFreely ?? []);
  const missing = format.columns.find((name) => !names.includes(name));
  if (missing !== undefined) return refused(`${first} ${whyMissing(missing, unclear)}`);
  const [open] = format.refusesUnclear === true ? unclear : [];
  if (open !== undefined) return refused(`${first} ${whyMissing(open[0], unclear)}`);
  // A row with a single cell is no row of this table. Where another sign than a line break ends rows, software wrote all cells.
  const cellsMin = isPlain(format, dialect) ? Math.min(2, names.length) : names.length;
  return { dialect, names, unclear, cellsMin, cellsMax: names.length };
}

function isPlain({ sections = null }: CsvFormat, { recordEnd }: CsvDialect): boolean {
  return sections === null && recordEnd === null;
}

function whyMissing(missing: string, unclear: CsvTable['unclear']): string {
  const [, columns] = unclear.find(([wanted]) => wanted === missing) ?? [];
  if (columns !== undefined)
    return `has ${columns.map((name) => `"${name}"`).join(' and ')}, and either may be the column "${missing}". Write in the mapping which one it is`;
  return `has no column "${missing}". Is it the right file, and is "delimiter" right? The mapping says which columns it must have`;
}

/** A first line such as `sep=;`, as spreadsheets write it, with or without quotes around it. */
const separatorLine = /^"?sep=(?:"([^"]+)"|([^"]+))"?$/i;
const separatorStart = /^"?(?:s(?:e(?:p(?:=.*)?)?)?)?$/is;

/**
 * The delimiters that a first line such as `sep=;` may declare, and the offset behind that line. A spreadsheet that saved the file again has
 * filled that line up with delimiters.
 */
function declaredDelimiter(
  view: Buffer,
  at: number,
  final: boolean,
): { delimiters: string[]; next: number } | 'more' | null {
  if (!separatorStart.test(view.toString('latin1', at, at + '"sep='.length))) return null;
  const found = lineEndFrom(view, at);
  if (found === -1 && !final) return view.length - at > separatorBytesMax ? null : 'more';
  if (found === -1 || found - at > separatorBytesMax) return null;
  const [, quoted, bare] = separatorLine.exec(view.toString('utf8', at, found)) ?? [];
  const written = quoted ?? bare ?? '';
  const delimiter = written === '\\t' ? '\t' : written;
  const after = lineEnd(view, found, final);
  if (after === 'more') return 'more';
  if (delimiter === '') return null;
  const [sign = ''] = delimiter;
  return { delimiters: [...new Set([delimiter, sign])], next: after.next };
}

const separatorBytesMax = 2_000;

/** Offset of the first line feed or carriage return at or behind `from`; -1 if there is none in the view. */
function lineEndFrom(view: Buffer, from: number): number {
  return firstLineEnd(view, from, { delimiter: Buffer.from('='), quote: noQuote });
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
