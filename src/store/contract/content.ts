import type { Confirmation, ContentField, OpenDoubt, PastValue } from '../../model/content.js';
import type { ConnectionId, ExternalId, FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';
import type { ListingPageFilter } from './listings.js';

/** What the content guard knows about the values of one listing. */
export interface KnownValues {
  history: PastValue[];
  confirmations: Confirmation[];
}

/**
 * A listing that waits because of a doubt: it is new, or comes back after a removal. Under its id the store has no listing, or a removed
 * one.
 */
export interface WaitingListing extends Pick<
  OpenDoubt,
  'connectionId' | 'externalId' | 'feedId' | 'sourceId' | 'title'
> {
  /** All its doubts that were not confirmed. */
  doubts: OpenDoubt[];
}

export type WaitingFilter = Pick<ListingPageFilter, 'connectionIds' | 'feedId' | 'text' | 'after' | 'limit'>;

/** A confirmation of the value that a doubt shows. */
export type ConfirmedDoubt = Pick<OpenDoubt, 'externalId' | 'field'> & { value: string };

/** A decision about doubts. */
export interface DecidedDoubts {
  by: string;
  now: Millis;
  /** The open hold that is decided with them, in one transaction: a poll or a crash never meets one without the other. */
  holdId?: number;
}

export interface ContentStore {
  /** Listings without past values and confirmations are missing. */
  known(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<Map<string, KnownValues>>;
  /** Doubts of one feed, rejected ones included, the oldest first. The order is total. */
  doubts(feedId: FeedId): Promise<OpenDoubt[]>;
  /** Doubts of several feeds, in no order. */
  doubtsIn(feedIds: readonly FeedId[]): Promise<OpenDoubt[]>;
  /** Doubts of one listing, which may be new and in no table of listings. @param connectionId missing: of all connections */
  doubtsOf(externalId: ExternalId, connectionId?: ConnectionId): Promise<OpenDoubt[]>;
  /** Doubts of some listings of a connection, in no order. */
  doubtsOfListings(connectionId: ConnectionId, externalIds: readonly ExternalId[]): Promise<OpenDoubt[]>;
  /**
   * Listings that wait because of a doubt, new ones and those that come back, ordered by connection, then by external id, as
   * `ListingStore.page` is.
   */
  waiting(filter: WaitingFilter): Promise<WaitingListing[]>;
  /** Number of listings that `waiting` returns of each feed; feeds without any are left out. */
  waitingCounts(): Promise<Map<FeedId, number>>;
  /** Feeds with doubts. */
  feeds(): Promise<FeedId[]>;
  /** Closes all doubts of a feed, and has their records read again should the feed come back. */
  closeAll(feedId: FeedId): Promise<void>;
  /**
   * Confirms values that are in doubt, each with an audit line, and has their records mapped again, also where the feed's source does not
   * change. A doubt whose value differs by now is left.
   * @returns the confirmed doubts
   */
  confirm(feedId: FeedId, doubts: readonly ConfirmedDoubt[], of: DecidedDoubts): Promise<OpenDoubt[]>;
  /** Like `confirm`, for the doubts of several feeds in one transaction: all of them are confirmed or none. */
  confirmInFeeds(
    decided: readonly { feedId: FeedId; doubts: readonly ConfirmedDoubt[] }[],
    of: Omit<DecidedDoubts, 'holdId'>,
  ): Promise<OpenDoubt[]>;
  /**
   * Stores until when a rejection of these doubts counts, with an audit line for each. If their hold is of a first file that waited as a
   * whole, its other listings go out.
   */
  reject(
    feedId: FeedId,
    doubts: readonly ConfirmedDoubt[],
    of: DecidedDoubts & { until: Millis },
  ): Promise<void>;
  /**
   * Takes a confirmation back: the value before it is wanted again.
   * @returns the confirmation; null if the value was not confirmed, or was the listing's first one
   */
  takeBack(
    of: { feedId: FeedId; connectionId: ConnectionId; externalId: ExternalId; field: ContentField },
    by: string,
    now: Millis,
  ): Promise<Confirmation | null>;
  /**
   * Deletes past values that were replaced before a time, and marks of present values whose listing left before it or is known no more. A
   * listing has at most one mark for each field and offer.
   */
  forgetPast(before: Millis): Promise<void>;
}
