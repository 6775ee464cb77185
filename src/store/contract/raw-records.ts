import type { FeedId, SourceId } from '../../model/ids.js';
import type { RawContent } from '../../model/staged-record.js';
import type { Millis } from '../../model/millis.js';

/**
 * Raw records of delta feeds. They are kept because no later file repeats them. Stored when an outcome is committed
 * (`RecordDecision.raw`). Of each record at most two versions are kept: the last one that decided what happens to its listings, and
 * a later one that did not (invalid, or to be kept as it is).
 */
export interface RawRecordStore {
  /** The distinct surroundings of the selected raw records. The caller then reads the records of each with `page`. */
  places(feedId: FeedId, which: RawSelection): Promise<{ id: number; surroundings: string }[]>;
  /** Selected raw records with the surroundings `placeId`, ordered by ordinal. */
  page(
    feedId: FeedId,
    which: RawSelection & { placeId: number },
    afterOrdinal: number,
    limit: number,
  ): Promise<(Pick<RawRecord, 'sourceId' | 'bytes' | 'undecodable'> & { ordinal: number })[]>;
  /** Kept versions of one record, newest first, even if its listings are removed. */
  of(feedId: FeedId, sourceId: SourceId): Promise<RawRecord[]>;
  /** Whether any raw record of the feed is kept. */
  any(feedId: FeedId): Promise<boolean>;
  /**
   * Deletes raw records whose listings were removed before this time, and raw records that were read before this time and whose record no
   * longer exists.
   */
  forget(before: Millis): Promise<void>;
}

/** Selects raw records of records that the feed still has and whose listings are not removed. */
export interface RawSelection {
  /** `overtaken`: the earlier of two kept versions. `newest`: the later one, or the only one. */
  which: 'overtaken' | 'newest';
  /** Only records without a fingerprint, which must be read again. */
  forgotten: boolean;
}

export interface RawRecord extends RawContent {
  sourceId: SourceId;
  /** When the file with this version was fetched. */
  readAt: Millis;
}
