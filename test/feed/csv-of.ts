import type { CsvFormat, EncodingName, RecordSurroundings } from '../../src/model/feed-format.js';
import { parseRecords } from '../../src/feed/parse-records.js';
import { openSnapshot } from '../../src/feed/read-snapshot.js';
import type { SnapshotEnd, WindowLimits } from '../../src/feed/snapshot-reader.js';
import type { ParsedRecordResult } from '../../src/feed/parse-record.js';
import { memorySpool } from './memory-spool.js';

export const commaFormat: CsvFormat = {
  container: 'csv',
  delimiter: ',',
  quote: '"',
  header: true,
  columns: ['id'],
  trailer: null,
  finalNewline: 'as_before',
};

/** Any rows at all. */
export const headerless: Partial<CsvFormat> = { header: false, columns: 1 };

export interface CsvOptions {
  format?: Partial<CsvFormat>;
  encoding?: EncodingName;
  limits?: Partial<WindowLimits>;
  lengthAnnounced?: boolean;
  formerEndedWithNewline?: boolean | null;
  /** Records are asked for one by one, or all of a block at once. */
  together?: boolean;
}

export interface ReadCsv {
  raw: string[];
  fingerprints: string[];
  parsed: ParsedRecordResult[];
  /** The cells of rows that could be parsed, by position; null for the others. */
  cells: (string[] | null)[];
  surroundings: RecordSurroundings[];
  end: SnapshotEnd;
}

/** Reads a whole CSV file, as a poll would. */
export async function csvOf(document: string | Uint8Array, options: CsvOptions = {}): Promise<ReadCsv> {
  const surroundings: RecordSurroundings[] = [];
  const reader = await openSnapshot(
    memorySpool({ feed: Buffer.from(document as string) }),
    'feed',
    {
      format: { ...commaFormat, ...options.format },
      encoding: options.encoding ?? 'auto',
      lengthAnnounced: options.lengthAnnounced ?? false,
      formerEndedWithNewline: options.formerEndedWithNewline ?? null,
    },
    (around) => {
      surroundings.push(around);
      return Buffer.from(JSON.stringify(around.header));
    },
    { limits: { windowBytes: 1 << 20, neededBytesMax: 1 << 24, recordsPerBlock: 2_000, ...options.limits } },
  );
  const read: Omit<ReadCsv, 'end' | 'cells'> = { raw: [], fingerprints: [], parsed: [], surroundings };
  for await (const block of reader.blocks()) {
    const indices = Array.from({ length: block.count }, (_, index) => index);
    const together = options.together === false ? indices.map((index) => [index]) : [indices];
    for (const some of together) {
      const records = [...parseRecords({ ...commaFormat, ...options.format }, block.take(some))];
      read.parsed.push(...records.map(({ result }) => result));
      if (records.some(({ mayHideRecords }) => mayHideRecords)) reader.doubt();
    }
    for (const index of indices) {
      read.raw.push(Buffer.from(block.raw(index)).toString());
      read.fingerprints.push(
        Buffer.from(block.fingerprints.subarray(index * 16, index * 16 + 16)).toString('hex'),
      );
    }
  }
  const end = reader.end();
  await reader.close();
  return { ...read, cells: read.parsed.map(cellsOf), end };
}

function cellsOf(result: ParsedRecordResult): string[] | null {
  if (!result.ok) return null;
  const { value } = result.record;
  const cells: string[] = [];
  for (let cell = value['#1']; typeof cell === 'string'; cell = value[`#${cells.length + 1}`])
    cells.push(cell);
  return cells;
}
