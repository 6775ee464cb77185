import type { FeedId, SnapshotId } from './ids.js';
import type { FileKind } from './feed-format.js';
import type { SnapshotPart } from './snapshot-parts.js';
import type { Millis } from './millis.js';

export interface PartValidators {
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the inflated bytes, hex. */
  bodyHash: string;
}

export interface Snapshot {
  id: SnapshotId;
  feedId: FeedId;
  fetchedAt: Millis;
  /**
   * Files in the spool, as fetched and inflated: one for each URL or page of the feed, or file of its ZIP. Empty once retention deleted
   * them; the hash stays.
   */
  parts: readonly SnapshotPart[];
  bytes: number;
  /** SHA-256 of the inflated body, hex. */
  bodyHash: string;
  completeness: 'complete' | 'weak';
  encoding: string;
  recordCount: number;
  kind: FileKind;
  /** The file's position among the files of its feed, a number or epoch milliseconds; null where the mapping defines none. */
  sequence: number | null;
  /** The `Last-Modified` of the transfer, at most the time of the fetch; null: the server stated none, or the file has several parts. */
  modifiedAt: Millis | null;
  /**
   * `approved`: a person accepted the held file. The next poll reads it from disk, works out its changes again, and does not judge the file
   * as a whole again. `pending`: a file of a delta feed that is not applied yet, or only in part. It is applied before newer files, unless a
   * full file overtakes it.
   */
  state: 'kept' | 'committed' | 'deferred' | 'held' | 'approved' | 'pending';
}
