/** A row of a sheet with at least one filled cell. */
export interface SheetRow {
  /** Its number in the sheet, from 1. */
  number: number;
  /** By column; an empty text, or a hole, for an empty cell. */
  cells: string[];
  isHidden: boolean;
}

/** Cells that are shown as one; rows and columns from 1. */
export interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Number of filled rows by which a table is judged. */
export const headRows = 60;

/** A file with more columns is refused by the reader of tables: the cells of further columns are left out. */
export const columnsMax = 2_000;

/** Number of filled rows, from the first, among which a header is looked for. */
const titleRowsMax = 21;

/** The number of columns that the first rows use. */
export function widthOf(rows: readonly SheetRow[]): number {
  return Math.max(0, ...rows.map(({ cells }) => cells.findLastIndex((cell) => isFilled(cell)) + 1));
}

/** Whether one of the first rows may name columns: at least two short texts that differ, as many as three fifths of its filled cells. */
export function hasHeader(rows: readonly SheetRow[]): boolean {
  return rows.slice(0, titleRowsMax).some(({ cells }) => {
    const filled = cells.filter(isFilled);
    const names = new Set(filled.filter(isName));
    return names.size >= 2 && names.size >= filled.length * 0.6;
  });
}

/** Whether two of the first rows may be a header together: then it takes the sheet's merged cells to know. */
export function mayBeTwoRows(rows: readonly SheetRow[]): boolean {
  return rows.slice(0, titleRowsMax).some((upper, index) => {
    const lower = rows[index + 1];
    return lower !== undefined && ownNames(upper, lower).length > 0 && groupsIn(upper, lower).length > 0;
  });
}

/**
 * Makes one row of a header in two: above `EUR` and `RSD` stands `Price` in a merged cell, beside it stand names over both rows. The lower
 * row gets the names `Price EUR` and `Price RSD`, and all others.
 * @param merges the merged cells among the first rows
 */
export function withOneHeader(rows: readonly SheetRow[], merges: readonly Merge[]): SheetRow[] {
  const at = rows.slice(0, titleRowsMax).findIndex((upper, index) => {
    const lower = rows[index + 1];
    return lower !== undefined && isHeaderInTwo(upper, lower, merges);
  });
  const [upper, lower] = rows.slice(at, at + 2);
  if (at === -1 || upper === undefined || lower === undefined) return [...rows];
  const width = widthOf([upper, lower]);
  const cells = Array.from({ length: width }, (_, column) => {
    const group = merges.find((merge) => isAcross(merge, upper) && spans(merge, column));
    const above = upper.cells[group === undefined ? column : group.left - 1] ?? '';
    return [above, lower.cells[column] ?? ''].filter(isFilled).join(' ');
  });
  return [...rows.slice(0, at), { ...lower, cells }, ...rows.slice(at + 2)];
}

function isHeaderInTwo(upper: SheetRow, lower: SheetRow, merges: readonly Merge[]): boolean {
  if (lower.number !== upper.number + 1) return false;
  const groups = merges.filter(
    (merge) =>
      isAcross(merge, upper) && merge.bottom === upper.number && isFilled(upper.cells[merge.left - 1]),
  );
  const isGrouped = (column: number): boolean => groups.some((merge) => spans(merge, column));
  const hasNames = ({ left, right }: Merge): boolean =>
    lower.cells.slice(left - 1, right).filter((cell) => isFilled(cell) && isName(cell)).length >= 2;
  const own = ownNames(upper, lower).filter((column) => !isGrouped(column));
  const filled = lower.cells.filter(isFilled);
  return groups.length > 0 && groups.every(hasNames) && own.length > 0 && filled.every(isName);
}

/** Columns with a name in the upper row and nothing below it. */
function ownNames(upper: SheetRow, lower: SheetRow): number[] {
  return [...upper.cells.keys()].filter(
    (column) => isFilled(upper.cells[column]) && !isFilled(lower.cells[column]),
  );
}

/** Columns behind the first one with a name in the lower row and none in the upper row. */
function groupsIn(upper: SheetRow, lower: SheetRow): number[] {
  return [...lower.cells.keys()].filter((column) => {
    const cell = lower.cells[column];
    return column > 0 && !isFilled(upper.cells[column]) && cell !== undefined && isName(cell);
  });
}

function isAcross({ top, left, right }: Merge, { number }: SheetRow): boolean {
  return top === number && right > left;
}

function spans({ left, right }: Merge, column: number): boolean {
  return column >= left - 1 && column < right;
}

function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== '';
}

const nameMax = 100;

function isName(cell: string): boolean {
  return cell.length <= nameMax && /\p{L}/u.test(cell) && !/^\s*[-+]?\d/.test(cell) && !cell.includes('://');
}
