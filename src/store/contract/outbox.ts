import type { ConnectionId, ExternalId, FeedId } from '../../model/ids.js';
import type { Lane, PortalState } from '../../model/listing-states.js';
import type { WaitReason } from '../../model/wait-cause.js';
import type { BatchItem, BatchRecord, OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';

/** Changes to send to the portal: at most one entry per listing. */
export interface OutboxStore {
  /** Entries in no unsettled batch that may be sent at `now`, by lane, then oldest first. */
  sendable(
    connectionId: ConnectionId,
    op: OutboxEntry['op'],
    now: Millis,
    limit: number,
  ): Promise<OutboxEntry[]>;
  /** Upserts in no unsettled batch that may be sent at `now`: the `limit` oldest of each feed and lane. */
  candidates(connectionId: ConnectionId, now: Millis, limit: number): Promise<OutboxEntry[]>;
  /** Number of upserts in no unsettled batch, by feed and lane. */
  waiting(connectionId: ConnectionId): Promise<{ feedId: FeedId | null; lane: Lane; count: number }[]>;
  /** Number of upserts of the same feed and lane that are sent before this entry. */
  place(row: OutboxEntry): Promise<number>;
  /** Entries of these listings. */
  of(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<OutboxEntry[]>;
  /** @param connectionId null: of all connections */
  counts(
    connectionId: ConnectionId | null,
  ): Promise<{ upserts: number; removals: number; byLane: Partial<Record<Lane, number>> }>;
  /** For each lane, since when its oldest entry that may be sent now or is in a batch is queued, over all active connections. */
  oldest(now: Millis): Promise<{ lane: Lane; queuedAt: Millis }[]>;
  /** The earliest time at which an entry in no batch may be sent; null if there is no such entry. */
  nextDueAt(connectionId: ConnectionId): Promise<Millis | null>;
  /**
   * Stores entries. A new entry replaces the listing's former one, but stays bound to the batch that carries the listing, and keeps the age of
   * the former one if both have the same operation.
   */
  put(rows: readonly Omit<OutboxEntry, 'batchId' | 'attempts' | 'feedId' | 'waits'>[]): Promise<void>;
  /**
   * Queues listings again with their stored content and counts a retry of each. Their place in the lane is that of entries queued at their
   * first refusal. Listings that are removed, absent or without content are left out.
   * @returns the number of queued listings
   */
  sendAgain(
    connectionId: ConnectionId,
    externalIds: readonly ExternalId[],
    lane: Lane,
    now: Millis,
  ): Promise<number>;
  /** Counts one attempt to send a removal, before it is sent. */
  attempt(connectionId: ConnectionId, externalId: ExternalId): Promise<void>;
  /** Takes back the count of an attempt that certainly changed nothing at the portal. A removal without attempts can still be canceled. */
  attemptFailed(connectionId: ConnectionId, externalId: ExternalId): Promise<void>;
  /** Defers entries until `until`, each with its reason. */
  park(
    connectionId: ConnectionId,
    reasons: ReadonlyMap<string, WaitReason>,
    time: { until: Millis; now: Millis },
  ): Promise<void>;
  /** Entries with a reason to wait (`waits`), even if their time has come. @param connectionIds null: of all connections */
  parked(connectionIds: readonly ConnectionId[] | null): Promise<OutboxEntry[]>;
  /** Makes the connection's deferred entries sendable now, on a person's request. */
  release(connectionId: ConnectionId, now: Millis): Promise<void>;
  drop(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<void>;
}

export interface BatchStore {
  /**
   * Stores a batch before it is sent: binds its outbox entries, adds its spend (scope: the connection's id) as in flight, and dates the
   * first sending of listings and feeds.
   * @throws if an unsettled batch carries one of the listings already; nothing is written then
   */
  create(batch: {
    connectionId: ConnectionId;
    idempotencyKey: string;
    body: Uint8Array;
    items: BatchItem[];
    /** Number of items that feedsync changed itself (lane `own_change`), not the feed. */
    ownChanges: number;
    now: Millis;
  }): Promise<BatchRecord>;
  unsettled(connectionId: ConnectionId): Promise<BatchRecord[]>;
  get(id: number): Promise<BatchRecord | null>;
  update(
    id: number,
    change: Partial<Pick<BatchRecord, 'state' | 'portalId' | 'attempts' | 'nextAttemptAt'>>,
  ): Promise<void>;
  /** Settles a batch after the portal's reply: changes its listings, frees or deletes its outbox entries, and sets its final spend. */
  settle(
    id: number,
    settlements: readonly ItemSettlement[],
    spend: { at: Millis; items: number },
  ): Promise<void>;
  /**
   * Gives up a batch. Its outbox entries are free again with their current content. If nothing was spent, the portal certainly refused the
   * batch, and first sendings are undated. Otherwise the dates in the batch may have reached the portal and count as sent.
   */
  dissolve(
    id: number,
    change: {
      now: Millis;
      /** Number of spent items. */
      spent: number;
      /** Items deferred until `parkUntil`, each with its reason. Null: deferred without a reason, so that others are sent first. */
      park: ReadonlyMap<string, WaitReason | null>;
      parkUntil: Millis;
      /** Items whose outcome is known nevertheless. */
      settled?: readonly ItemSettlement[];
    },
  ): Promise<void>;
  /**
   * Stores that the portal confirmed a removal: changes the listing, deletes the removal's outbox entry (a newer upsert stays), adds an
   * event.
   */
  settleRemoval(
    connectionId: ConnectionId,
    externalId: ExternalId,
    state: PortalState,
    now: Millis,
  ): Promise<void>;
}

/** Outcome of one item of a settled batch, decided by `core/judge`. */
export interface ItemSettlement {
  externalId: ExternalId;
  /** Change of the listing. */
  listing: Partial<Omit<ListingRecord, 'connectionId' | 'externalId'>>;
  /** `done`: the outbox entry is deleted if its digest is still the one sent. `again`: the entry stays and may be sent at `notBefore`. */
  outbox: { kind: 'done' } | { kind: 'again'; notBefore: Millis };
  event: { kind: string; data: Record<string, string | number | null> };
}
