import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** What is known of pictures by their addresses, where a feed's photos are checked. */
export interface PhotoStore {
  get(keys: readonly string[]): Promise<Map<string, PhotoRecord>>;
  save(rows: readonly PhotoRecord[]): Promise<void>;
  /**
   * Puts other photo digests into what is wanted of listings, and queues them. A listing of which something else is wanted meanwhile
   * is left alone. The ids of the others are given back.
   */
  putDigests(
    connectionId: ConnectionId,
    changes: readonly PhotoDigestChange[],
    now: Millis,
  ): Promise<string[]>;
  /** Deletes pictures that were not used since. */
  forget(before: Millis): Promise<void>;
}

export interface PhotoRecord {
  /** Its address, without query keys that change at each export. */
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** Of the picture, hex; null while it was never read. */
  sha256: string | null;
  /** When it was last asked for, whatever the answer. */
  checkedAt: Millis;
}

export interface PhotoDigestChange {
  externalId: ExternalId;
  /** Digest of what was wanted when the photos were looked at. */
  formerDigest: string;
  digest: string;
  packed: Uint8Array;
  /** A picture that was replaced is the feed's change; one whose digest is new to us is ours. */
  lane: 'feed_change' | 'own_change';
}
