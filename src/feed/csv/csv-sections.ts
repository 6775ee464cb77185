import type { CsvSections } from '../../model/feed-format.js';
import { carriageReturn, lineFeed } from './csv-rows.js';

/** The sections of a file, and the syntax that the lines before them declare. */
export interface FoundSections {
  kind: 'found';
  /** The line with the column names. */
  columns: Buffer;
  /** Offset of the first row in the view. */
  rowsFrom: number;
  /** The byte that ends a line: a line feed or a carriage return. */
  newline: number;
  /** The declared delimiter of cells; null if the file declares none. */
  delimiter: string | null;
  /** The declared sign that ends a row; null if the file declares none. */
  recordEnd: string | null;
}

/** `more`: further bytes of the file are needed. */
export type SectionsSearch = FoundSections | { kind: 'refused'; reason: string } | { kind: 'more' };

/** Reads a file line by line up to the line before its first row. */
export function findSections(view: Buffer, final: boolean, sections: CsvSections): SectionsSearch {
  const declared = new Map<string, string>();
  let columns: Buffer | null = null;
  let isInColumns = false;
  for (const line of lines(view, final)) {
    const text = line.bytes.toString('utf8').trim();
    if (text === sections.rows) {
      if (columns === null)
        return refused(
          `no line "${sections.columns}" with names of columns stands before "${sections.rows}"`,
        );
      const { delimiterName, recordEndName } = sections;
      return {
        kind: 'found',
        columns,
        rowsFrom: line.next,
        newline: line.newline,
        delimiter: delimiterName === null ? null : (declared.get(delimiterName) ?? null),
        recordEnd: recordEndName === null ? null : (declared.get(recordEndName) ?? null),
      };
    }
    if (text === sections.columns) isInColumns = true;
    else if (isInColumns && columns === null && text !== '') columns = line.bytes;
    else if (!isInColumns) declare(text, declared);
  }
  if (!final) return { kind: 'more' };
  return refused(
    `it has no line "${sections.rows}". Is it the right file? The mapping says which lines it must have`,
  );
}

/** Adds the declaration in a line such as `EOF : '|'`. Other lines have no effect. */
function declare(line: string, declared: Map<string, string>): void {
  const [, name, , quoted, bare] = /^([^:=\s]+)\s*[:=]\s*(?:(['"])(.+)\2|(\S+))$/.exec(line) ?? [];
  const value = quoted ?? bare;
  if (name !== undefined && value !== undefined) declared.set(name, value);
}

interface Line {
  bytes: Buffer;
  next: number;
  newline: number;
}

/** The whole lines of the view. A last line without a line end counts only if `final`. */
function* lines(view: Buffer, final: boolean): Generator<Line> {
  const newline = view.includes(lineFeed) ? lineFeed : carriageReturn;
  let from = 0;
  for (let at = view.indexOf(newline); at !== -1; at = view.indexOf(newline, from)) {
    // A line feed may follow a carriage return at the end of the view.
    if (newline === carriageReturn && at + 1 === view.length && !final) return;
    yield { bytes: view.subarray(from, at), next: at + 1, newline };
    from = at + 1;
  }
  if (final && from < view.length) yield { bytes: view.subarray(from), next: view.length, newline };
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}
