import { closingQuote, noQuote, standsAt, type CsvDialect } from './csv-cells.js';

export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;

/** Finds what ends rows, outside of quoted cells: line ends, or another sign. Hot: it searches for those and for quotes alone. */
export class RowEnds {
  /** The next quote at or behind the last place that was searched from; unknown after `renew`. */
  #nextQuote = -1;
  /** Whether the row that was not found to end is within a quoted cell. */
  isInQuotes = false;
  readonly #overlapsItself: boolean;
  readonly #end: number | Buffer;
  /** Of what ends a row. */
  readonly endBytes: number;

  constructor(
    private readonly dialect: CsvDialect,
    /** What ends a row unless the dialect says so: a line feed (also behind a carriage return), or carriage returns alone. */
    newline: number,
  ) {
    this.#end = dialect.recordEnd ?? newline;
    this.endBytes = dialect.recordEnd?.length ?? 1;
    this.#overlapsItself = overlapsItself(dialect.delimiter);
  }

  /** Told that the view is another one. */
  renew(): void {
    this.#nextQuote = -1;
  }

  /**
   * Index of what ends the row that begins at `start`; -1 if it is not in the view.
   * @param final nothing follows the view
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

  /** @param cellsFrom where the row is known to be outside of quotes: its start, or behind a closing quote */
  #opensCell(view: Buffer, start: number, cellsFrom: number, quote: number): boolean {
    if (quote === start) return true;
    const { delimiter } = this.dialect;
    const at = quote - delimiter.length;
    if (at < cellsFrom || !standsAt(view, at, delimiter)) return false;
    if (!this.#overlapsItself) return true;
    // In `|||"` the first two are the delimiter: it is read from the left.
    let end = cellsFrom;
    while (end < quote) end = view.indexOf(delimiter, end) + delimiter.length;
    return end === quote;
  }
}

/** Index of the first line end of either kind outside of quoted cells, for a row whose line end is still to be learnt; -1: none. */
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
      isCellStart = standsAt(view, at, delimiter);
      at += isCellStart ? delimiter.length : 1;
    }
  }
  return -1;
}

/** Whether two of them can share bytes, as `||` can in `|||`. */
function overlapsItself(delimiter: Buffer): boolean {
  for (let length = 1; length < delimiter.length; length++)
    if (delimiter.subarray(0, length).equals(delimiter.subarray(-length))) return true;
  return false;
}
