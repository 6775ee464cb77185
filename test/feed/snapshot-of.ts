import type { EncodingName, RecordSurroundings, XmlFormat } from '../../src/model/feed-format.js';
import type { ParsedRecordResult } from '../../src/feed/parse-record.js';
import { parseRecords } from '../../src/feed/parse-records.js';
import { openSnapshot } from '../../src/feed/read-snapshot.js';
import type { SnapshotEnd, WindowLimits } from '../../src/feed/snapshot-reader.js';
import { memorySpool } from './memory-spool.js';

export const propertyFormat: XmlFormat = {
  container: 'xml',
  root: 'root',
  records: ['root/property'],
  declaredCount: null,
};

export interface ReadSnapshot {
  raw: string[];
  fingerprints: string[];
  parsed: ParsedRecordResult[];
  surroundings: RecordSurroundings[];
  end: SnapshotEnd;
}

export interface ReadOptions {
  format?: Partial<XmlFormat>;
  encoding?: EncodingName;
  mayBeEmpty?: boolean;
  limits?: Partial<WindowLimits>;
  contextOf?: (surroundings: RecordSurroundings) => Uint8Array;
  parse?: boolean;
}

/** Reads a whole document, as a poll would. */
export async function snapshotOf(
  document: string | Uint8Array,
  options: ReadOptions = {},
): Promise<ReadSnapshot> {
  const spool = memorySpool({ feed: Buffer.from(document as string) });
  const surroundings: RecordSurroundings[] = [];
  const reader = await openSnapshot(
    spool,
    'feed',
    {
      format: { ...propertyFormat, ...options.format },
      encoding: options.encoding ?? 'auto',
      lengthAnnounced: false,
      mayBeEmpty: options.mayBeEmpty ?? false,
    },
    (around) => {
      surroundings.push(around);
      return options.contextOf?.(around) ?? Buffer.alloc(0);
    },
    { limits: { windowBytes: 1 << 20, neededBytesMax: 1 << 24, recordsPerBlock: 2_000, ...options.limits } },
  );
  const read: Omit<ReadSnapshot, 'end'> = { raw: [], fingerprints: [], parsed: [], surroundings };
  for await (const block of reader.blocks()) {
    if (options.parse !== false) {
      const indices = Array.from({ length: block.count }, (_, index) => index);
      const records = [...parseRecords({ ...propertyFormat, ...options.format }, block.take(indices))];
      read.parsed.push(...records.map(({ result }) => result));
      if (records.some(({ mayHideRecords }) => mayHideRecords)) reader.doubt();
    }
    for (let i = 0; i < block.count; i++) {
      read.raw.push(Buffer.from(block.raw(i)).toString());
      read.fingerprints.push(Buffer.from(block.fingerprints.subarray(i * 16, i * 16 + 16)).toString('hex'));
    }
  }
  const end = reader.end();
  await reader.close();
  if (spool.paths().join() !== 'feed') throw new Error('a temporary file was left behind');
  return { ...read, end };
}
