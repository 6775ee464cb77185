import { cellEnd, markByte, rowEnd, sheetNameIn } from '../sheet/sheet-text.js';
import { noQuote, type CsvDialect } from './csv-cells.js';

/** The syntax of a sheet's text. No mapping declares it, because it is feedsync's own. */
export const sheetDialect: CsvDialect = {
  delimiter: Buffer.from(cellEnd),
  quote: noQuote,
  recordEnd: Buffer.from(rowEnd),
};

const rowEndByte = rowEnd.charCodeAt(0);

/** The first line of a sheet's text. */
export interface SheetStart {
  name: string;
  /** Offset of its first row in the view. */
  rowsFrom: number;
}

/** Null for another file; `more`: further bytes are needed. */
export function sheetStart(view: Buffer): SheetStart | 'more' | null {
  if (view[0] !== markByte) return null;
  const end = view.indexOf(rowEndByte);
  if (end === -1) return 'more';
  const name = sheetNameIn(view.toString('utf8', 0, end));
  return name === null ? null : { name, rowsFrom: end + 1 };
}

/** A row of a sheet's text. */
export interface SheetLine {
  /** Its number in the sheet, from 1. */
  number: number;
  start: number;
  /** Offset of the sign that ends it. */
  end: number;
}

/** The filled rows in the view, from the first one. */
export function* sheetLines(view: Buffer, from: number): Generator<SheetLine> {
  let number = 1;
  let start = from;
  for (let end = view.indexOf(rowEndByte, start); end !== -1; end = view.indexOf(rowEndByte, start)) {
    if (view[start] === markByte) return;
    if (end > start) yield { number, start, end };
    number += 1;
    start = end + 1;
  }
}
