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
  connectionId: string;
  feedId: number | null;
  owner: ListingRecord['owner'];
  presence: Presence;
  intent: Intent;
  portal: PortalState;
  count: number;
}

type RunOwners =
  { kind: 'poll'; feedIds: readonly number[] } | { kind: 'push'; connectionIds: readonly string[] };

export interface LongQueued {
  connectionId: string;
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
  standings(connectionIds: readonly string[] | null): Promise<StandingCount[]>;
  /** Records that cannot be published, by feed; feeds without any are left out. @param feedIds null: of all */
  invalidRecords(feedIds: readonly number[] | null): Promise<Map<number, number>>;
  /** Wishes that wait, by connection, feed and lane; `inBatch`: carried by a batch that is not settled. */
  wishes(connectionIds: readonly string[] | null): Promise<
    {
      connectionId: string;
      feedId: number | null;
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
    connectionIds: readonly string[],
  ): Promise<{ connectionId: string; code: string | null; count: number; since: Millis | null }[]>;
  /** Wanted listings that the portal calls unchanged and does not show. */
  notShown(
    connectionIds: readonly string[] | null,
  ): Promise<{ connectionId: string; count: number; since: Millis | null }[]>;
  /** What the last survey of each feed says that its content waits for, and the words that were ever met without a meaning. */
  contents(
    feedIds: readonly number[],
  ): Promise<Map<number, { waits: ContentWaits | null; doubts: Finding[]; met: MetWord[] }>>;
  /** Feeds in which some record asked, now or once, for an answer that nobody gave. */
  unanswered(): Promise<Set<number>>;
  /** The committed files of feeds, by feed. */
  lastFiles(
    feedIds: readonly number[] | null,
  ): Promise<Map<number, Pick<Snapshot, 'id' | 'kind' | 'fetchedAt' | 'sequence' | 'recordCount'>>>;
  /** Words of the portal's lists that a feed's records have and that mean something, most frequent first; folded. */
  knownWords(feedId: number): Promise<{ name: string; word: string; resolved: string; count: number }[]>;
  /** Places of the portal's directory by their ids; those that it does not have are left out. */
  places(ids: readonly string[]): Promise<Map<string, Place>>;
  /** How many places there are, and when they were read last. */
  placeCount(): Promise<{ count: number; readAt: Millis | null }>;
  /** The latest ended poll of a feed that looked at its source. */
  lastPoll(feedId: number): Promise<Run | null>;
  /** When the latest poll of each of these feeds began, whether it ended or not. */
  latestPolls(feedIds: readonly number[]): Promise<Map<number, Millis>>;
  /** When the first kept poll of each of these feeds began. */
  firstPolls(feedIds: readonly number[]): Promise<Map<number, Millis>>;
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
  running(connectionIds: readonly string[] | null): Promise<number>;
  /** Ended runs of a kind since then, oldest first, with their numbers. */
  runsSince(
    scope: { kind: Run['kind']; feedId?: number; connectionId?: string },
    since: Millis,
  ): Promise<Pick<Run, 'startedAt' | 'state' | 'balance'>[]>;
  /** A page of a hold's lines, in their order, each with the id under which a record goes on that matches it. */
  holdLines(
    holdId: number,
    page: { from: number; limit: number },
  ): Promise<(HoldLine & { renamedTo: string | null })[]>;
  /** How many lines of these holds have such a record; holds without any are left out. */
  renameCounts(holdIds: readonly number[]): Promise<Map<number, number>>;
  /** Holds of a feed opened since then: when, and of how many listings. */
  holdsSince(feedId: number, since: Millis): Promise<{ openedAt: Millis; lineCount: number }[]>;
  /**
   * How long listings of a feed took from the file that has their present content to the portal's word that it is live, newest first.
   */
  delays(feedId: number, since: Millis, limit: number): Promise<{ readAt: Millis; liveAt: Millis }[]>;
}
