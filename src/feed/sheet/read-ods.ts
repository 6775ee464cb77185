import { FetchFailure } from '../fetch-failure.js';
import { OdsCell } from './ods-cell.js';
import { columnsMax, type Merge, type SheetRow } from './sheet-head.js';
import { SheetWriter, type SheetContext, type SheetFile } from './sheet-writer.js';
import { textOf, type WorkbookParts } from './workbook-parts.js';
import { readPart, type PartHandler } from './xml-part.js';

type Attributes = Readonly<Record<string, string>>;

const content = 'content.xml';
const manifest = 'META-INF/manifest.xml';
const spreadsheetType = /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?\s*$/;

/** The type that a document of OpenDocument names; null: it is none. */
export async function openDocumentType(parts: WorkbookParts): Promise<string | null> {
  if (!parts.has('mimetype') || !parts.has(content)) return null;
  const type = await textOf(parts, 'mimetype', 200);
  return type.startsWith('application/vnd.oasis.opendocument.') ? type : null;
}

/**
 * Writes the visible sheets of an OpenDocument workbook (.ods) that hold anything, in their order.
 * @param type as `openDocumentType` finds it
 * @throws FetchFailure, or what `parts` throws; no file is left then
 */
export async function readOds(
  parts: WorkbookParts,
  type: string,
  context: SheetContext,
): Promise<{ sheets: SheetFile[]; hidden: string[] }> {
  if (!spreadsheetType.test(type))
    throw new FetchFailure('zip', 'a document came instead of the feed. Ask for the table as CSV or .xlsx');
  if (parts.has(manifest) && /<(?:\w+:)?encryption-data\b/.test(await textOf(parts, manifest, manifestMax)))
    throw new FetchFailure(
      'sheet',
      'the workbook is locked with a password. Ask for one without, behind user name and password of the address',
    );
  const reader = new OdsReader(context);
  try {
    const { signal } = context;
    await readPart(parts.read(content), reader, { name: content, signal, afterEach: () => reader.pass() });
    return { sheets: await reader.finish(), hidden: reader.hidden };
  } catch (error) {
    await reader.discard();
    throw error;
  }
}

const manifestMax = 1024 * 1024;

/** A sheet that is being read. */
interface OpenSheet {
  name: string;
  /** Rows that were read and not yet written, each with the number of rows like it. */
  rows: (SheetRow & { repeats: number })[];
  merges: Merge[];
  isWhole: boolean;
}

/** More rows that are all alike are a mistake: no table repeats a filled row so often. */
const repeatedRowsMax = 10_000;
const sheetsMax = 500;
const cellsMax = 50_000_000;

/** Reads the tables of `content.xml`, whose styles stand before them. */
class OdsReader implements PartHandler {
  readonly hidden: string[] = [];
  readonly #hiddenStyles = new Set<string>();
  /** The sheets in their order; the last may still be read. */
  readonly #waiting: OpenSheet[] = [];
  readonly #sheets: SheetFile[] = [];
  #writer: SheetWriter | null = null;
  #style = '';
  #sheet: OpenSheet | null = null;
  /** How many tables are open: one in a cell or beside the cells is no sheet. */
  #tables = 0;
  #number = 0;
  #column = 0;
  #rowRepeats = 1;
  #row: SheetRow = { number: 0, cells: [], isHidden: false };
  #cell: OdsCell | null = null;
  #cells = 0;
  #listed = 0;
  #problem: string | null = null;

  constructor(private readonly context: SheetContext) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties' && attributes['table:display'] === 'false')
      this.#hiddenStyles.add(this.#style);
    else if (name === 'table') this.#openTable(attributes);
    else if (name === 'table-source') this.#leaveOut();
    else if (this.#sheet === null || this.#tables > 1) return;
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(name, attributes);
    else this.#cell?.open(name, attributes);
  }

  text(text: string): void {
    if (this.#tables === 1) this.#cell?.text(text);
  }

  close(name: string): void {
    if (name === 'table') this.#closeTable();
    else if (this.#sheet === null || this.#tables > 1) return;
    else if (name === 'table-row') this.#closeRow(this.#sheet);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell(this.#sheet);
    else this.#cell?.close();
  }

  /** Writes the rows that were read. @throws FetchFailure */
  async pass(): Promise<void> {
    if (this.#problem !== null) throw new FetchFailure('sheet', this.#problem);
    for (;;) {
      const [sheet] = this.#waiting;
      if (sheet === undefined || (sheet.rows.length === 0 && !sheet.isWhole)) return;
      this.#writer ??= await SheetWriter.open(sheet.name, this.#left(), () => Promise.resolve(sheet.merges));
      for (const { repeats, ...row } of sheet.rows.splice(0))
        for (let at = 0; at < repeats; at++) {
          this.#writer.add({ ...row, number: row.number + at });
          if (this.#writer.isFull) await this.#writer.flush();
        }
      if (!sheet.isWhole) return;
      const written = await this.#writer.finish();
      this.#writer = null;
      this.#waiting.shift();
      if (written !== null) this.#sheets.push(written);
    }
  }

  async finish(): Promise<SheetFile[]> {
    await this.pass();
    return this.#sheets;
  }

  async discard(): Promise<void> {
    await this.#writer?.discard();
    for (const { file } of this.#sheets) await file.discard();
  }

  #left(): SheetContext {
    const used = this.#sheets.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...this.context, maxBytes: this.context.maxBytes - used };
  }

  #openTable(attributes: Attributes): void {
    this.#tables += 1;
    if (this.#tables > 1) return;
    const name = attributes['table:name'] ?? '';
    this.#listed += 1;
    if (this.#listed > sheetsMax) this.#problem ??= `the workbook has more than ${sheetsMax} sheets`;
    this.#number = 0;
    if (this.#hiddenStyles.has(attributes['table:style-name'] ?? '')) {
      this.hidden.push(name);
      return;
    }
    this.#sheet = { name, rows: [], merges: [], isWhole: false };
    this.#waiting.push(this.#sheet);
  }

  /** The table is a copy of one in another document. */
  #leaveOut(): void {
    if (this.#sheet !== null && this.#number === 0)
      this.#waiting.splice(this.#waiting.indexOf(this.#sheet), 1);
    this.#sheet = null;
  }

  #closeTable(): void {
    this.#tables -= 1;
    if (this.#tables > 0 || this.#sheet === null) return;
    this.#sheet.isWhole = true;
    this.#sheet = null;
  }

  #openRow(attributes: Attributes): void {
    this.#rowRepeats = repeats(attributes['table:number-rows-repeated']);
    this.#column = 0;
    const isHidden = /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '');
    this.#row = { number: this.#number + 1, cells: [], isHidden };
  }

  #closeRow({ rows }: OpenSheet): void {
    const { cells } = this.#row;
    const isFilled = cells.length > 0;
    if (isFilled && this.#rowRepeats > repeatedRowsMax)
      this.#problem ??= `the workbook repeats a filled row ${this.#rowRepeats} times, as no feed does`;
    if (isFilled && this.#problem === null) rows.push({ ...this.#row, repeats: this.#rowRepeats });
    this.#number += this.#rowRepeats;
  }

  #openCell(name: string, attributes: Attributes): void {
    this.#cell = new OdsCell(attributes, name === 'covered-table-cell');
  }

  #closeCell(sheet: OpenSheet): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) return;
    const text = cell.value();
    const from = this.#column;
    const end = Math.min(from + cell.repeats, columnsMax);
    this.#column += cell.repeats;
    const { columns, rows } = cell.spans;
    const top = this.#row.number;
    if (columns > 1 || rows > 1)
      sheet.merges.push({ top, bottom: top + rows - 1, left: from + 1, right: from + columns });
    if (text === '') return;
    for (let column = from; column < end; column++) this.#row.cells[column] = text;
    this.#cells += Math.max(0, end - from) * this.#rowRepeats;
    if (this.#cells > cellsMax) this.#problem ??= `the workbook has more than ${cellsMax} filled cells`;
  }
}

function repeats(written: string | undefined): number {
  const count = Number(written ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
