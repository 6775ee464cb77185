import type { ConnectionId, ExternalId, FeedId, SnapshotId } from '../../model/ids.js';
import type { HoldKind } from '../../model/listing-states.js';
import type { HoldLine, Hold } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';
import type { Claim } from './listings.js';
import type { Rename } from './renames.js';

export interface HoldStore {
  /** Opens the hold of this feed and kind, or gives the open one a new revision with these lines. */
  raise(
    hold: {
      connectionId: ConnectionId;
      feedId: FeedId | null;
      kind: HoldKind;
      reason: string;
      snapshotId: SnapshotId | null;
      lines: HoldLine[];
      /** Records that look like the same properties under other ids. */
      renames?: Rename[];
      cause?: string | null;
    },
    now: Millis,
  ): Promise<Hold>;
  open(scope: { feedId?: FeedId; kind?: HoldKind }): Promise<Hold[]>;
  /** Decided ones too. */
  all(scope?: { feedId?: FeedId }): Promise<Hold[]>;
  get(id: number): Promise<{ hold: Hold; lines: HoldLine[]; renames: Rename[] } | null>;
  /** Takes lines off (their listing came back); a hold without lines closes by itself. */
  release(id: number, externalIds: readonly ExternalId[], now: Millis): Promise<void>;
  close(id: number, now: Millis): Promise<void>;
  /** It was told again. */
  noteReminder(id: number, now: Millis): Promise<void>;
  /**
   * Approval of a whole file, or of new ids in it: it is taken over by its feed's next poll, which is due at once.
   * Approval: the removals become outbox rows in the same transaction, fingerprints of their records are deleted; what another feed
   * claims may pass to it at once. What an orphan claimed itself ends with any decision but rejection.
   * Rejection: the listings are pinned until `pinnedUntil`. Giving: those that the hold's feed still owns pass to another feed.
   * Re-keying: what it proposes is accepted, and nothing is taken off.
   */
  decide(
    id: number,
    decision:
      | { kind: 'approved'; remove: readonly HoldLine[]; passOn?: readonly Claim[] }
      | { kind: 'rejected'; pinnedUntil: Millis }
      | { kind: 'given'; toFeedId: number }
      | { kind: 'rekeyed' },
    by: string,
    now: Millis,
  ): Promise<void>;
}
