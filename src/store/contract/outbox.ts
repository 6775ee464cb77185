import type { ConnectionId, ExternalId, FeedId } from '../../model/ids.js';
import type { Lane, PortalState } from '../../model/listing-states.js';
import type { WaitReason } from '../../model/wait-cause.js';
import type { BatchItem, BatchRecord, OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';

export interface OutboxStore {
  /** Rows of no unsettled batch that may be sent at `now`, by lane, then by age. */
  sendable(
    connectionId: ConnectionId,
    op: OutboxEntry['op'],
    now: Millis,
    limit: number,
  ): Promise<OutboxEntry[]>;
  /** Wanted contents that may be sent at `now`: of each feed and lane the oldest `limit`. */
  candidates(connectionId: ConnectionId, now: Millis, limit: number): Promise<OutboxEntry[]>;
  /** Wanted contents that no batch carries, by feed and lane. */
  waiting(connectionId: ConnectionId): Promise<{ feedId: FeedId | null; lane: Lane; count: number }[]>;
  /** How many of its feed and lane go before this row. */
  place(row: OutboxEntry): Promise<number>;
  of(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<OutboxEntry[]>;
  counts(
    connectionId: ConnectionId | null,
  ): Promise<{ upserts: number; removals: number; byLane: Partial<Record<Lane, number>> }>;
  /** Since when the oldest entry waits that could be sent now or is on its way, by lane; of active connections only. */
  oldest(now: Millis): Promise<{ lane: Lane; queuedAt: Millis }[]>;
  /** When the earliest row that waits may be sent; null when none waits. */
  nextDueAt(connectionId: ConnectionId): Promise<Millis | null>;
  /** The latest entry of a listing wins; its row keeps the batch that carries it, and the age of the first entry of its kind. */
  put(rows: readonly Omit<OutboxEntry, 'batchId' | 'attempts' | 'feedId' | 'waits'>[]): Promise<void>;
  /**
   * Wants these listings sent once more as they are: one retry more each, and in their lane as old as their first refusal.
   * What is off, missing or without content is left out. @returns how many were queued
   */
  sendAgain(
    connectionId: ConnectionId,
    externalIds: readonly ExternalId[],
    lane: Lane,
    now: Millis,
  ): Promise<number>;
  /** Counts one attempt to send a removal, before it is sent. */
  attempt(connectionId: ConnectionId, externalId: ExternalId): Promise<void>;
  /** The last attempt did nothing at the portal: as long as none may have, the removal can be called off. */
  attemptFailed(connectionId: ConnectionId, externalId: ExternalId): Promise<void>;
  /** Keeps these back until then, each with its reason. */
  park(
    connectionId: ConnectionId,
    reasons: ReadonlyMap<string, WaitReason>,
    time: { until: Millis; now: Millis },
  ): Promise<void>;
  /** Those that have a reason to wait beside their turn, of these connections or all; some may be due again. */
  parked(connectionIds: readonly ConnectionId[] | null): Promise<OutboxEntry[]>;
  /** A person asks for all of it now: what was kept back may be sent again. */
  release(connectionId: ConnectionId, now: Millis): Promise<void>;
  drop(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<void>;
}

export interface BatchStore {
  /**
   * Stores the batch, binds its outbox rows, writes its spend (scope: the connection's id) as in flight and dates first
   * sendings, before anything is sent. A listing that an unsettled batch carries already is a bug, and nothing is written.
   */
  create(batch: {
    connectionId: ConnectionId;
    idempotencyKey: string;
    body: Uint8Array;
    items: BatchItem[];
    /** How many of the items are changes of our own making. */
    ownChanges: number;
    now: Millis;
  }): Promise<BatchRecord>;
  unsettled(connectionId: ConnectionId): Promise<BatchRecord[]>;
  get(id: number): Promise<BatchRecord | null>;
  update(
    id: number,
    change: Partial<Pick<BatchRecord, 'state' | 'portalId' | 'attempts' | 'nextAttemptAt'>>,
  ): Promise<void>;
  /** Applies the verdicts, frees or drops the outbox rows, and fixes the spend at the reply's time (`spent` items). */
  settle(
    id: number,
    settlements: readonly ItemSettlement[],
    spend: { at: Millis; items: number },
  ): Promise<void>;
  /**
   * Its rows return to the outbox with their current content. A definite refusal spent nothing, and its first sendings
   * never were; otherwise the dates sent count as sent. What is known of some items all the same is settled with it.
   */
  dissolve(
    id: number,
    change: {
      now: Millis;
      spent: number;
      /** Items that are not sent again at once, each with its reason; null: only to be looked at after the others. */
      park: ReadonlyMap<string, WaitReason | null>;
      parkUntil: Millis;
      settled?: readonly ItemSettlement[];
    },
  ): Promise<void>;
  /** Fixes the listing, deletes the outbox row of a removal that the portal confirmed (not a newer entry), and adds the listing's event. */
  settleRemoval(
    connectionId: ConnectionId,
    externalId: ExternalId,
    state: PortalState,
    now: Millis,
  ): Promise<void>;
}

/** What a settled batch means for one of its items, decided by `core/judge`. */
export interface ItemSettlement {
  externalId: ExternalId;
  /** Change of the listing row. */
  listing: Partial<Omit<ListingRecord, 'connectionId' | 'externalId'>>;
  /** `done`: the row leaves the outbox if it still asks for the digest sent. `again`: it stays and may be sent at `notBefore`. */
  outbox: { kind: 'done' } | { kind: 'again'; notBefore: Millis };
  event: { kind: string; data: Record<string, string | number | null> };
}
