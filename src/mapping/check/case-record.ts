import type { CsvFormat, FeedFormat } from '../../model/feed-format.js';

/** Some cells of a CSV row, by the names of their columns. In a file without a header, by their numbers from 1. */
export type CaseCells = Readonly<Record<string, string | number>>;

/**
 * The text of a case's record: as written under `record:`, or a small CSV file made from `cells:`. Rows of some formats have hundreds of cells,
 * so a case may name only those that matter.
 * @throws Error whose message is a sentence
 */
export function caseText(
  { record, cells }: { record?: string | undefined; cells?: CaseCells | undefined },
  format: FeedFormat,
): string {
  if (record !== undefined && cells === undefined) return record;
  if (cells === undefined || record !== undefined)
    throw new Error('A case gives exactly one of record: and cells:.');
  if (format.container !== 'csv' || format.sections != null)
    throw new Error('cells: are for plain CSV; write the record as it stands in the feed, under record:.');
  const names = Object.keys(cells);
  if (format.header) return [names, Object.values(cells)].map((row) => toRow(row, format)).join('');
  const numbers = names.map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new Error('cells: of a row without a header are given by their numbers, from 1.');
  const width = Math.max(...numbers, typeof format.columns === 'number' ? format.columns : 1);
  const row = Array.from({ length: width }, (_, index) => cells[String(index + 1)] ?? '');
  return toRow(row, format);
}

function toRow(cells: readonly (string | number)[], { delimiter, quote, recordEnd }: CsvFormat): string {
  const written = cells.map((cell) =>
    quote === null ? String(cell) : `${quote}${String(cell).replaceAll(quote, quote + quote)}${quote}`,
  );
  return written.join(delimiter ?? ';') + (recordEnd ?? '\n');
}
