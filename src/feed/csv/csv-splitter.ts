import type { CsvFormat } from '../../model/feed-format.js';
import { sectionKey } from '../../model/record.js';
import { cellText, findCells } from './csv-cells.js';
import { openCsv } from './csv-opening.js';
import { carriageReturn, lineBreaksEnd, lineFeed, RowEnds } from './csv-rows.js';
import { isShort, tornRows } from './csv-short-rows.js';
import { joinHeadings, rowOfSections } from './csv-section-rows.js';
import { columnsMax, toSurroundings, type CsvTable } from './csv-table.js';
import { startsWith } from '../bytes.js';
import { hiddenRowsIn, markByte } from '../sheet/sheet-text.js';
import {
  addRecord,
  type EnterSurroundings,
  type FoundRecords,
  type KnownEnd,
  type Splitter,
} from '../splitter.js';

/** White space and Ctrl-Z (0x1A), which old programs write at the end of a file. */
const blanks = new Set([0x20, 0x09, lineFeed, carriageReturn, 0x1a]);

/** A longer row fails the file. An unfinished row is searched again from its start with every window, so its length must be bounded. */
const rowBytesMax = 2 * 1024 * 1024;

/** The state once the beginning of the file was read. */
interface Opened {
  table: CsvTable;
  ends: RowEnds;
  surroundings: number;
  /** Whether rows may lack cells at their end. */
  mayBeShort: boolean;
}

/**
 * Finds the rows of a CSV file without parsing them. A file that was cut inside a row is recognised by an open quote, a last row with too
 * few cells and no line break, or a last row without a line break. A file that was cut at the end of a row looks whole.
 */
export class CsvSplitter implements Splitter {
  #opened: Opened | null = null;
  #position = 0;
  #count = 0;
  #failure: string | null = null;
  /** A copy, because `problem` checks the last row when its window is gone. */
  #lastRow: Buffer | null = null;
  /** Whether a line break or `recordEnd` follows the last row. */
  #lastRowEnds = true;
  /** The cells of the row that marks the end of the file; null until it was read. */
  #trailer: string[] | null = null;
  /** How many of the next rows are parts of one row. */
  #torn = 0;
  /** The headings directly above the next row; null behind a record. */
  #heading: string | null = null;
  /** The last of the upper headings; null: there was none. */
  #upper: string | null = null;
  /** In a sheet of a workbook, the number of the next row; null for a text file. */
  #rowNumber: number | null = null;
  /** The number of filled hidden rows that the last line of a sheet declares; null until it was read. */
  #hiddenRows: number | null = null;

  constructor(
    private readonly format: CsvFormat,
    private readonly enter: EnterSurroundings,
    private readonly known: KnownEnd,
  ) {}

  scan(view: Buffer, final: boolean, found: FoundRecords): 'more' | 'full' | 'done' {
    if (this.#failure === null) this.#opened ??= this.#open(view, final);
    const opened = this.#opened;
    if (opened === null) return this.#failure === null ? 'more' : 'done';
    opened.ends.renew();
    const before = found.count;
    const state = this.#scanRows(view, final, found, opened);
    if (found.count > before) {
      const last = found.count - 1;
      this.#lastRow = Buffer.from(view.subarray(found.starts[last], found.ends[last]));
    }
    return state;
  }

  neededFrom(): number {
    return this.#position;
  }

  shifted(by: number): void {
    this.#position -= by;
  }

  fail(reason: string): void {
    const hint = this.#opened?.ends.isInQuotes === true ? `${reason}: ${this.#lostQuote()}` : reason;
    this.#failure ??= hint;
  }

  problem(): string | null {
    if (this.#failure !== null) return this.#failure;
    if (this.#opened === null) return 'the file holds no rows';
    if (this.#rowNumber !== null && this.#hiddenRows === null) return 'the sheet was cut off';
    return this.#trailerProblem() ?? this.#lastRowProblem(this.#opened.table);
  }

  hiddenRows(): number {
    return this.#hiddenRows ?? 0;
  }

  provesItsEnd(): boolean {
    return this.#hiddenRows !== null;
  }

  #open(view: Buffer, final: boolean): Opened | null {
    const opening = openCsv(view, final, this.format);
    if (opening.kind === 'refused') this.fail(opening.reason);
    if (opening.kind !== 'opened') return null;
    this.#position = opening.rowsFrom;
    this.#rowNumber = opening.rowNumber ?? null;
    const { table } = opening;
    return {
      table,
      ends: new RowEnds(table.dialect, opening.newline),
      surroundings: this.enter(toSurroundings(table)),
      mayBeShort: table.names.length > 0 && table.cellsMin < table.cellsMax,
    };
  }

  /** Hot: loops over the rows. */
  #scanRows(view: Buffer, final: boolean, found: FoundRecords, opened: Opened): 'more' | 'full' | 'done' {
    const { ends, table, mayBeShort } = opened;
    const { delimiter, recordEnd } = table.dialect;
    while (found.count < found.starts.length) {
      // Where another sign ends rows, the line break behind that sign would begin the next row.
      if (recordEnd !== null) this.#position = lineBreaksEnd(view, this.#position);
      const start = this.#position;
      if (start >= view.length) return 'more';
      const at = ends.find(view, start, final);
      if (at === -1 && !final) {
        if (view.length - start <= rowBytesMax) return 'more';
        this.fail(`a row is longer than ${rowBytesMax} bytes`);
        return 'done';
      }
      if (at === -1 && ends.isInQuotes) {
        this.fail('it ends inside a quoted cell and was cut off, or a quote is lost');
        return 'done';
      }
      const rowEnd = at === -1 ? view.length : at;
      let end = rowEnd;
      while (end > start && view[end - 1] === carriageReturn) end -= 1;
      const next = at === -1 ? view.length : at + ends.endBytes;
      const rowNumber = this.#rowNumber ?? 0;
      if (this.#rowNumber !== null) {
        this.#rowNumber += 1;
        if (this.#isSheetEnd(view, start, end)) {
          this.#position = next;
          continue;
        }
      }
      if (isBlank(view, start, end, at === -1 ? null : delimiter)) {
        this.#position = next;
        continue;
      }
      if (this.format.sectionRows === true && this.#isNoRecord(view, start, end, opened)) {
        this.#position = next;
        continue;
      }
      if (mayBeShort && this.#torn === 0 && isShort(view, start, end, table)) {
        const torn = tornRows(view, start, rowEnd, final, opened);
        if (torn === 'more' && view.length - start <= rowBytesMax) return 'more';
        this.#torn = torn === 'more' ? 0 : torn;
      }
      this.#position = next;
      this.#lastRowEnds = at !== -1;
      if (this.#trailer !== null) {
        this.fail('rows follow the one that marks its end');
        return 'done';
      }
      if (this.#isTrailer(view, start, end, table)) continue;
      addRecord(
        found,
        start,
        end,
        this.#torn === 0 ? opened.surroundings : this.#tornSurroundings(table),
        rowNumber,
      );
      this.#torn = Math.max(0, this.#torn - 1);
      this.#count += 1;
    }
    return 'full';
  }

  /** Whether a row is the heading of those below it, which their surroundings then say, or the header once more. */
  #isNoRecord(view: Buffer, start: number, end: number, opened: Opened): boolean {
    const row = rowOfSections(view.subarray(start, end), opened.table);
    if (row === 'record') this.#heading = null;
    if (row === 'record') return false;
    if (row === 'header') return true;
    const section = this.#section(row.heading);
    const { ancestors, header } = toSurroundings(opened.table);
    opened.surroundings = this.enter({ ancestors, header: { ...header, [sectionKey]: section } });
    return true;
  }

  /** What the records below a heading read: it, behind those directly above it and the upper one that holds. */
  #section(heading: string): string {
    if (this.format.upperSections?.includes(heading) === true) {
      this.#upper = heading;
      this.#heading = null;
      return heading;
    }
    this.#heading = joinHeadings(this.#heading, heading);
    return joinHeadings(this.#upper, this.#heading);
  }

  /** Whether this is the last line of a sheet, which is none of its rows. */
  #isSheetEnd(view: Buffer, start: number, end: number): boolean {
    if (view[start] !== markByte) return false;
    this.#hiddenRows = hiddenRowsIn(view.toString('utf8', start, end));
    return true;
  }

  #tornSurroundings(table: CsvTable): number {
    return this.enter({ ...toSurroundings(table), isTorn: true });
  }

  #isTrailer(view: Buffer, start: number, end: number, { dialect }: CsvTable): boolean {
    if (this.format.trailer === null) return false;
    const row = view.subarray(start, end);
    const { starts, ends } = findCells(row, dialect, columnsMax);
    const text = (index: number): string =>
      cellText(row, starts[index] ?? 0, ends[index] ?? 0, dialect.quote).trim();
    if (text(0) !== this.format.trailer.mark) return false;
    this.#trailer = starts.map((_, index) => text(index));
    return true;
  }

  #trailerProblem(): string | null {
    const { trailer } = this.format;
    if (trailer === null) return null;
    if (this.#trailer === null) return `its last row does not begin with "${trailer.mark}": it was cut off`;
    if (trailer.countCell === null) return null;
    const declared = this.#trailer[trailer.countCell - 1] ?? '';
    if (!/^\d{1,9}$/.test(declared)) return 'the number of records that its last row declares is no number';
    return Number(declared) === this.#count
      ? null
      : `it declares ${declared} records but holds ${this.#count}`;
  }

  #lastRowProblem({ dialect, cellsMin, cellsMax }: CsvTable): string | null {
    if (this.#lastRow === null || this.format.trailer !== null) return null;
    if (dialect.recordEnd !== null && !this.#lastRowEnds)
      return `its last row has no "${dialect.recordEnd.toString('utf8')}" behind it: it was cut off`;
    const cells = findCells(this.#lastRow, dialect, columnsMax).starts.length;
    const { formerEndedWithNewline, lengthAnnounced } = this.known;
    const mayBeShort = this.#opened?.mayBeShort === true;
    const { finalNewline } = this.format;
    const isExpected =
      finalNewline === 'required' || (finalNewline === 'as_before' && formerEndedWithNewline === true);
    const isProven = mayBeShort && (this.#lastRowEnds || (lengthAnnounced && !isExpected));
    const cellsExpected = mayBeShort ? cellsMax : cellsMin;
    if (cells < cellsExpected && !isProven)
      return `its last row has ${cells} of ${cellsExpected} cells: it was cut off inside that row`;
    if (this.#lastRowEnds || !isExpected) return null;
    const since = finalNewline === 'as_before' ? ', as the last complete snapshot had' : '';
    return `its last row has no line break behind it${since}: it may be cut off. Where the source has changed its ways for good, set "final_newline: optional" in the mapping`;
  }

  #lostQuote(): string {
    return `a quoted cell that begins in row ${this.#count + 1} seems to lack its closing quote`;
  }
}

/**
 * Whether a row has only white space and delimiters. Spreadsheets write such rows.
 * @param delimiter null for a last row without a line end: it may be the beginning of a row, so a delimiter counts as content
 */
function isBlank(view: Buffer, start: number, end: number, delimiter: Buffer | null): boolean {
  let at = start;
  while (at < end) {
    const byte = view[at];
    if (delimiter !== null && startsWith(view, at, delimiter)) at += delimiter.length;
    else if (byte !== undefined && blanks.has(byte)) at += 1;
    else return false;
  }
  return true;
}
