import type { FileKind } from './feed-format.js';
import type { Millis } from './millis.js';

export interface PartValidators {
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the inflated bytes, hex. */
  bodyHash: string;
}

export interface Snapshot {
  id: number;
  feedId: number;
  fetchedAt: Millis;
  /** In the spool, as fetched and inflated, a line for each file (`model/snapshot-parts.ts`); empty once retention took the file and only the hash is remembered. */
  path: string;
  bytes: number;
  /** SHA-256 of the inflated body, hex. */
  bodyHash: string;
  completeness: 'complete' | 'weak';
  encoding: string;
  recordCount: number;
  kind: FileKind;
  /** Its place among the files of its feed, where the mapping says where it stands: a number, or epoch milliseconds. */
  sequence: number | null;
  /**
   * `approved`: a person accepted the plan that was held; it is planned again from disk. `pending`: of a feed of changes, in which
   * each file counts: not applied yet, or not wholly.
   */
  state: 'kept' | 'committed' | 'deferred' | 'held' | 'approved' | 'pending';
}
