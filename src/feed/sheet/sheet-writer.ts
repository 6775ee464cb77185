import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Spool, SpooledFile, SpoolFile } from '../../platform/files/spool.js';
import { FetchFailure, tooLarge } from '../fetch-failure.js';
import {
  columnsMax,
  hasHeader,
  headRows,
  mayBeTwoRows,
  widthOf,
  withOneHeader,
  type Merge,
  type SheetRow,
} from './sheet-head.js';
import { cellEnd, cellText, firstLine, lastLine, rowEnd } from './sheet-text.js';

/** Where sheets are written, and the limits of one workbook. */
export interface SheetContext {
  spool: Spool;
  /** The maximal length of all sheets of a workbook as text. */
  maxBytes: number;
  signal: AbortSignal;
}

/** A sheet as a file of the spool, in the form of `sheet-text.ts`. */
export interface SheetFile {
  file: SpooledFile;
  bytes: number;
  /** SHA-256 of the file, hex. */
  bodyHash: string;
  sheet: FoundSheet;
}

/** A visible sheet of a workbook. */
export interface FoundSheet {
  name: string;
  /** Whether one of its first rows may name columns. */
  hasHeader: boolean;
  /** The number of its columns. */
  width: number;
}

/** The number of rows of the largest sheet that a program writes. */
const rowsMax = 1_048_576;
/** A longer row is refused: no listing is longer. */
const rowLengthMax = 4 * 1024 * 1024;
const flushedLength = 128 * 1024;

/** Writes the rows of one sheet. The first rows wait until they tell how wide the table is and whether it has a header. */
export class SheetWriter {
  readonly #hash = createHash('sha256');
  #head: SheetRow[] | null = [];
  #hasHeader = false;
  #width = 0;
  #last = 0;
  #hidden = 0;
  #bytes = 0;
  #text: string[] = [];
  #length = 0;

  private constructor(
    private readonly file: SpoolFile,
    private readonly sheet: string,
    private readonly maxBytes: number,
    /** Called once at most, where merged cells decide what the header is. */
    private readonly merges: () => Promise<readonly Merge[]>,
  ) {
    file.stream.on('error', () => undefined);
  }

  static async open(
    sheet: string,
    { spool, maxBytes }: SheetContext,
    merges: () => Promise<readonly Merge[]>,
  ): Promise<SheetWriter> {
    const writer = new SheetWriter(await spool.create(), sheet, maxBytes, merges);
    writer.#put(firstLine(sheet));
    return writer;
  }

  /** Number of the last row that was added. */
  get last(): number {
    return this.#head?.at(-1)?.number ?? this.#last;
  }

  /**
   * Adds a row below all rows so far; one without a filled cell only counts. A number that is not larger than the last one is the next.
   * @throws FetchFailure
   */
  add(row: SheetRow): void {
    const number = Math.max(row.number, this.last + 1);
    if (number > rowsMax) throw new FetchFailure('sheet', `a sheet has more than ${rowsMax} rows`);
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length > rowLengthMax)
      throw new FetchFailure('sheet', `row ${number} of a sheet is longer than ${rowLengthMax} characters`);
    if (length === 0) return;
    const cells = row.cells.slice(0, columnsMax).map(cellText);
    if (!cells.some((cell) => cell !== '')) return;
    if (row.isHidden) this.#hidden += 1;
    const added = { ...row, number, cells };
    if (this.#head === null) this.#write(added);
    else this.#head.push(added);
  }

  /** Whether so much was added that it has to be passed on before more is. */
  get isFull(): boolean {
    return this.#length >= flushedLength || (this.#head !== null && this.#head.length >= headRows);
  }

  /** Passes on what was added. Called often enough, memory does not grow with the sheet. @throws FetchFailure */
  async flush(): Promise<void> {
    if (this.#head !== null && this.#head.length >= headRows) await this.#settleHead(this.#head);
    if (this.#length >= flushedLength) await this.#send();
  }

  /** Ends the file; null if the sheet has no filled row. @throws FetchFailure */
  async finish(): Promise<SheetFile | null> {
    if (this.#head !== null) await this.#settleHead(this.#head);
    if (this.#width === 0) {
      await this.discard();
      return null;
    }
    this.#put(lastLine(this.#hidden));
    await this.#send();
    await ended(this.file.stream);
    const { file, sheet } = this;
    const bodyHash = this.#hash.digest('hex');
    return {
      file,
      bytes: this.#bytes,
      bodyHash,
      sheet: { name: sheet, hasHeader: this.#hasHeader, width: this.#width },
    };
  }

  async discard(): Promise<void> {
    this.file.stream.destroy();
    await this.file.discard();
  }

  async #settleHead(head: readonly SheetRow[]): Promise<void> {
    const rows = mayBeTwoRows(head) ? withOneHeader(head, await this.merges()) : head;
    this.#head = null;
    this.#width = widthOf(rows);
    this.#hasHeader = hasHeader(rows);
    for (const row of rows) this.#write(row);
  }

  /** Hot. */
  #write({ number, cells }: SheetRow): void {
    const width = this.#width;
    let line = rowEnd.repeat(number - this.#last - 1);
    for (let column = 0; column < width; column++) {
      if (column > 0) line += cellEnd;
      line += cells[column] ?? '';
    }
    this.#last = number;
    this.#put(line + rowEnd);
  }

  #put(text: string): void {
    this.#text.push(text);
    this.#length += text.length;
  }

  async #send(): Promise<void> {
    const bytes = Buffer.from(this.#text.join(''));
    this.#text = [];
    this.#length = 0;
    this.#bytes += bytes.length;
    if (this.#bytes > this.maxBytes) throw tooLarge(this.maxBytes);
    this.#hash.update(bytes);
    await written(this.file.stream, bytes);
  }
}

function written(stream: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}

function ended(stream: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.end(() => resolve());
  });
}
