import { cellText, findCells } from './csv-cells.js';
import { columnsMax, type CsvTable } from './csv-table.js';

/** What stands between headings that follow each other without a record between them. */
export const headingJoint = ' · ';

/** Longer texts are remarks. */
const headingMax = 120;

/** Longer runs of headings are a text, of which the end is kept behind `manyHeadings`. */
const joinedMax = 480;
export const manyHeadings = '…';

/** A heading with those directly above it: `PRODAJA · STANOVI`. @param above null below a record */
export function joinHeadings(above: string | null, heading: string): string {
  if (above === null) return heading;
  const joined = `${above}${headingJoint}${heading}`;
  return joined.length <= joinedMax ? joined : `${manyHeadings}${headingJoint}${heading}`;
}

/** What a row is in a table with headings between its records. */
export function rowOfSections(
  row: Buffer,
  { dialect, names }: CsvTable,
): 'record' | 'header' | { heading: string } {
  const { starts, ends } = findCells(row, dialect, columnsMax);
  const cells = starts.map((start, index) => cellText(row, start, ends[index] ?? 0, dialect.quote).trim());
  const filled = cells.filter((cell) => cell !== '');
  const [heading = ''] = filled;
  if (filled.length === 1) return isHeading(heading) ? { heading } : 'record';
  const isHeader = filled.length > 1 && names.every((name, index) => name === (cells[index] ?? ''));
  return isHeader ? 'header' : 'record';
}

/** Whether a text that stands alone in its row is a heading. An id without any other value is a broken record. */
export function isHeading(text: string): boolean {
  return text.length <= headingMax && /\p{L}{3}/u.test(text) && !/^\S*\d\S*$/u.test(text);
}
