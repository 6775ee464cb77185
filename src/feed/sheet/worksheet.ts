import { unescaped } from './escapes.js';
import { figureText } from './figure-text.js';
import { FetchFailure } from '../fetch-failure.js';
import type { SharedStrings } from './shared-strings.js';
import { columnsMax, type Merge, type SheetRow } from './sheet-head.js';
import type { SheetWriter } from './sheet-writer.js';
import type { Styles } from './styles.js';
import type { PartHandler } from './xml-part.js';

/** A workbook with more filled cells is refused. */
const cellsMax = 50_000_000;

/** A cell holds at most 32,767 characters. More than these are not kept: they are enough to make its row too long. */
const valueMax = 5_000_000;

/** What the cells of a workbook refer to. */
export interface CellFacts {
  strings: SharedStrings;
  styles: Styles;
  /** Whether dates count from 1904. */
  is1904: boolean;
  /** The cells read so far, of all sheets. */
  count: { cells: number };
}

/** The cells of a row: texts, and the numbers of shared texts. */
interface FoundRow extends Omit<SheetRow, 'cells'> {
  cells: (string | number | undefined)[];
}

/** Reads the rows of one worksheet and passes them to a writer. */
export class WorksheetReader implements PartHandler {
  #rows: FoundRow[] = [];
  #row: FoundRow = { number: 0, cells: [], isHidden: false };
  #isInRows = false;
  /** Index of the cell's column. */
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #isValue = false;
  #phonetic = 0;

  constructor(
    private readonly facts: CellFacts,
    private readonly writer: SheetWriter,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.#isInRows = true;
    if (!this.#isInRows) return;
    switch (name) {
      case 'c':
        this.#column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r);
        this.#type = attributes.t ?? 'n';
        this.#style = Number(attributes.s ?? 0);
        this.#value = '';
        break;
      case 'row':
        this.#row = {
          number: Number(attributes.r ?? this.#row.number + 1),
          cells: [],
          isHidden: isTrue(attributes.hidden),
        };
        this.#column = -1;
        break;
      case 'rPh':
        this.#phonetic += 1;
        break;
      default:
        this.#isValue = (name === 'v' || name === 't') && this.#phonetic === 0;
    }
  }

  text(text: string): void {
    if (this.#isValue && this.#value.length <= valueMax) this.#value += text;
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#isValue = false;
        break;
      case 'c':
        if (this.#isInRows && this.#value !== '') this.#addCell();
        break;
      case 'row':
        if (this.#isInRows && this.#row.cells.length > 0) this.#rows.push(this.#row);
        break;
      case 'rPh':
        this.#phonetic -= 1;
        break;
      case 'sheetData':
        this.#isInRows = false;
        break;
    }
  }

  /** Passes the rows so far to the writer, with their shared texts. @throws FetchFailure */
  async pass(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    const { strings, count } = this.facts;
    for (const { number, cells, isHidden } of rows) {
      const texts: string[] = [];
      for (const [column, cell] of cells.entries()) {
        if (cell === undefined) continue;
        count.cells += 1;
        texts[column] = typeof cell === 'string' ? cell : (strings.text(cell) ?? (await strings.load(cell)));
      }
      this.writer.add({ number, cells: texts, isHidden });
      if (this.writer.isFull) await this.writer.flush();
    }
    if (count.cells > cellsMax)
      throw new FetchFailure('sheet', `the workbook has more than ${cellsMax} filled cells`);
    await this.writer.flush();
  }

  #addCell(): void {
    if (!(this.#column >= 0 && this.#column < columnsMax)) return;
    const { styles, is1904 } = this.facts;
    const value = this.#value;
    const cell = ((): string | number => {
      switch (this.#type) {
        case 's':
          return Number(value);
        case 'b':
          return isTrue(value) ? 'true' : 'false';
        case 'e':
          return '';
        case 'str':
        case 'inlineStr':
          return unescaped(value);
        case 'd':
          return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
        default:
          return (styles[this.#style] ?? figureText)(Number(value), is1904);
      }
    })();
    this.#row.cells[this.#column] = cell;
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** Index of the column in a cell's name: 0 for `A1`, 27 for `AB7`. */
function columnOf(cell: string): number {
  let column = 0;
  for (let at = 0; at < cell.length; at++) {
    const letter = (cell.charCodeAt(at) & 0xdf) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** The merged cells of a worksheet that begin above `rowMax`, found without reading its rows. */
export async function mergesIn(bytes: AsyncIterable<Buffer>, rowMax: number): Promise<Merge[]> {
  const merges: Merge[] = [];
  let rest = '';
  for await (const chunk of bytes) {
    const text = rest + chunk.toString('latin1');
    for (const [, from = '', to = ''] of text.matchAll(/mergeCell\s+ref="([A-Z]+\d+):([A-Z]+\d+)"/g)) {
      const merge = {
        ...{ top: rowOf(from), bottom: rowOf(to) },
        left: columnOf(from) + 1,
        right: columnOf(to) + 1,
      };
      if (merge.top <= rowMax) merges.push(merge);
    }
    // A tag may continue in the next chunk.
    rest = text.slice(Math.max(text.lastIndexOf('<'), text.length - tagMax));
    if (/^<[^>]*>/.test(rest)) rest = '';
  }
  return merges;
}

const tagMax = 200;

function rowOf(cell: string): number {
  return Number(/\d+/.exec(cell)?.[0] ?? 0);
}
