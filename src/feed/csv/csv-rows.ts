import { startsWith } from '../bytes.js';
import { closingQuote, noQuote, type CsvDialect } from './csv-cells.js';

export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;

/** Finds the ends of rows: line ends, or the dialect's `recordEnd`, outside of quoted cells. Hot: searches only these signs and quotes. */
export class RowEnds {
  /** Offset of the first quote at or behind the last searched place; `view.length` if there is none, -1 if not searched since `renew`. */
  #nextQuote = -1;
  /** Whether the last `find` returned -1 inside a quoted cell. */
  isInQuotes = false;
  readonly #overlapsItself: boolean;
  readonly #end: number | Buffer;
  /** Length in bytes of the sign that ends a row. */
  readonly endBytes: number;

  constructor(
    private readonly dialect: CsvDialect,
    /** Ends a row if the dialect has no `recordEnd`: a line feed, with or without a carriage return before it, or a carriage return. */
    newline: number,
  ) {
    this.#end = dialect.recordEnd ?? newline;
    this.endBytes = dialect.recordEnd?.length ?? 1;
    this.#overlapsItself = overlapsItself(dialect.delimiter);
  }

  /** Must be called when the view changes: forgets the offset of the next quote. */
  renew(): void {
    this.#nextQuote = -1;
  }

  /**
   * Offset of the sign that ends the row that begins at `start`; -1 if it is not in the view.
   * @param final no bytes follow the view in the file
   */
  find(view: Buffer, start: number, final: boolean): number {
    const { quote } = this.dialect;
    this.isInQuotes = false;
    let newline = view.indexOf(this.#end, start);
    if (quote === noQuote) return newline;
    let cellsFrom = start;
    let from = start;
    for (;;) {
      const opening = this.#quoteFrom(view, from);
      if (opening === view.length || (newline !== -1 && newline < opening)) return newline;
      if (!this.#opensCell(view, start, cellsFrom, opening)) {
        from = opening + 1;
        continue;
      }
      const close = closingQuote(view, opening + 1, quote);
      if (close === -1 || (close + 1 === view.length && !final)) {
        this.isInQuotes = true;
        return -1;
      }
      from = close + 1;
      cellsFrom = from;
      if (newline !== -1 && newline < from) newline = view.indexOf(this.#end, from);
    }
  }

  #quoteFrom(view: Buffer, from: number): number {
    if (this.#nextQuote < from) {
      const at = view.indexOf(this.dialect.quote, from);
      this.#nextQuote = at === -1 ? view.length : at;
    }
    return this.#nextQuote;
  }

  /**
   * Whether the quote at offset `quote` is the first byte of a cell.
   * @param cellsFrom the last place known to be outside of quotes: the row's start, or behind a closing quote
   */
  #opensCell(view: Buffer, start: number, cellsFrom: number, quote: number): boolean {
    if (quote === start) return true;
    const { delimiter } = this.dialect;
    const at = quote - delimiter.length;
    if (at < cellsFrom || !startsWith(view, at, delimiter)) return false;
    if (!this.#overlapsItself) return true;
    // Delimiters are read from the left. With `||` as delimiter, `|||"` is a delimiter and the text `|"`: the quote opens no cell.
    let end = cellsFrom;
    while (end < quote) end = view.indexOf(delimiter, end) + delimiter.length;
    return end === quote;
  }
}

/** Offset of the first line feed or carriage return outside of quoted cells, before it is known which of them ends lines; -1: none. */
export function firstLineEnd(
  view: Buffer,
  start: number,
  { delimiter, quote }: Pick<CsvDialect, 'delimiter' | 'quote'>,
): number {
  let at = start;
  let isCellStart = true;
  while (at < view.length) {
    const byte = view[at];
    if (isCellStart && byte === quote) {
      const close = closingQuote(view, at + 1, quote);
      if (close === -1) return -1;
      at = close + 1;
      isCellStart = false;
    } else if (byte === lineFeed || byte === carriageReturn) {
      return at;
    } else {
      isCellStart = startsWith(view, at, delimiter);
      at += isCellStart ? delimiter.length : 1;
    }
  }
  return -1;
}

/** Offset of the first byte at or behind `from` that is neither a line feed nor a carriage return. */
export function lineBreaksEnd(view: Buffer, from: number): number {
  let at = from;
  while (view[at] === lineFeed || view[at] === carriageReturn) at += 1;
  return at;
}

/** Whether two occurrences of the delimiter can share bytes, as those of `||` do in `|||`. */
function overlapsItself(delimiter: Buffer): boolean {
  for (let length = 1; length < delimiter.length; length++)
    if (delimiter.subarray(0, length).equals(delimiter.subarray(-length))) return true;
  return false;
}
