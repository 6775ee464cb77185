import type { ConnectionId, ExternalId, FeedId, SourceId } from '../../model/ids.js';
import type { FeedLife, PortalState, Presence } from '../../model/listing-states.js';
import type { RecordKind, RemoveReason } from '../../model/outcome.js';
import type { Standing } from '../../model/standing.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ListingEvent } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import type { SeenOrdinals } from './records.js';

/** Listings by connection and external id. A listing is removed from the time its removal is queued (`offSince`). */
export interface ListingStore {
  get(connectionId: ConnectionId, externalId: ExternalId): Promise<ListingRecord | null>;
  getMany(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<ListingRecord[]>;
  list(filter: ListingFilter): Promise<ListingRecord[]>;
  /** Ordered by connection, then by external id. */
  page(filter: ListingPageFilter): Promise<ListingRecord[]>;
  /**
   * Ordered by a value of the listing, then by its key; listings without the value come last in either direction. An index serves each order, so
   * that the cost of a page does not grow with the store.
   */
  sorted(filter: SortedFilter): Promise<SortedListing[]>;
  /** Number of listings that `page` returns in all, by connection. Connections without any are left out. */
  pageCounts(filter: Omit<ListingPageFilter, 'after' | 'limit'>): Promise<Map<ConnectionId, number>>;
  /** Searches external ids, source ids, the agency's codes, the portal's ids and addresses, titles and street addresses. At most 50. */
  find(query: string, scope: { feedId?: FeedId; connectionId?: ConnectionId }): Promise<ListingRecord[]>;
  /** The content wanted on the portal; null if none is stored. */
  payload(connectionId: ConnectionId, externalId: ExternalId): Promise<Record<string, unknown> | null>;
  payloads(
    connectionId: ConnectionId,
    externalIds: readonly ExternalId[],
  ): Promise<Map<string, Record<string, unknown>>>;
  /** `source` of the stored contents' `PhotoMarks`, by external id; contents without it are left out. */
  photoSources(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<Map<string, string>>;
  /** Number of the feed's records that own a listing which is not removed. */
  ownedCount(feedId: FeedId): Promise<number>;
  /** Ordinals of the records that `ownedCount` counts and `seen` lacks, ascending. */
  ownedUnseen(feedId: FeedId, seen: SeenOrdinals): Promise<number[]>;
  /** Listings of these records that are not removed. */
  ofOrdinals(feedId: FeedId, ordinals: readonly number[]): Promise<ListingRecord[]>;
  /** Listings of the feed that are not removed but in grace, held, pinned, no longer offered, or marked for removal by their record. */
  waiting(feedId: FeedId): Promise<WaitingForFeed[]>;
  /** Claims of other feeds on listings that this feed owns. Claims of feeds in the configuration come first. */
  claims(feedId: FeedId): Promise<Claim[]>;
  /**
   * For listings of the feed that were ever sent: `missed` counts those whose current absence began in this interval, whether they are
   * removed by now or not; `of` counts those that were not removed when the interval began.
   */
  missedBetween(feedId: FeedId, from: Millis, to: Millis): Promise<{ missed: number; of: number }>;
  /** Listings of the feed that are not removed, or were removed since `since` (for the guard). Null: only those not removed. */
  ownedSince(
    feedId: FeedId,
    since: Millis | null,
  ): Promise<Pick<ListingRecord, 'externalId' | 'firstSentAt' | 'offSince' | 'inactiveSince'>[]>;
  /** Listings of the feed that are not removed and have a `deactivation`. */
  deactivations(feedId: FeedId): Promise<ListingRecord[]>;
  /** Stores the absence decisions of a poll. Queues the removals and transfers the listings that these decisions name. */
  applyAbsences(
    connectionId: ConnectionId,
    feedId: FeedId,
    decisions: readonly AbsenceDecision[],
    now: Millis,
  ): Promise<void>;
  /**
   * Stores the guard's verdict about deactivations: those in `held` wait for a decision, those in `changes` become inactive and are queued.
   * A listing that waits for nothing any more, or whose content is another one by now, is skipped.
   * @returns how many listings with nothing queued before have something queued now
   */
  settleDeactivations(
    connectionId: ConnectionId,
    verdict: { held: readonly ExternalId[]; changes: readonly ContentChange[] },
    now: Millis,
  ): Promise<number>;
  /** Stores what the portal reported, in a view or after a push. Fields without a value stay; unknown listings are ignored. */
  update(
    connectionId: ConnectionId,
    changes: readonly ({ externalId: ExternalId } & Partial<ListingRecord>)[],
    now: Millis,
  ): Promise<void>;
  /** Stores listings of the portal's view that no feed has as `foreign`, for a person to decide. Listings with another owner are ignored. */
  noteForeign(
    connectionId: ConnectionId,
    listings: readonly {
      externalId: ExternalId;
      portal: PortalState;
      listingId: string | null;
      publicUrl: string | null;
      /** Since when the listing counts as sent. */
      firstSentAt?: Millis | null;
    }[],
    now: Millis,
  ): Promise<void>;
  /** Refused listings that are still wanted and not in the outbox, longest refused first. */
  refused(connectionId: ConnectionId, filter?: RefusedFilter): Promise<ListingRecord[]>;
  /** Wanted listings, not in the outbox, that the portal accepted with one of these warnings. */
  warned(connectionId: ConnectionId, codes: readonly string[]): Promise<ListingRecord[]>;
  /** External ids of listings without a final outcome: portal state sent, accepted, needs_review or unknown. */
  pendingOutcomes(connectionId: ConnectionId): Promise<string[]>;
  countsByPortalState(scope: {
    connectionId?: ConnectionId;
    feedId?: FeedId;
  }): Promise<Partial<Record<PortalState, number>>>;
  /**
   * For the balance of a poll: counts the feed's present and offered listings that have content and whose record is `mapped`.
   * `queued`: an upsert is in the outbox. Else `blocked`: the portal refused the listing, or it is suppressed. Else `unchanged`.
   */
  presentCounts(feedId: FeedId): Promise<{ unchanged: number; queued: number; blocked: number }>;
  /** The ordinal of the record of each listing that `presentCounts` counts. */
  presentOrdinals(feedId: FeedId): Promise<Int32Array>;
  /** The listing's timeline, oldest first. */
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
  /** External id of the last row of the previous page. */
  after?: string;
}

export interface ListingPageFilter {
  /** Null: all connections. */
  connectionIds: readonly ConnectionId[] | null;
  feedId?: FeedId | undefined;
  standing?: Standing | undefined;
  /** Only those for which `isThere` holds. */
  there?: true | undefined;
  /** Only those that the portal refused with this code, as `FigureStore.refusals` counts them. */
  code?: string | undefined;
  /** Only those that an attention item of this kind counts. */
  about?: 'foreign' | 'taken_down' | 'not_shown' | undefined;
  /** Only these, and those that the portal refused with `code`. */
  either?:
    { keys: readonly Pick<ListingRecord, 'connectionId' | 'externalId'>[]; code: string | null } | undefined;
  portal?: readonly PortalState[] | undefined;
  presence?: readonly Presence[] | undefined;
  text?: string | undefined;
  /** Present listings that were last touched before these times, by the feed's own date, else by when their present record was first read. */
  untouchedSince?: { sale: Millis; rent: Millis } | undefined;
  /** The last row of the previous page; null: the first page. */
  after: Pick<ListingRecord, 'connectionId' | 'externalId'> | null;
  limit: number;
}

/** Values by which listings are sorted: the external id, the price in EUR, and since when the listing is in its standing. */
export type ListingOrder = 'code' | 'price' | 'since';

/** A listing with the value by which it was sorted. */
export interface SortedListing {
  listing: ListingRecord;
  value: string | number | null;
}

/** Where a sorted page begins: after this listing. */
export type SortedKey = Pick<ListingRecord, 'connectionId' | 'externalId'> & Pick<SortedListing, 'value'>;

export interface SortedFilter extends Omit<ListingPageFilter, 'after'> {
  order: ListingOrder;
  isDescending: boolean;
  /** The last row of the previous page; null: the first page. */
  after: SortedKey | null;
}

export interface RefusedFilter {
  codes?: readonly string[];
  /** Only listings with a `retryAt` at or before this time. */
  retryBefore?: Millis;
  feedId?: FeedId;
}

/** A listing whose presence a poll decides, with its record. */
export type WaitingForFeed = ListingRecord & { ordinal: number; recordKind: RecordKind | null };

/** New state of a listing that was absent, or came back, decided by `core/absence` and `core/guard`. */
export interface AbsenceDecision {
  externalId: ExternalId;
  presence: Presence;
  graceSince: Millis | null;
  gracePolls: number;
  /** A reason queues the removal and deletes the fingerprint of the listing's record; `cancel` drops an unsent removal. */
  queueRemoval: RemoveReason | 'cancel' | null;
  /** A record of another feed of the connection that has the listing. That feed becomes the owner, and nothing is removed. */
  giveTo?: { feedId: FeedId; sourceId: SourceId };
  /** The announcement that this removal uses up. The removal does not count against the guard's limits. */
  expectationId?: number;
}

/** Other wanted content of a listing. */
export interface ContentChange {
  externalId: ExternalId;
  /** Digest of the wanted content that this one was made from. */
  formerDigest: string;
  digest: string;
  /** The content, compressed. */
  packed: Uint8Array;
}

/** A record of another feed that yields a listing which this feed owns. */
export interface Claim {
  externalId: ExternalId;
  /** The claiming feed. */
  feedId: FeedId;
  sourceId: SourceId;
  /** State of the claiming feed. Unless it is active, the claim is from its last complete file. */
  life: FeedLife;
}
