import type { EncodingName, FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { RecordObject } from '../model/record.js';
import type { HashedRecords } from './fingerprint.js';
import type { RawRecords } from './parse-records.js';

export interface SnapshotOptions {
  format: FeedFormat;
  /** As configured; `auto` lets the file say. */
  encoding: EncodingName;
  /** Whether the sender said beforehand how long the file is: all that proves a whole file where the format has no end of its own. */
  lengthAnnounced: boolean;
  /** Whether the last complete snapshot ended with a line break; a format without an end of its own is cut where that is gone. */
  formerEndedWithNewline?: boolean | null;
  /** A file of changes may hold no records, or be a single one with nothing around it. */
  mayBeEmpty?: boolean;
  /** What the configuration says of this file; paths read it as they read the header. */
  given?: Readonly<Record<string, string>> | null;
}

/** One reading of a snapshot, from its first record to its last. */
export interface SnapshotReader {
  /** Ends early where the file turns out to be broken; `end` says so. */
  blocks(): AsyncIterable<RecordBlock>;
  /** Told of a record that cannot be parsed and may hold others: the file is not complete then. */
  doubt(): void;
  /** What the file proved to be. Asked after the last block, and after all parsing. */
  end(): SnapshotEnd;
  close(): Promise<void>;
}

/** Some records in the file's order. Their bytes are valid until the next block is asked for. */
export interface RecordBlock {
  readonly count: number;
  /** Packed, 16 bytes each: the first of sha256(context ‖ raw bytes). Theirs for good. */
  readonly fingerprints: Uint8Array;
  /** UTF-8. */
  raw(index: number): Uint8Array;
  /** A copy of these records, to be parsed (`parse-records.ts`) whenever and wherever it suits. */
  take(indices: readonly number[]): RawRecords;
}

export interface SnapshotEnd {
  completeness: 'complete' | 'weak' | 'incomplete';
  /** The whole sentence for a person; null unless incomplete. */
  reason: string | null;
  recordCount: number;
  /** Records with bytes that are no text in the file's encoding. */
  badRecords: number;
  encoding: string;
  /** SHA-256 over the fingerprints of all records, hex: equal for the same records in the same order under the same context. */
  recordsHash: string;
  /** What stands before the first record, in JSON also behind the last; null where the file was not understood so far. */
  header: RecordObject | null;
}

/** Limits that tests make small. */
export interface WindowLimits {
  windowBytes: number;
  /** Of one record, tag or comment, and of everything before the first record. */
  neededBytesMax: number;
  recordsPerBlock: number;
}

/** A block as plain data, which another thread can be given, and which is not hashed so far. */
export interface FoundBlock extends HashedRecords {
  /** Indices of records that are no text in the file's encoding. */
  bad: readonly number[];
  /** As many as there are contexts. */
  surroundings: readonly RecordSurroundings[];
}

export function recordBlock(
  { bytes, starts, ends, bad, around, surroundings }: FoundBlock,
  fingerprints: Uint8Array,
): RecordBlock {
  const raw = (index: number): Uint8Array => bytes.subarray(starts[index] ?? 0, ends[index] ?? 0);
  return {
    count: starts.length,
    fingerprints,
    raw,
    take: (indices) => {
      const places = [...new Set(indices.map((index) => around[index] ?? 0))];
      let end = 0;
      return {
        bytes: Buffer.concat(indices.map(raw)),
        ends: indices.map((index) => (end += raw(index).length)),
        undecodable: [...indices.keys()].filter((at) => bad.includes(indices[at] ?? -1)),
        around: indices.map((index) => places.indexOf(around[index] ?? 0)),
        surroundings: places.flatMap((place) => surroundings[place] ?? []),
      };
    },
  };
}
