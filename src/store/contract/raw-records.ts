import type { FeedId, SourceId } from '../../model/ids.js';
import type { RawContent } from '../../model/staged-record.js';
import type { Millis } from '../../model/millis.js';

/**
 * Records of feeds of changes as their files had them: no file can be asked for them again. Kept when an outcome is committed
 * (`RecordDecision.keepsRaw`), each with the last of its record that told what becomes of its listings, and the one that came later
 * and did not.
 */
export interface RawRecordStore {
  /** What the selected records stand in, each once: they are read group by group. */
  places(feedId: FeedId, which: RawSelection): Promise<{ id: number; surroundings: string }[]>;
  /** By ordinal, those of one place; of records that the feed still has. */
  page(
    feedId: FeedId,
    which: RawSelection & { placeId: number },
    afterOrdinal: number,
    limit: number,
  ): Promise<(Pick<RawRecord, 'sourceId' | 'bytes' | 'undecodable'> & { ordinal: number })[]>;
  /** What is kept of one record, newest first; that of a listing that is gone too, for as long as it is kept. */
  of(feedId: FeedId, sourceId: SourceId): Promise<RawRecord[]>;
  /** Whether anything is kept of this feed. */
  any(feedId: FeedId): Promise<boolean>;
  /** Deletes those whose listings, or whose records, are gone since before then. */
  forget(before: Millis): Promise<void>;
}

export interface RawSelection {
  /** `overtaken`: told what becomes of their listings, and were followed by one that does not; `newest`: the last of each record. */
  which: 'overtaken' | 'newest';
  /** Those alone whose record has no fingerprint and must be read again. */
  forgotten: boolean;
}

export interface RawRecord extends RawContent {
  sourceId: SourceId;
  /** When its file was fetched. */
  readAt: Millis;
}
