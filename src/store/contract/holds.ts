import type { ConnectionId, FeedId, SnapshotId } from '../../model/ids.js';
import type { HoldKind } from '../../model/listing-states.js';
import type { HoldLine, Hold, HoldCause, RemovalLine } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';
import type { Claim, ContentChange } from './listings.js';
import type { Rename } from './renames.js';

/** Holds: removals and other changes that wait for a person's decision. */
export interface HoldStore {
  /**
   * Opens the hold of this connection, feed and kind. If one is open, its lines are replaced, and its revision rises if a line is new or a
   * number in the reason differs.
   */
  raise(
    hold: {
      connectionId: ConnectionId;
      feedId: FeedId | null;
      kind: HoldKind;
      reason: string;
      snapshotId: SnapshotId | null;
      lines: HoldLine[];
      /** Proposals: lines whose property seems to have a new record under another id. */
      renames?: Rename[];
      cause?: HoldCause | null;
      /** Number of lines of a hold of kind `content`, whose lines are the feed's doubts; `lines` is empty then. */
      doubts?: number;
    },
    now: Millis,
  ): Promise<Hold>;
  open(scope: { feedId?: FeedId; kind?: HoldKind }): Promise<Hold[]>;
  /** Open, decided and closed holds, of one feed or of all, newest first. */
  all(scope?: { feedId?: FeedId }): Promise<Hold[]>;
  get(id: number): Promise<{ hold: Hold; lines: HoldLine[]; renames: Rename[] } | null>;
  /** Closes an open hold whose reason is gone, without a decision. */
  close(id: number, now: Millis): Promise<void>;
  /** Stores that a reminder of the hold was sent. */
  noteReminder(id: number, now: Millis): Promise<void>;
  /**
   * Stores a decision and applies it in one transaction.
   * `approved`: queues the removals in `remove`, makes the listings of `deactivate` inactive, and transfers the listings in `passOn` to
   * other feeds.
   * `rejected`: pins the listings until `pinnedUntil`; those that would become inactive stay active until then.
   * `hidden`: makes listings inactive, which their feed lacks, and removes none. They are pinned until `until`, and their records are read
   * again when they come back.
   * `given`: transfers the listings that the hold's feed still owns to another feed.
   * `rekeyed`: accepts the proposed renames and removes nothing.
   * Approving or re-keying a hold of kind `plan` also approves its file, which the feed's next poll commits at once.
   * Any decision but `rejected` on a hold of kind `orphan` deletes the orphaned feed's own claims.
   * @throws StoreError `wrong_state` if the hold is unknown or not open
   */
  decide(
    id: number,
    decision:
      | {
          kind: 'approved';
          remove: readonly RemovalLine[];
          deactivate?: readonly ContentChange[];
          passOn?: readonly Claim[];
        }
      | { kind: 'rejected'; pinnedUntil: Millis }
      | {
          kind: 'hidden';
          until: Millis;
          missing: readonly ContentChange[];
        }
      | { kind: 'given'; toFeedId: number }
      | { kind: 'rekeyed' },
    by: string,
    now: Millis,
  ): Promise<void>;
}
