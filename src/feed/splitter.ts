import type { RecordSurroundings } from '../model/feed-format.js';
import type { RecordObject } from '../model/record.js';

/** Records of one block: places in the window, and the number that the reader gave their surroundings. */
export interface FoundRecords {
  count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly surroundings: Int32Array;
}

/** Told at the first record under other surroundings than the one before; answers with the number to file them under. */
export type EnterSurroundings = (surroundings: RecordSurroundings) => number;

/**
 * Finds records in bytes that arrive window by window. `more`: it needs bytes behind the view; `full`: the block is; `done`: it
 * has failed.
 */
export interface Splitter {
  /** @param final nothing follows the view */
  scan(view: Buffer, final: boolean, found: FoundRecords): 'more' | 'full' | 'done';
  /** The first byte of the view that is still needed. */
  neededFrom(): number;
  /** The bytes before `neededFrom` were dropped. */
  shifted(by: number): void;
  fail(reason: string): void;
  /** Why what it has read is not a whole document; null if it is. Asked once no bytes are left. */
  problem(): string | null;
  /** Whether the file turned out to be one record with nothing around it, for formats that have such files. */
  isLoneRecord?(): boolean;
  /** Everything outside of the records, also what follows them, for formats that have it. Asked once no bytes are left. */
  trailing?(): RecordObject;
}

export function foundRecords(capacity: number): FoundRecords {
  return {
    count: 0,
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    surroundings: new Int32Array(capacity),
  };
}
