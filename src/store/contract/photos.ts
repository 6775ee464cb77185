import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** Results of photo checks, by the photo's URL. Only feeds whose photos are checked have any. */
export interface PhotoStore {
  get(keys: readonly string[]): Promise<Map<string, PhotoRecord>>;
  save(rows: readonly PhotoRecord[]): Promise<void>;
  /**
   * Replaces the wanted content of listings whose photos have new digests, and queues it. Listings whose wanted content has changed since
   * the check are skipped.
   * @returns external ids of the changed listings
   */
  putDigests(
    connectionId: ConnectionId,
    changes: readonly PhotoDigestChange[],
    now: Millis,
  ): Promise<string[]>;
  /** Deletes photos that were last checked before this time. */
  forget(before: Millis): Promise<void>;
}

export interface PhotoRecord {
  /** The photo's URL without query keys that change at each export. */
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the photo, hex; null until it was read once. */
  sha256: string | null;
  /** Time of the last request for the photo, whatever the answer. */
  checkedAt: Millis;
}

export interface PhotoDigestChange {
  externalId: ExternalId;
  /** Digest of the listing's wanted content when its photos were checked. */
  formerDigest: string;
  /** Digest of the new content. */
  digest: string;
  /** The new content, compressed. */
  packed: Uint8Array;
  /** `feed_change`: the feed replaced a photo. `own_change`: a photo was read for the first time, so that its digest is added. */
  lane: 'feed_change' | 'own_change';
}
