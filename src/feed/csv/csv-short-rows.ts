import { findCells } from './csv-cells.js';
import { carriageReturn, lineBreaksEnd, type RowEnds } from './csv-rows.js';
import { columnsMax, type CsvTable } from './csv-table.js';

/** A text that was cut into more lines than this is not recognised. */
const partsMax = 100;

/** Whether a row has fewer cells than the header. Hot: counts delimiters up to the number of columns, those within quotes too. */
export function isShort(view: Buffer, start: number, end: number, { dialect, cellsMax }: CsvTable): boolean {
  const { delimiter } = dialect;
  let at = start;
  for (let cells = 1; cells < cellsMax; cells++) {
    const next = view.indexOf(delimiter, at);
    if (next === -1 || next >= end) return true;
    at = next + delimiter.length;
  }
  return false;
}

/**
 * The number of rows, from this short one on, that seem to be parts of one row which a line break in a text without quotes has cut: short
 * rows that together have no more cells than the header. 0: the row only lacks cells at its end. `more`: the next row is not in the view.
 */
export function tornRows(
  view: Buffer,
  start: number,
  end: number,
  final: boolean,
  { table, ends }: { table: CsvTable; ends: RowEnds },
): number | 'more' {
  let cells = cellsIn(view, start, end, table);
  let parts = 1;
  for (let from = end; parts < partsMax; parts++) {
    const next = lineBreaksEnd(view, from);
    if (next >= view.length) return final ? found(parts) : 'more';
    const at = ends.find(view, next, final);
    if (at === -1 && !final) return 'more';
    from = at === -1 ? view.length : at;
    const added = isShort(view, next, from, table) ? cellsIn(view, next, from, table) - 1 : table.cellsMax;
    if (cells + added > table.cellsMax) return found(parts);
    cells += added;
  }
  return found(parts);
}

function found(parts: number): number {
  return parts === 1 ? 0 : parts;
}

function cellsIn(view: Buffer, start: number, end: number, { dialect }: CsvTable): number {
  const isCut = view[end - 1] === carriageReturn && end > start;
  return findCells(view.subarray(start, isCut ? end - 1 : end), dialect, columnsMax).starts.length;
}
