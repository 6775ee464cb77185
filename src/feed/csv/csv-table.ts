import type { RecordSurroundings } from '../../model/feed-format.js';
import type { RecordObject, RecordValue } from '../../model/record.js';
import { noQuote, type CsvDialect } from './csv-cells.js';

/** What the beginning of a CSV file tells about its rows. */
export interface CsvTable {
  dialect: CsvDialect;
  /** Names by position; empty where a column has none. */
  names: readonly string[];
  /** How many cells a row has. Further ones may follow if they are empty. */
  cellsMin: number;
  cellsMax: number;
}

/** Columns of one row; a file with more is refused. */
export const columnsMax = 2_000;

/** The table as what surrounds each of its rows: this is what a mapping and the fingerprints' context see of it. */
export function toSurroundings({ dialect, names, cellsMin, cellsMax }: CsvTable): RecordSurroundings {
  const { delimiter, quote, recordEnd } = dialect;
  const positions = names.map((name, index): [string, string] => [name, String(index + 1)]);
  const header: RecordObject = {
    ...byName(positions.filter(([name]) => name !== '')),
    '@delimiter': delimiter.toString('utf8'),
    '@quote': quote === noQuote ? '' : String.fromCharCode(quote),
    '@columns': `${cellsMin}-${cellsMax}`,
    ...(recordEnd !== null && { '@record_end': recordEnd.toString('utf8') }),
  };
  return { ancestors: [], header };
}

export function toTable({ header }: RecordSurroundings): CsvTable {
  const {
    '@delimiter': delimiter,
    '@quote': quote,
    '@columns': columns,
    '@record_end': recordEnd,
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
  return { dialect, names, cellsMin, cellsMax };
}

/** One key per name, with a list where it repeats. */
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
