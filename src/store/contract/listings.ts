import type { ConnectionId, ExternalId, FeedId, SourceId } from '../../model/ids.js';
import type { PortalState, Presence } from '../../model/listing-states.js';
import type { RemoveReason } from '../../model/outcome.js';
import type { Standing } from '../../model/standing.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ListingEvent } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import type { SeenOrdinals } from './records.js';

export interface ListingStore {
  get(connectionId: ConnectionId, externalId: ExternalId): Promise<ListingRecord | null>;
  getMany(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<ListingRecord[]>;
  list(filter: ListingFilter): Promise<ListingRecord[]>;
  /** By connection, then by external id. */
  page(filter: ListingPageFilter): Promise<ListingRecord[]>;
  /** By external id, source id, agency's code, portal ids or title; folded. */
  find(query: string, scope: { feedId?: FeedId; connectionId?: ConnectionId }): Promise<ListingRecord[]>;
  payload(connectionId: ConnectionId, externalId: ExternalId): Promise<Record<string, unknown> | null>;
  payloads(
    connectionId: ConnectionId,
    externalIds: readonly ExternalId[],
  ): Promise<Map<string, Record<string, unknown>>>;
  /** How many of the feed's records own a listing that is not off. */
  ownedCount(feedId: FeedId): Promise<number>;
  /** Ordinals, ascending, of those of them that were not seen. */
  ownedUnseen(feedId: FeedId, seen: SeenOrdinals): Promise<number[]>;
  /** Listings of these records that are not off. */
  ofOrdinals(feedId: FeedId, ordinals: readonly number[]): Promise<ListingRecord[]>;
  /** Listings of the feed that are not off but in grace, held or pinned, no longer offered, or marked for removal by their record. */
  waiting(feedId: FeedId): Promise<(ListingRecord & { ordinal: number })[]>;
  /** Of feeds that are polled, or will be again, on listings that this feed owns. */
  claims(feedId: FeedId): Promise<Claim[]>;
  /** How many listings the feed missed first in this time, whatever became of them since, and how many it had. */
  missedBetween(feedId: FeedId, from: Millis, to: Millis): Promise<{ missed: number; of: number }>;
  /** For the guard: every listing of the feed that is on, or went off since `since`; null: those that are on. */
  ownedSince(
    feedId: FeedId,
    since: Millis | null,
  ): Promise<{ externalId: ExternalId; firstSentAt: Millis | null; offSince: Millis | null }[]>;
  applyAbsences(
    connectionId: ConnectionId,
    feedId: FeedId,
    decisions: readonly AbsenceDecision[],
    now: Millis,
  ): Promise<void>;
  /** What the view or a push said; keys not given stay. */
  update(
    connectionId: ConnectionId,
    changes: readonly ({ externalId: ExternalId } & Partial<ListingRecord>)[],
  ): Promise<void>;
  /** Ids of the view that no feed of ours knows: kept with owner `foreign`, for a person to decide. */
  noteForeign(
    connectionId: ConnectionId,
    listings: readonly {
      externalId: ExternalId;
      portal: PortalState;
      listingId: string | null;
      publicUrl: string | null;
      /** It counts as sent from then on. */
      firstSentAt?: Millis | null;
    }[],
  ): Promise<void>;
  /** Refused listings that are still wanted and do not wait in the outbox, longest refused first. */
  refused(connectionId: ConnectionId, filter?: RefusedFilter): Promise<ListingRecord[]>;
  /** Listings on the portal that it took with one of these warnings. */
  warned(connectionId: ConnectionId, codes: readonly string[]): Promise<ListingRecord[]>;
  /** Ids whose outcome is still open (accepted, sent, unknown, needs_review). */
  pendingOutcomes(connectionId: ConnectionId): Promise<string[]>;
  countsByPortalState(scope: {
    connectionId?: ConnectionId;
    feedId?: FeedId;
  }): Promise<Partial<Record<PortalState, number>>>;
  /**
   * For the balance: present, offered, publishable listings of the feed whose record is `mapped`:
   * `queued` where an upsert waits in the outbox, else `blocked` where the portal refused them, else `unchanged`.
   */
  presentCounts(feedId: FeedId): Promise<{ unchanged: number; queued: number; blocked: number }>;
  /** For each listing that `presentCounts` counts, the ordinal of its record. */
  presentOrdinals(feedId: FeedId): Promise<Int32Array>;
  events(connectionId: ConnectionId, externalId: ExternalId): Promise<ListingEvent[]>;
  addEvents(events: readonly ListingEvent[]): Promise<void>;
}

export interface ListingFilter {
  connectionId?: ConnectionId;
  feedId?: FeedId;
  owner?: ListingRecord['owner'];
  portal?: readonly PortalState[];
  presence?: readonly Presence[];
  text?: string;
  limit: number;
  /** external_id of the last row of the page before. */
  after?: string;
}

export interface ListingPageFilter {
  /** Null: of all. */
  connectionIds: readonly ConnectionId[] | null;
  feedId?: FeedId | undefined;
  standing?: Standing | undefined;
  portal?: readonly PortalState[] | undefined;
  presence?: readonly Presence[] | undefined;
  text?: string | undefined;
  /** The last row of the page before. */
  after: Pick<ListingRecord, 'connectionId' | 'externalId'> | null;
  limit: number;
}

export interface RefusedFilter {
  codes?: readonly string[];
  /** Only what is due again by time. */
  retryBefore?: Millis;
  feedId?: FeedId;
}

/** One absent listing's new state, decided by `core/absence` and `core/guard`. */
export interface AbsenceDecision {
  externalId: ExternalId;
  presence: 'grace' | 'held' | 'pinned' | 'gone' | 'present';
  graceSince: Millis | null;
  gracePolls: number;
  /** Queue its removal now (and forget its record's fingerprint); `cancel` drops an unsent removal. */
  queueRemoval: RemoveReason | 'cancel' | null;
  /** The record of another feed of the connection that has it: ownership passes on, and nothing is removed. */
  giveTo?: { feedId: FeedId; sourceId: SourceId };
  /** A person announced its removal: it counts on that announcement, and not against the guard's limits. */
  expectationId?: number;
}

/** A record of another feed that names an id which this feed owns. */
export interface Claim {
  externalId: ExternalId;
  feedId: FeedId;
  sourceId: SourceId;
  /** Its feed left the configuration: that is what its last whole file said. */
  isOrphaned: boolean;
}
