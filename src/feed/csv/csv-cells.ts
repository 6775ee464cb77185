/** How a CSV file is written, in bytes of UTF-8. */
export interface CsvDialect {
  readonly delimiter: Buffer;
  /** The quoting byte; `noQuote` where quotes mean nothing. */
  readonly quote: number;
  /** What ends a row in place of a line break; null: line breaks do. */
  readonly recordEnd: Buffer | null;
}

export const noQuote = -1;

export interface FoundCells {
  /** Cells of the row, with their quotes; no more than were asked for. */
  readonly starts: number[];
  readonly ends: number[];
  /** Why its cells cannot be trusted, as the rest of a sentence about the row; null if they can. */
  readonly problem: string | null;
}

/** Finds the cells of one row (without its line end). A quote counts at the start of a cell only, and is doubled within. */
export function findCells(row: Buffer, { delimiter, quote }: CsvDialect, cellsMax: number): FoundCells {
  const starts: number[] = [];
  const ends: number[] = [];
  let problem: string | null = null;
  let at = 0;
  for (;;) {
    if (starts.length === cellsMax) return { starts, ends, problem: `it has more than ${cellsMax} cells` };
    starts.push(at);
    let from = at;
    if (row[at] === quote) {
      const close = closingQuote(row, at + 1, quote);
      from = close === -1 ? row.length : close + 1;
      if (close === -1) problem ??= 'a quoted cell in it is never closed';
    }
    const next = row.indexOf(delimiter, from);
    const end = next === -1 ? row.length : next;
    if (from !== at && from !== end) problem ??= 'a quoted cell in it holds a quote that is not doubled';
    ends.push(end);
    if (next === -1) return { starts, ends, problem };
    at = next + delimiter.length;
  }
}

/** The text of a cell, its quotes undone; one that is not well-formed is left as it is. */
export function cellText(row: Buffer, start: number, end: number, quote: number): string {
  const isQuoted = row[start] === quote && end - start >= 2 && row[end - 1] === quote;
  if (!isQuoted) return row.toString('utf8', start, end);
  const mark = String.fromCharCode(quote);
  return row.toString('utf8', start + 1, end - 1).replaceAll(mark + mark, mark);
}

/** Index of the quote that closes the cell whose text begins at `from`, or -1. */
export function closingQuote(bytes: Buffer, from: number, quote: number): number {
  let at = bytes.indexOf(quote, from);
  while (at !== -1 && bytes[at + 1] === quote) {
    at += 2;
    if (bytes[at] !== quote) at = bytes.indexOf(quote, at);
  }
  return at;
}

/** Whether these bytes stand there. */
export function standsAt(bytes: Buffer, at: number, needle: Buffer): boolean {
  if (at < 0 || at + needle.length > bytes.length) return false;
  for (let i = 0; i < needle.length; i++) if (bytes[at + i] !== needle[i]) return false;
  return true;
}
