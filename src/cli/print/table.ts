import { oneLine } from './text.js';

export type Cell = string | number | null;

const gap = '  ';
/** Of every column but the last. */
const widthMax = 48;

/** Rows under their headings, aligned; numbers to the right. Without rows: `none`, a sentence. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], none: string): string {
  if (rows.length === 0) return none;
  const last = headings.length - 1;
  const texts = rows.map((row) => row.map((cell, column) => show(cell, column === last)));
  const widths = headings.map((heading, column) =>
    Math.max(length(heading), ...texts.map((row) => length(row[column] ?? ''))),
  );
  const isNumeric = headings.map((_, column) => rows.every((row) => typeof row[column] !== 'string'));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => pad(cell, widths[column] ?? 0, isNumeric[column] === true))
      .join(gap)
      .trimEnd();
  return [headings, ...texts].map(line).join('\n');
}

function show(cell: Cell, isLast: boolean): string {
  if (cell === null) return '–';
  return oneLine(String(cell), isLast ? Infinity : widthMax);
}

function pad(text: string, width: number, toTheRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - length(text)));
  return toTheRight ? space + text : text + space;
}

/** In characters as people count them. */
function length(text: string): number {
  return Array.from(text).length;
}
