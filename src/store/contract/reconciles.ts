import type { ConnectionId, ExternalId, HoldId } from '../../model/ids.js';
import type { ReconcileListing, ReconcilePlan, SeenListing } from '../../model/reconcile.js';
import type { Millis } from '../../model/millis.js';

/** Data of reconciling, the nightly comparison with the portal. Each method that changes something is one transaction (RULES R142). */
export interface ReconcileStore {
  /** All stored listings of the connection, in any state. */
  listings(connectionId: ConnectionId): Promise<ReconcileListing[]>;
  /** Stores a call before it is sent. */
  plan(plan: Omit<ReconcilePlan, 'id'>): Promise<ReconcilePlan>;
  /** The stored call whose outcome is not known; null: none. */
  unfinished(connectionId: ConnectionId): Promise<ReconcilePlan | null>;
  /** The portal executed the call: marks its listings as archived, adds their events and uses up approvals. */
  finish(plan: ReconcilePlan, now: Millis): Promise<void>;
  /** Discards a call that had no effect, or whose effect is unknown and not relied on. The next call is computed from the start. */
  drop(id: number, now: Millis): Promise<void>;
  /** External ids that a person approved for archiving and no call has archived yet. */
  approved(connectionId: ConnectionId): Promise<string[]>;
  /** Queues removals again for listings that are removed here but still on the portal, and uses up approvals. */
  removeOneByOne(connectionId: ConnectionId, externalIds: readonly ExternalId[], now: Millis): Promise<void>;
  /** Queues the removal of foreign listings. Listings that are not foreign any more are skipped. */
  archiveForeign(connectionId: ConnectionId, externalIds: readonly ExternalId[], now: Millis): Promise<void>;
  /** Adopt mode: stores the ids, states and digests that the portal reports as the listings' confirmed state. */
  adopt(
    connectionId: ConnectionId,
    seen: readonly SeenListing[],
    change: { pushedAt: Millis; now: Millis },
  ): Promise<void>;
  /**
   * Handles drift between the store and the portal: queues the listing again (`repair`, counted) or marks it as `taken_down`.
   * `heldDigest`: digest that the portal holds, null if the listing is missing there. `missed`: see `ReconcileListing`.
   */
  repair(
    connectionId: ConnectionId,
    drifts: readonly {
      externalId: ExternalId;
      kind: 'missing' | 'content';
      action: 'repair' | 'taken_down';
      heldDigest: string | null;
      missed: number;
    }[],
    now: Millis,
  ): Promise<void>;
  /**
   * Decides lines of a hold of foreign listings: `archive` queues removals; `adopt` makes the listings manual ones, which stay until a user
   * removes them.
   */
  decideForeign(
    holdId: HoldId,
    decision: { archive: readonly string[]; adopt: readonly string[] },
    by: string,
    now: Millis,
  ): Promise<void>;
  /** Approves lines of a confirmation hold for archiving by the next reconcile call, and makes that call due now. */
  approveArchive(holdId: HoldId, externalIds: readonly ExternalId[], by: string, now: Millis): Promise<void>;
}
