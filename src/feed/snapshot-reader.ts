import type { EncodingName, FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { RecordObject } from '../model/record.js';
import type { RepairKind } from '../model/outcome.js';
import { notUsable } from './consequence.js';
import type { HashedRecords } from './fingerprint.js';
import type { Sign } from './more/signs-of-more.js';
import type { RawRecords } from './parse-records.js';

export interface SnapshotOptions {
  format: FeedFormat;
  /** The configured encoding. With `auto`, the file determines it: by a byte order mark or a declaration. */
  encoding: EncodingName;
  /** Whether the sender announced the file's length. For a format without an end mark, only this proves that the file is whole. */
  lengthAnnounced: boolean;
  /**
   * Whether the last complete snapshot ended with a line break; null if there is none. If it did and this file does not, a CSV file
   * without an end mark counts as cut off.
   */
  formerEndedWithNewline?: boolean | null;
  /** For delta feeds: the file may have no records, or be a single record without a root around it. */
  mayBeEmpty?: boolean;
  /** Values that the configuration gives for this file. Paths of a mapping find them in the header. */
  given?: Readonly<Record<string, string>> | null;
}

/** One reading of a snapshot, from its first record to its last. */
export interface SnapshotReader {
  /** The records in blocks. Stops early at a broken place; `end` then reports an incomplete file. */
  blocks(): AsyncIterable<RecordBlock>;
  /** The caller reports a record that cannot be parsed and may include further records. The file then counts as incomplete. */
  doubt(): void;
  /** The result of the reading. Called after the last block, and after all its records were parsed. */
  end(): SnapshotEnd;
  close(): Promise<void>;
}

/** Some records in the file's order. Their bytes are valid until the next block is requested. */
export interface RecordBlock {
  readonly count: number;
  /** For each record the first 16 bytes of sha256(context ‖ raw bytes), concatenated. Stays valid after the next block is requested. */
  readonly fingerprints: Uint8Array;
  /** The bytes of one record, UTF-8. */
  raw(index: number): Uint8Array;
  /** A copy of these records, for parsing at any time and on any thread (`parse-records.ts`). */
  take(indices: readonly number[]): RawRecords;
}

/** The result of a reading. */
export interface SnapshotEnd {
  /** `weak`: the file looks whole, but neither its format nor an announced length proves it. */
  completeness: 'complete' | 'weak' | 'incomplete';
  /** Why the file is incomplete, a whole sentence for the operator; null for a complete or weak file. */
  reason: string | null;
  recordCount: number;
  /** Number of records with bytes that the file's encoding cannot decode. */
  badRecords: number;
  encoding: string;
  /** SHA-256 over the fingerprints of all records, hex: equal for the same records in the same order under the same context. */
  recordsHash: string;
  /** The values before the first record, in JSON also those behind the last; null if the file broke before its first record. */
  header: RecordObject | null;
  /** What the values around the records announce beyond them. */
  signs: readonly Sign[];
  /** What was repaired in the file, outside of its records. */
  repairs: readonly RepairKind[];
  /** How many rows with content the sheet of a workbook hides. They are read like all others. Left out: none, or the file is no sheet. */
  hiddenRows?: number;
}

/** The end of a file that was not read to its end. @param reason a clause such as "the file is empty" */
export function unreadEnd(reason: string, encoding: string): SnapshotEnd {
  return {
    completeness: 'incomplete',
    reason: notUsable(reason),
    ...{ recordCount: 0, badRecords: 0, encoding, recordsHash: '', header: null, signs: [], repairs: [] },
  };
}

/** Limits of reading. Tests use smaller ones. */
export interface WindowLimits {
  /** The number of bytes that are read at once. */
  windowBytes: number;
  /** The maximal length of a record, a tag or a comment, and of everything before the first record. */
  neededBytesMax: number;
  recordsPerBlock: number;
}

/** A block before hashing, as plain data that can be sent to another thread. */
export interface FoundBlock extends HashedRecords {
  /** Number of records of the file before this block; null where the records are of no one file. */
  before: number | null;
  /** The number of each record's row in its sheet; left out where the file is no sheet. */
  rows?: Int32Array;
  /** Indices of the records with bytes that the file's encoding cannot decode. */
  bad: readonly number[];
  /** The surroundings of each entry of `contexts`. */
  surroundings: readonly RecordSurroundings[];
}

/** @param fingerprints of all records of the block, concatenated */
export function recordBlock(
  { bytes, before, rows, starts, ends, bad, around, surroundings }: FoundBlock,
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
        numbers: indices.map((index) => rows?.[index] ?? (before === null ? 0 : before + index + 1)),
      };
    },
  };
}
