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

/** Number of listings that agree in every field that decides their standing (`standingOf`). */
export interface StandingCount {
  connectionId: ConnectionId;
  feedId: FeedId | null;
  owner: ListingRecord['owner'];
  presence: Presence;
  intent: Intent;
  portal: PortalState;
  count: number;
}

/** Listings of a feed that are in grace and still on the portal. */
interface MissingCount {
  count: number;
  /** When the first of them was missed. */
  since: Millis;
  /** Complete polls that have missed it. */
  polls: number;
}

type RunOwners =
  { kind: 'poll'; feedIds: readonly FeedId[] } | { kind: 'push'; connectionIds: readonly ConnectionId[] };

export interface LongQueued {
  connectionId: ConnectionId;
  op: 'upsert' | 'remove';
  lane: Lane;
  count: number;
  oldest: Millis;
  /** How many of `count` are in an unsettled batch. */
  inBatch: number;
  /** How many of `count` are in no batch and have a `notBefore` in the future. */
  deferred: number;
}

/**
 * Counts, latest runs and similar facts for pages and reports about many agencies. An index answers each statement, so that its cost
 * does not grow with the store.
 * Parameters named `connectionIds` and `feedIds` restrict a method to these connections or feeds; null: all.
 */
export interface FigureStore {
  standings(connectionIds: readonly ConnectionId[] | null): Promise<StandingCount[]>;
  /** Listings that are in grace and on the portal, by feed. Feeds without any are left out. */
  missing(feedIds: readonly FeedId[]): Promise<Map<FeedId, MissingCount>>;
  /** Number of records that `RecordStore.unlisted` returns, by feed. Feeds without any are left out. */
  unlistedRecords(feedIds: readonly FeedId[]): Promise<Map<FeedId, number>>;
  /** Number of records of kind `invalid`, by feed. Feeds without any are left out. */
  invalidRecords(feedIds: readonly FeedId[] | null): Promise<Map<number, number>>;
  /** Number of outbox entries by connection, feed, operation and lane. `inBatch` counts those that an unsettled batch carries. */
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
  /** Spends since this time and spends in flight, by scope (see `SpendStore`). */
  spends(since: Millis): Promise<Map<string, Spend[]>>;
  /** Number of refused listings by connection and failure code; `since`: the earliest refusal. */
  refusals(
    connectionIds: readonly ConnectionId[],
  ): Promise<{ connectionId: ConnectionId; code: string | null; count: number; since: Millis | null }[]>;
  /** Number of wanted listings that the portal answers `unchanged` for but does not show; `since`: the earliest such answer. */
  notShown(
    connectionIds: readonly ConnectionId[] | null,
  ): Promise<{ connectionId: ConnectionId; count: number; since: Millis | null }[]>;
  /** For each feed: `waits` and `doubts` (findings) of its last survey, and every word that ever had no meaning in the feed. */
  contents(
    feedIds: readonly FeedId[],
  ): Promise<Map<number, { waits: ContentWaits | null; doubts: Finding[]; met: MetWord[] }>>;
  /** Ids of feeds in which a record needs, or once needed, an answer that is missing. */
  unanswered(): Promise<Set<number>>;
  /** The committed snapshot of each feed that has one, by feed. */
  lastFiles(
    feedIds: readonly FeedId[] | null,
  ): Promise<Map<number, Pick<Snapshot, 'id' | 'kind' | 'fetchedAt' | 'sequence' | 'recordCount'>>>;
  /** Folded words of the feed's records that resolve to a value of the portal's vocabulary, most frequent first. */
  knownWords(feedId: FeedId): Promise<{ name: string; word: string; resolved: string; count: number }[]>;
  /** Places of the portal's directory, by id. Unknown ids are left out. */
  places(ids: readonly string[]): Promise<Map<string, Place>>;
  /** Size of the place directory, and when it was last read. */
  placeCount(): Promise<{ count: number; readAt: Millis | null }>;
  /** The feed's latest poll that has ended. @param state the latest that ended so; missing: in any state */
  lastPoll(feedId: FeedId, state?: 'done'): Promise<Run | null>;
  /** Start of each feed's latest poll, whether it has ended or not. */
  latestPolls(feedIds: readonly FeedId[]): Promise<Map<number, Millis>>;
  /** Start of each feed's oldest poll that is still stored. */
  firstPolls(feedIds: readonly FeedId[]): Promise<Map<number, Millis>>;
  /** The latest ended poll of each of these feeds, or the latest ended push of each of these connections. */
  lastRuns(of: RunOwners): Promise<Map<number | string, Pick<Run, 'state' | 'message' | 'endedAt'>>>;
  /** Runs under way that began before this time. */
  runningSince(before: Millis): Promise<Pick<Run, 'kind' | 'feedId' | 'connectionId' | 'startedAt'>[]>;
  /**
   * Outbox entries queued at or before `before`, by connection, operation and lane. An entry in a batch counts only if the batch was
   * created at or before `before` too: until then the entry did not wait for the portal. Entries queued at or before `anyway` always count.
   */
  longQueued(before: Millis, anyway: Millis, now: Millis): Promise<LongQueued[]>;
  /** Number of runs under way. */
  running(connectionIds: readonly ConnectionId[] | null): Promise<number>;
  /** Runs that changed something and began since this time, oldest first. Failed and `unchanged` runs are left out. */
  runsSince(
    scope: { kind: Run['kind']; feedId?: FeedId; connectionId?: ConnectionId },
    since: Millis,
  ): Promise<Pick<Run, 'startedAt' | 'state' | 'balance'>[]>;
  /** A page of a hold's lines, in their order. `renamedTo`: the listing id of a new record that looks like the same property, if any. */
  holdLines(
    holdId: HoldId,
    page: { from: number; limit: number },
  ): Promise<(HoldLine & { renamedTo: string | null })[]>;
  /** Number of lines with a `renamedTo`, by hold. Holds without any are left out. */
  renameCounts(holdIds: readonly HoldId[]): Promise<Map<number, number>>;
  /** Holds of a feed that were opened since this time, open or decided. */
  holdsSince(feedId: FeedId, since: Millis): Promise<{ openedAt: Millis; lineCount: number }[]>;
  /**
   * For listings of a feed: when the file with their present content was fetched (`readAt`), and when the portal first reported them live
   * after that (`liveAt`). Covers at most `limit` records fetched since `since`, those with the highest ordinals.
   */
  delays(feedId: FeedId, since: Millis, limit: number): Promise<{ readAt: Millis; liveAt: Millis }[]>;
}
