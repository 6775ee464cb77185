import type { RecordSurroundings } from '../model/feed-format.js';
import type { RecordObject } from '../model/record.js';
import type { RepairKind } from '../model/outcome.js';

/**
 * The records of one block. For each of the first `count` entries: the offsets of its first byte and behind its last byte in the view,
 * and the number that `EnterSurroundings` returned for its surroundings. `starts.length` is the capacity of the block.
 */
export interface FoundRecords {
  count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly surroundings: Int32Array;
  /** The number of each record's row in its sheet; 0 where the file is no sheet. */
  readonly rows: Int32Array;
}

/**
 * A splitter calls this at a record whose surroundings differ from those of the record before it. Returns the number by which
 * `FoundRecords` refers to these surroundings.
 */
export type EnterSurroundings = (surroundings: RecordSurroundings) => number;

/** What is known about the end of a file before it is read. */
export interface KnownEnd {
  /** Whether the last complete snapshot ended with a line break; null if there is no such snapshot. */
  formerEndedWithNewline: boolean | null;
  /** Whether the sender announced the file's length. */
  lengthAnnounced: boolean;
}

/** Finds the records of a file. The caller passes the file window by window (`view`) and drops the bytes that are no longer needed. */
export interface Splitter {
  /**
   * Continues where the last call stopped and appends to `found`.
   * @param final no bytes follow the view in the file
   * @returns `more`: call again when bytes follow the view; `full`: call again with an empty block; `done`: the splitter has failed
   */
  scan(view: Buffer, final: boolean, found: FoundRecords): 'more' | 'full' | 'done';
  /** Offset in the view of the first byte that later calls of `scan` need. */
  neededFrom(): number;
  /** The caller dropped the first `by` bytes of the view: all offsets move down by that number. */
  shifted(by: number): void;
  /** Records a failure. The first reason counts. */
  fail(reason: string): void;
  /** Why the file is not a whole document, as part of a sentence; null for a whole one. Called after the last byte was scanned. */
  problem(): string | null;
  /** Whether the file consists of one record without a root element around it. Only for formats that allow such files. */
  isLoneRecord?(): boolean;
  /** What was repaired in the file, outside of its records. Called after the last byte was scanned. */
  repairs?(): readonly RepairKind[];
  /** The number of hidden rows of a sheet that hold anything. Called after the last byte was scanned. */
  hiddenRows?(): number;
  /** Whether the file has shown that it is whole, whatever its format. Called after the last byte was scanned. */
  provesItsEnd?(): boolean;
  /** The values before and after the records, for formats in which values can follow them. Called after the last byte was scanned. */
  trailing?(): RecordObject;
  /** The values behind the last record, for formats whose `trailing` leaves them out. Called after the last byte was scanned. */
  behind?(): RecordObject;
}

/** An empty block. */
export function foundRecords(capacity: number): FoundRecords {
  return {
    count: 0,
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    surroundings: new Int32Array(capacity),
    rows: new Int32Array(capacity),
  };
}

/** Appends a record. The caller makes sure that the block has room. @param row its number in its sheet; 0 without a sheet */
export function addRecord(
  found: FoundRecords,
  start: number,
  end: number,
  surroundings: number,
  row = 0,
): void {
  found.rows[found.count] = row;
  found.starts[found.count] = start;
  found.ends[found.count] = end;
  found.surroundings[found.count] = surroundings;
  found.count += 1;
}

/** The configured paths of records as a tree of names, from the root of the document. */
export interface RecordPath {
  children: Map<string, RecordPath>;
  /** Whether a path ends at this name. */
  isRecord: boolean;
}

/** @param paths names separated by `/` */
export function recordPaths(paths: readonly string[]): RecordPath {
  const top: RecordPath = { children: new Map(), isRecord: false };
  for (const path of paths) {
    let node = top;
    for (const name of path.split('/')) {
      const child = node.children.get(name) ?? { children: new Map(), isRecord: false };
      node.children.set(name, child);
      node = child;
    }
    node.isRecord = true;
  }
  return top;
}
