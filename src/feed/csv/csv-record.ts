import { isUtf8 } from 'node:buffer';
import { parse, type Options } from 'csv-parse/sync';
import type { RecordSurroundings } from '../../model/feed-format.js';
import { sectionKey, type ParsedRecord } from '../../model/record.js';
import { tryLibrary } from '../../platform/library.js';
import { cellText, findCells, noQuote, type CsvDialect } from './csv-cells.js';
import { isSeveralRows } from './csv-glued-rows.js';
import { misquotedCells } from './csv-misquoted.js';
import { byName, columnsMax, toTable, type CsvTable } from './csv-table.js';
import { recordBytesMax, undecodableReason, type ParsedRecordResult } from '../parse-record.js';

const tornReason =
  'it has too few cells, and so has the row beside it: a line break in a text without quotes seems to have made two rows of one';

/** Put behind every row for csv-parse. Outside of quotes no row contains this, because line feeds or carriage returns end rows. */
const lineEnd = '\r\n';

/** Parses rows as the splitter cut them. One call for all, because a call of csv-parse costs more to set up than to run. Never throws. */
export function parseRows(rows: readonly Buffer[], surroundings: RecordSurroundings): ParsedRecordResult[] {
  const table = toTable(surroundings);
  const problems = rows.map((row) => problemOf(row, table));
  const sound = rows.filter((_, index) => problems[index] === null);
  const parsed = parseSound(sound, table.dialect);
  let next = 0;
  return rows.map((row, index): ParsedRecordResult => {
    const problem = problems[index] ?? null;
    const cells = problem === null ? parsed[next++] : problem.mayBeQuotes ? misquotedCells(row, table) : null;
    if (cells != null) return { ok: true, record: toRecord(filledUp(cells, table), table, surroundings) };
    return failed(problem?.reason ?? 'its cells cannot be told apart', row, table, surroundings);
  });
}

/** Like `parseRows`, for one row, which may be torn. */
export function parseRow(row: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  if (surroundings.isTorn === true) return failed(tornReason, row, toTable(surroundings), surroundings);
  return parseRows([row], surroundings)[0] ?? failed('it is empty', row, toTable(surroundings), surroundings);
}

/** The failed result of a row with bytes that the feed's encoding cannot decode. */
export function undecodableRow(row: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  const table = toTable(surroundings);
  const { starts, ends } = findCells(row, table.dialect, columnsMax);
  const at = starts.findIndex((start, index) => !isUtf8(row.subarray(start, ends[index])));
  return failed(`${undecodableReason}${columnAt(at, table)}`, row, table, surroundings);
}

/** ` (in the column "title")`; a column without a name has its number. Empty where there is none. */
function columnAt(index: number, { names }: CsvTable): string {
  if (index < 0) return '';
  const name = names[index] ?? '';
  return name === '' ? ` (in column ${index + 1})` : ` (in the column "${name.slice(0, 80)}")`;
}

function failed(
  reason: string,
  row: Buffer,
  table: CsvTable,
  surroundings: RecordSurroundings,
): ParsedRecordResult {
  return { ok: false, reason, guess: guess(row, table, surroundings) };
}

/**
 * The cells of each row. If csv-parse finds another number of rows than the splitter, each row is parsed alone; undefined for a row that
 * csv-parse still does not read as one row.
 */
function parseSound(
  rows: readonly Buffer[],
  { delimiter, quote, recordEnd }: CsvDialect,
): (string[] | undefined)[] {
  if (rows.length === 0) return [];
  const rowEnd = recordEnd?.toString('utf8') ?? lineEnd;
  const mark = quote === noQuote ? null : String.fromCharCode(quote);
  const options: Options = {
    delimiter: delimiter.toString('utf8'),
    quote: mark,
    escape: mark,
    record_delimiter: rowEnd,
    relax_quotes: true,
    relax_column_count: true,
  };
  const parsed = tryParse(Buffer.concat(rows.flatMap((row) => [row, Buffer.from(rowEnd)])), options);
  if (parsed?.length === rows.length) return parsed;
  return rows.map((row) => {
    const alone = tryParse(row, options);
    return alone?.length === 1 ? alone[0] : undefined;
  });
}

function tryParse(rows: Buffer, options: Options): string[][] | null {
  return tryLibrary('csv-parse', () => parse(rows, options));
}

/** The cells of a row, with empty ones for those that it lacks at its end. */
function filledUp(cells: readonly string[], { names }: CsvTable): readonly string[] {
  if (cells.length >= names.length) return cells;
  return [...cells, ...Array.from({ length: names.length - cells.length }, () => '')];
}

interface RowProblem {
  reason: string;
  /** Whether another reading of the row's quotes may give its cells. */
  mayBeQuotes: boolean;
}

/** Why a row is refused; null for a sound row. A wrong number of cells would assign values to the wrong columns. */
function problemOf(row: Buffer, table: CsvTable): RowProblem | null {
  if (row.length > recordBytesMax)
    return { reason: `it is longer than ${recordBytesMax} bytes`, mayBeQuotes: false };
  const { starts, ends, problem, problemAt, isMisquoted } = findCells(row, table.dialect, columnsMax);
  if (problem !== null)
    return { reason: `${problem}${columnAt(problemAt, table)}`, mayBeQuotes: isMisquoted };
  const reason = problemOfCells(row, { starts, ends }, table);
  if (reason === null) return null;
  const { quote } = table.dialect;
  const mayBeQuotes =
    starts.length > table.cellsMax && row.includes(quote) && row.includes(`\\${String.fromCharCode(quote)}`);
  return { reason, mayBeQuotes };
}

function problemOfCells(
  row: Buffer,
  { starts, ends }: { starts: readonly number[]; ends: readonly number[] },
  { dialect, names, cellsMin, cellsMax }: CsvTable,
): string | null {
  if (isSeveralRows(row, dialect, starts.length))
    return 'it looks like several rows, of which quotes that do not belong together made one';
  if (starts.length < cellsMin)
    return `it has ${starts.length} cells, fewer than the ${names.length || cellsMin} columns`;
  const isSurplus = (start: number, index: number): boolean =>
    index >= cellsMax && cellText(row, start, ends[index] ?? 0, dialect.quote).trim() !== '';
  if (starts.some(isSurplus)) return `it has ${starts.length} cells, more than the ${cellsMax} columns`;
  return null;
}

/**
 * The cells of a broken row as far as they can be read; null for a row longer than `recordBytesMax`. If the row's id is among them, its
 * listing counts as present in the feed.
 */
function guess(row: Buffer, table: CsvTable, surroundings: RecordSurroundings): ParsedRecord | null {
  if (row.length > recordBytesMax) return null;
  const { starts, ends } = findCells(row, table.dialect, columnsMax);
  const cells = starts.map((start, i) => cellText(row, start, ends[i] ?? row.length, table.dialect.quote));
  // Cells with undecodable characters become empty: a part of an id may be the id of another listing.
  const whole = cells.map((cell) => (cell.includes('\uFFFD') ? '' : cell));
  return toRecord(whole, table, surroundings);
}

function toRecord(
  cells: readonly string[],
  { names }: CsvTable,
  { ancestors, header }: RecordSurroundings,
): ParsedRecord {
  const named = cells.flatMap((cell, i) => (names[i] ? [[names[i], cell] as const] : []));
  const numbered = cells.map((cell, i) => [`#${i + 1}`, cell] as const);
  const { [sectionKey]: section } = header;
  const heading = typeof section === 'string' ? [['#section', section] as const] : [];
  return { name: 'row', value: byName([...named, ...numbered, ...heading]), ancestors, header };
}
