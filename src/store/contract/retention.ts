import type { FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** Times before which data is deleted. */
export interface KeptSince {
  /** Removed listings, decided and closed holds, and settled and dissolved batches are deleted if they are older than this. */
  history: Millis;
  /**
   * Runs, ended notices, finished and dropped reconcile calls, and executed requests to the daemon are deleted if they are older than this.
   */
  logs: Millis;
}

/** A copy of the SQLite store, made beside it before an upgrade. */
export interface UpgradeCopy {
  file: string;
  /** When the store reached the schema that the copy was made for; null: it did not. */
  upgradedAt: Millis | null;
}

export interface RetentionStore {
  /**
   * Deletes up to `limit` listings that were removed before `before`, with their content and events. A listing stays while it may be on the
   * portal, has an outbox entry, is suppressed, is a line of an open hold, or is claimed by another feed.
   * @returns the number of deleted listings
   */
  forgetListings(before: Millis, limit: number): Promise<number>;
  /** Deletes the records and words of a feed that ended. Its listings stay. A later feed of this name starts without history. */
  forgetRecords(feedId: FeedId): Promise<void>;
  /**
   * Deletes old runs (except the newest of each kind, feed and connection), executed requests to the daemon, ended notices, decided and
   * closed holds, finished and dropped reconcile calls, and settled or dissolved batches that nothing refers to. Audit lines are kept.
   */
  forgetNotes(since: KeptSince): Promise<void>;
  upgradeCopies(): Promise<UpgradeCopy[]>;
  /** Deletes copies of upgrades that ended before this time. @returns the deleted copies */
  forgetUpgradeCopies(before: Millis): Promise<UpgradeCopy[]>;
}
