import type { ConnectionId, FeedId, RunId } from '../../model/ids.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { Run } from '../../model/run.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Lease } from './leases.js';

/** A calm feed that is due, in a lane without a holder. */
export interface DueCalmFeed {
  feedId: FeedId;
  connectionId: ConnectionId;
  /** The time of its next poll, in the past or impossibly far ahead. */
  at: Millis;
}

/** What a poll needs to know of a calm feed before it asks the source. */
export interface CalmFeed {
  row: FeedRecord;
  /** Its connection. */
  connection: ConnectionRecord;
  /** The committed file. */
  file: Pick<Snapshot, 'parts'>;
}

/** The end of a poll whose source confirmed the committed file. */
export interface CalmEnd extends Pick<Run, 'startedAt' | 'message' | 'balance'> {
  lease: Lease;
  feed: Pick<FeedRecord, 'id' | 'connectionId' | 'sourceHash'>;
  /** The feed's context as the poll read it. */
  context: string;
  nextPollAt: Millis;
}

/**
 * Calm feeds: an unchanged file of such a feed changes nothing but times in the feed's row. No listing of the feed is missing, held or to be
 * removed, no question about the feed is open, no file of it waits, and neither its last poll nor its last job failed.
 */
export interface CalmFeedStore {
  /** Those that are due, the longest waiting first. @param after the last one of the page before. @param aheadMs see `DueQuestion` */
  due(question: {
    now: Millis;
    aheadMs: number;
    limit: number;
    after: Pick<DueCalmFeed, 'feedId' | 'at'> | null;
  }): Promise<DueCalmFeed[]>;
  /** Those of these feeds that are calm, in lanes without a holder. */
  among(feedIds: readonly FeedId[]): Promise<ReadonlySet<FeedId>>;
  /** Those of these feeds that are calm. */
  known(feedIds: readonly FeedId[]): Promise<CalmFeed[]>;
  /**
   * Ends polls in one transaction and releases their lanes. A poll whose lease is lost, or whose feed is no longer calm or has another source
   * or context by now, is left out and changes nothing of its feed.
   * @returns the runs of the polls that were ended, by feed
   */
  end(polls: readonly CalmEnd[], now: Millis): Promise<ReadonlyMap<FeedId, RunId>>;
}
