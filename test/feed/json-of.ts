import type { JsonFormat, RecordSurroundings } from '../../src/model/feed-format.js';
import type { ParsedRecordResult } from '../../src/feed/parse-record.js';
import { parseRecords } from '../../src/feed/parse-records.js';
import { openSnapshot } from '../../src/feed/read-snapshot.js';
import type { SnapshotEnd, WindowLimits } from '../../src/feed/snapshot-reader.js';
import { memorySpool } from './memory-spool.js';

export interface ReadJson {
  raw: string[];
  fingerprints: string[];
  parsed: ParsedRecordResult[];
  surroundings: RecordSurroundings[];
  end: SnapshotEnd;
}

/** Reads a whole JSON file, as a poll would. */
export async function jsonOf(
  document: string | Uint8Array,
  format: Partial<JsonFormat> = {},
  limits: Partial<WindowLimits> = {},
): Promise<ReadJson> {
  const whole: JsonFormat = {
    container: 'json',
    root: [],
    records: format.lines === true ? [] : ['ads'],
    lines: false,
    declaredCount: null,
    ...format,
  };
  const surroundings: RecordSurroundings[] = [];
  const reader = await openSnapshot(
    memorySpool({ feed: Buffer.from(document as string) }),
    'feed',
    { format: whole, encoding: 'auto', lengthAnnounced: false },
    (around) => {
      surroundings.push(around);
      return Buffer.from(JSON.stringify(around));
    },
    { limits: { windowBytes: 1 << 20, neededBytesMax: 1 << 24, recordsPerBlock: 2_000, ...limits } },
  );
  const read: Omit<ReadJson, 'end'> = { raw: [], fingerprints: [], parsed: [], surroundings };
  for await (const block of reader.blocks()) {
    const indices = Array.from({ length: block.count }, (_, index) => index);
    const records = [...parseRecords(whole, block.take(indices))];
    read.parsed.push(...records.map(({ result }) => result));
    if (records.some(({ mayHideRecords }) => mayHideRecords)) reader.doubt();
    for (const index of indices) {
      read.raw.push(Buffer.from(block.raw(index)).toString());
      read.fingerprints.push(
        Buffer.from(block.fingerprints.subarray(index * 16, index * 16 + 16)).toString('hex'),
      );
    }
  }
  const end = reader.end();
  await reader.close();
  return { ...read, end };
}
