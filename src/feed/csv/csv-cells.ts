/** The syntax of a CSV file, in bytes of UTF-8. */
export interface CsvDialect {
  readonly delimiter: Buffer;
  /** The byte that quotes cells; `noQuote` if the file has no quoting. */
  readonly quote: number;
  /** The sign that ends a row instead of a line break; null if line breaks end rows. */
  readonly recordEnd: Buffer | null;
}

/** `CsvDialect.quote` of a file without quoting: no byte has this value. */
export const noQuote = -1;

export interface FoundCells {
  /** Offset of each cell in the row, its quotes included. At most `cellsMax` cells. */
  readonly starts: number[];
  /** Offset behind each cell, its quotes included. */
  readonly ends: number[];
  /** Why the cells are not reliable, as a clause whose subject is the row ("it has …"); null for a sound row. */
  readonly problem: string | null;
  /** Index of the first cell that is not reliable; -1 for a sound row, and for a problem of the whole row. */
  readonly problemAt: number;
  /** Whether the problem is a quote within a quoted cell that is not doubled. */
  readonly isMisquoted: boolean;
}

/**
 * Finds the cells of one row.
 * @param row without its line end. A quote opens a quoted cell only as the cell's first byte, and is doubled inside the cell
 */
export function findCells(row: Buffer, { delimiter, quote }: CsvDialect, cellsMax: number): FoundCells {
  const starts: number[] = [];
  const ends: number[] = [];
  let problem: string | null = null;
  let problemAt = -1;
  let isMisquoted = false;
  let at = 0;
  for (;;) {
    if (starts.length === cellsMax)
      return {
        ...{ starts, ends, problem: `it has more than ${cellsMax} cells` },
        ...{ problemAt: -1, isMisquoted: false },
      };
    starts.push(at);
    let from = at;
    if (row[at] === quote) {
      const close = closingQuote(row, at + 1, quote);
      from = close === -1 ? row.length : close + 1;
      if (close === -1 && problem === null) {
        problem = 'a quoted cell in it is never closed';
        problemAt = starts.length - 1;
      }
    }
    const next = row.indexOf(delimiter, from);
    const end = next === -1 ? row.length : next;
    if (from !== at && from !== end) {
      isMisquoted = true;
      if (problem === null) {
        problem = 'a quoted cell in it holds a quote that is not doubled';
        problemAt = starts.length - 1;
      }
    }
    ends.push(end);
    if (next === -1) return { starts, ends, problem, problemAt, isMisquoted };
    at = next + delimiter.length;
  }
}

/** The text of a cell without its quotes. A cell whose quotes are not well-formed stays as it is. */
export function cellText(row: Buffer, start: number, end: number, quote: number): string {
  const isQuoted = row[start] === quote && end - start >= 2 && row[end - 1] === quote;
  if (!isQuoted) return row.toString('utf8', start, end);
  const mark = String.fromCharCode(quote);
  return row.toString('utf8', start + 1, end - 1).replaceAll(mark + mark, mark);
}

/** Offset of the quote that closes the cell whose text begins at `from`; -1 if there is none in `bytes`. */
export function closingQuote(bytes: Buffer, from: number, quote: number): number {
  let at = bytes.indexOf(quote, from);
  while (at !== -1 && bytes[at + 1] === quote) {
    at += 2;
    if (bytes[at] !== quote) at = bytes.indexOf(quote, at);
  }
  return at;
}
