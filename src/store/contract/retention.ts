import type { FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** Ends of what is kept, as moments: what is older goes. */
export interface KeptSince {
  /** Of listings that left, holds that were decided and batches: how far history goes back. */
  history: Millis;
  /** Of runs, of notices whose cause is gone, and of what was asked of the daemon. */
  logs: Millis;
}

/** A copy of the store as it was before an upgrade, beside the store. */
export interface UpgradeCopy {
  file: string;
  /** Null: this store did not come to the schema that the copy was made for. */
  upgradedAt: Millis | null;
}

export interface RetentionStore {
  /**
   * Forgets up to `limit` listings that left before `before`, with payload and events. What may still be on the portal, has
   * something to be sent, is suppressed, is shown by an open hold or is named by another feed stays.
   * @returns how many
   */
  forgetListings(before: Millis, limit: number): Promise<number>;
  /** Everything that was read of a feed that ended, but what belongs to its listings; a later feed of this name starts without history. */
  forgetRecords(feedId: FeedId): Promise<void>;
  /**
   * Forgets runs but the newest of each kind, carried out intents, notices whose cause is gone, decided holds and finished
   * reconciles, and settled batches (their bodies went when they were settled) that nothing refers to. Audit lines are kept.
   */
  forgetNotes(since: KeptSince): Promise<void>;
  upgradeCopies(): Promise<UpgradeCopy[]>;
  /** Removes copies of upgrades before then. @returns those that it removed */
  forgetUpgradeCopies(before: Millis): Promise<UpgradeCopy[]>;
}
