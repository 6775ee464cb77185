import type { RecordSurroundings } from '../../model/feed-format.js';
import { sectionKey, unclearKey, type RecordObject, type RecordValue } from '../../model/record.js';
import { noQuote, type CsvDialect } from './csv-cells.js';
import type { MatchedNames } from './csv-names.js';

/** The syntax and columns of a CSV file. */
export interface CsvTable {
  dialect: CsvDialect;
  /** Column names by position; an empty text for a column without a name. Empty without a header. */
  names: readonly string[];
  /** See `MatchedNames`. */
  unclear: MatchedNames['unclear'];
  /** A row with fewer cells is refused. Below a header, the missing cells of a row with fewer than `cellsMax` are empty. */
  cellsMin: number;
  /** Further cells are allowed if they are empty. */
  cellsMax: number;
  /** The name of the sheet of a workbook that the table is; left out: it is a text file. */
  sheet?: string;
}

/** The key of a header under which the name of a sheet stands. */
export const sheetKey = '@sheet';

/** A file with more columns is refused. */
export const columnsMax = 2_000;

/** Writes the table into the surroundings that all its rows share. Mappings and the context of fingerprints read the table from there. */
export function toSurroundings({
  dialect,
  names,
  unclear,
  cellsMin,
  cellsMax,
  sheet,
}: CsvTable): RecordSurroundings {
  const { delimiter, quote, recordEnd } = dialect;
  const positions = names.map((name, index): [string, string] => [name, String(index + 1)]);
  const header: RecordObject = {
    ...byName(positions.filter(([name]) => name !== '')),
    '@delimiter': delimiter.toString('utf8'),
    '@quote': quote === noQuote ? '' : String.fromCharCode(quote),
    '@columns': `${cellsMin}-${cellsMax}`,
    ...(sheet !== undefined && { [sheetKey]: sheet }),
    ...(recordEnd !== null && { '@record_end': recordEnd.toString('utf8') }),
    ...(unclear.length > 0 && { [unclearKey]: Object.fromEntries(unclear) as RecordObject }),
  };
  return { ancestors: [], header };
}

/** The inverse of `toSurroundings`, but for `unclear`, `sheet` and the heading. */
export function toTable({ header }: RecordSurroundings): CsvTable {
  const {
    '@delimiter': delimiter,
    '@quote': quote,
    '@columns': columns,
    '@record_end': recordEnd,
    [sheetKey]: _sheet,
    [sectionKey]: _section,
    [unclearKey]: _unclear,
    ...positions
  } = header;
  const [cellsMin = 0, cellsMax = 0] = text(columns).split('-').map(Number);
  const names = Array.from({ length: cellsMax }, () => '');
  for (const [name, position] of Object.entries(positions))
    for (const one of [position].flat()) names[Number(text(one)) - 1] = name;
  const dialect = {
    delimiter: Buffer.from(text(delimiter)),
    quote: text(quote) === '' ? noQuote : text(quote).charCodeAt(0),
    recordEnd: text(recordEnd) === '' ? null : Buffer.from(text(recordEnd)),
  };
  return { dialect, names, unclear: [], cellsMin, cellsMax };
}

/** An object with one key for each name. The value of a repeated name is the list of its values. */
export function byName(pairs: readonly (readonly [name: string, value: string])[]): RecordObject {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const former = values.get(name);
    values.set(name, former === undefined ? value : [former, value].flat());
  }
  return Object.fromEntries(values);
}

function text(value: RecordValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
