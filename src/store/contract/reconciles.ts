import type { ConnectionId, ExternalId, HoldId } from '../../model/ids.js';
import type { ReconcileListing, ReconcilePlan, SeenListing } from '../../model/reconcile.js';
import type { Millis } from '../../model/millis.js';

/** The nightly comparison: what it needs to know, and what it does in one transaction each (RULES R114). */
export interface ReconcileStore {
  /** Every listing of the connection that the store knows, whatever its state. */
  listings(connectionId: ConnectionId): Promise<ReconcileListing[]>;
  /** Stores a call before it is sent. */
  plan(plan: Omit<ReconcilePlan, 'id'>): Promise<ReconcilePlan>;
  /** The call whose outcome is not known. */
  unfinished(connectionId: ConnectionId): Promise<ReconcilePlan | null>;
  /** The portal carried it out: its listings are archived, their events added, approvals used up. */
  finish(plan: ReconcilePlan, now: Millis): Promise<void>;
  /** It had no effect, or is not relied on: the next one is computed again. */
  drop(id: number, now: Millis): Promise<void>;
  /** Ids that a person let a call archive, and that no call has archived yet. */
  approved(connectionId: ConnectionId): Promise<string[]>;
  /** Queues the removal of listings that are off already; approvals are used up. */
  removeOneByOne(connectionId: ConnectionId, externalIds: readonly ExternalId[], now: Millis): Promise<void>;
  /** Takes foreign listings off: each becomes a removal in the outbox. */
  archiveForeign(connectionId: ConnectionId, externalIds: readonly ExternalId[], now: Millis): Promise<void>;
  /** The portal's word on what it holds becomes ours: ids, states and digests (adopt mode). */
  adopt(
    connectionId: ConnectionId,
    seen: readonly SeenListing[],
    change: { pushedAt: Millis; now: Millis },
  ): Promise<void>;
  /** Sends listings again, or gives them up as taken down, and counts it. `missed`: cycles in which a repair had not helped. */
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
  /** Decides lines of a hold of foreign listings: archived ones leave the portal, adopted ones are kept until removed by hand. */
  decideForeign(
    holdId: HoldId,
    decision: { archive: readonly string[]; adopt: readonly string[] },
    by: string,
    now: Millis,
  ): Promise<void>;
  /** Lets the next call archive these lines of a confirmation hold, and makes it due. */
  approveArchive(holdId: HoldId, externalIds: readonly ExternalId[], by: string, now: Millis): Promise<void>;
}
