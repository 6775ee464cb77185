import type { ConnectionId, FeedId, HoldId } from '../../model/ids.js';
import type { Intent, Lane, PortalState, Presence } from '../../model/listing-states.js';
import type { Spend } from '../../core/schedule/budget.js';
import type { Finding } from '../../model/quality-finding.js';
import type { Place } from '../../model/reference.js';
import type { Run } from '../../model/run.js';
import type { HoldLine } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Millis } from '../../model/millis.js';
import type { ContentWaits, MetWord } from './quality.js';

/** Listings that are in the same state in everything that decides where they stand. */
export interface StandingCount {
  connectionId: ConnectionId;
  feedId: FeedId | null;
  owner: ListingRecord['owner'];
  presence: Presence;
  intent: Intent;
  portal: PortalState;
  count: number;
}

type RunOwners =
  { kind: 'poll'; feedIds: readonly FeedId[] } | { kind: 'push'; connectionIds: readonly ConnectionId[] };

export interface LongQueued {
  connectionId: ConnectionId;
  op: 'upsert' | 'remove';
  lane: Lane;
  count: number;
  oldest: Millis;
  /** Of these, carried by a batch that is not settled. */
  inBatch: number;
  /** Of these, not to be sent yet. */
  deferred: number;
}

/**
 * Numbers for pages, of many agencies at once: one statement each, answered by an index, whatever the store holds.
 * `connectionIds`: only of these; null: of all.
 */
export interface FigureStore {
  standings(connectionIds: readonly ConnectionId[] | null): Promise<StandingCount[]>;
  /** Records that cannot be published, by feed; feeds without any are left out. @param feedIds null: of all */
  invalidRecords(feedIds: readonly FeedId[] | null): Promise<Map<number, number>>;
  /** Outbox entries that wait, by connection, feed and lane; `inBatch`: carried by a batch that is not settled. */
  queued(connectionIds: readonly ConnectionId[] | null): Promise<
    {
      connectionId: ConnectionId;
      feedId: FeedId | null;
      op: 'upsert' | 'remove';
      lane: Lane;
      inBatch: number;
      count: number;
    }[]
  >;
  /** What was spent since then or is in flight, by scope. */
  spends(since: Millis): Promise<Map<string, Spend[]>>;
  /** Refused listings by the portal's code; asked for connections that have some. */
  refusals(
    connectionIds: readonly ConnectionId[],
  ): Promise<{ connectionId: ConnectionId; code: string | null; count: number; since: Millis | null }[]>;
  /** Wanted listings that the portal calls unchanged and does not show. */
  notShown(
    connectionIds: readonly ConnectionId[] | null,
  ): Promise<{ connectionId: ConnectionId; count: number; since: Millis | null }[]>;
  /** What the last survey of each feed says that its content waits for, and the words that were ever met without a meaning. */
  contents(
    feedIds: readonly FeedId[],
  ): Promise<Map<number, { waits: ContentWaits | null; doubts: Finding[]; met: MetWord[] }>>;
  /** Feeds in which some record asked, now or once, for an answer that is missing. */
  unanswered(): Promise<Set<number>>;
  /** The committed files of feeds, by feed. */
  lastFiles(
    feedIds: readonly FeedId[] | null,
  ): Promise<Map<number, Pick<Snapshot, 'id' | 'kind' | 'fetchedAt' | 'sequence' | 'recordCount'>>>;
  /** Words of the portal's lists that a feed's records have and that mean something, most frequent first; folded. */
  knownWords(feedId: FeedId): Promise<{ name: string; word: string; resolved: string; count: number }[]>;
  /** Places of the portal's directory by their ids; those that it does not have are left out. */
  places(ids: readonly string[]): Promise<Map<string, Place>>;
  /** How many places there are, and when they were read last. */
  placeCount(): Promise<{ count: number; readAt: Millis | null }>;
  /** The latest ended poll of a feed that looked at its source. */
  lastPoll(feedId: FeedId): Promise<Run | null>;
  /** When the latest poll of each of these feeds began, whether it ended or not. */
  latestPolls(feedIds: readonly FeedId[]): Promise<Map<number, Millis>>;
  /** When the first kept poll of each of these feeds began. */
  firstPolls(feedIds: readonly FeedId[]): Promise<Map<number, Millis>>;
  /** The latest ended run of a kind of each of these feeds or connections. */
  lastRuns(of: RunOwners): Promise<Map<number | string, Pick<Run, 'state' | 'message' | 'endedAt'>>>;
  /** Runs under way that began before then, with their feeds and connections. */
  runningSince(before: Millis): Promise<Pick<Run, 'kind' | 'feedId' | 'connectionId' | 'startedAt'>[]>;
  /**
   * Outbox entries that were queued before then, by connection, operation and lane. What a batch carries waits for the portal only since
   * that batch was made, unless it was queued before `anyway`.
   */
  longQueued(before: Millis, anyway: Millis, now: Millis): Promise<LongQueued[]>;
  /** Runs under way. */
  running(connectionIds: readonly ConnectionId[] | null): Promise<number>;
  /** Ended runs of a kind since then, oldest first, with their numbers. */
  runsSince(
    scope: { kind: Run['kind']; feedId?: FeedId; connectionId?: ConnectionId },
    since: Millis,
  ): Promise<Pick<Run, 'startedAt' | 'state' | 'balance'>[]>;
  /** A page of a hold's lines, in their order, each with the id under which a record goes on that matches it. */
  holdLines(
    holdId: HoldId,
    page: { from: number; limit: number },
  ): Promise<(HoldLine & { renamedTo: string | null })[]>;
  /** How many lines of these holds have such a record; holds without any are left out. */
  renameCounts(holdIds: readonly HoldId[]): Promise<Map<number, number>>;
  /** Holds of a feed opened since then: when, and of how many listings. */
  holdsSince(feedId: FeedId, since: Millis): Promise<{ openedAt: Millis; lineCount: number }[]>;
  /**
   * How long listings of a feed took from the file that has their present content to the portal's word that it is live, newest first.
   */
  delays(feedId: FeedId, since: Millis, limit: number): Promise<{ readAt: Millis; liveAt: Millis }[]>;
}
