import type { ConnectionId, ExternalId, FeedId, SourceId } from '../../model/ids.js';
import type { Confirmation, OpenDoubt, PastValue } from '../../model/content.js';
import type { Intent, Lane, Presence } from '../../model/listing-states.js';
import type { Issue, Offer, RecordKind, ReferenceUse, RemoveReason } from '../../model/outcome.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord, Visibility } from '../../model/listing.js';
import type { KnownBlock, RawContent, StageAnswer, StagedRecord } from '../../model/staged-record.js';
import type { Millis } from '../../model/millis.js';
import type { StagedOutcome, UsedWord } from '../../model/staged-record.js';
import type { WantedPayload } from '../../model/staged-record.js';

/** Ordinals of the records that a file contains. */
export interface SeenOrdinals {
  has(ordinal: number): boolean;
}

/**
 * Looks up `count` fingerprints (16 bytes each, packed) of one feed and writes the answers to `known`, whose arrays need at least `count`
 * elements. Hot path: allocates nothing for a known record.
 */
export type LookUp = (fingerprints: Uint8Array, count: number, known: KnownBlock) => Promise<void>;

/** Where a record is, and what it said when it was last read. */
export type RecordPlace = Omit<StageAnswer, 'seenBefore'>;

/** A page of the records that `RecordStore.unlisted` returns. */
export interface UnlistedFilter {
  feedIds: readonly FeedId[];
  /** The last record of the previous page; null: the first page. */
  after: Pick<UnlistedRecord, 'feedId' | 'sourceId'> | null;
  limit: number;
}

export interface UnlistedRecord {
  feedId: FeedId;
  sourceId: SourceId;
  issues: Issue[];
}

export interface RecordStore {
  /**
   * Creates the look-up for one reading of a file. The look-up relies on the file's order: after each known record it first tries the
   * record that followed it in the last file.
   */
  lookUps(feedId: FeedId): LookUp;
  /** One past the highest ordinal of the feed, for sizing a bitmap. */
  ordinalCount(feedId: FeedId): Promise<number>;
  /** Places of the feed's records, by source id. An id that the feed has no record of is left out. */
  places(feedId: FeedId, sourceIds: readonly SourceId[]): Promise<Map<SourceId, RecordPlace>>;
  /** Ids of records that are the second of a pair (`pairId`). */
  pairs(feedId: FeedId): Promise<SourceId[]>;
  /** Staged records with the stored data that planning needs, in the same order. */
  withStored(feedId: FeedId, rows: readonly StagedRow[]): Promise<StagedWithStored[]>;
  /**
   * Commits decisions on staged records. Without fsync until the poll ends: a block lost in a power cut is read and committed again.
   * @throws StoreError `wrong_state` if a decision added records since the file was read; nothing of the block is written then
   */
  commitBlock(
    connectionId: ConnectionId,
    feedId: FeedId,
    decisions: readonly RecordDecision[],
    now: Millis,
  ): Promise<void>;
  /**
   * Deletes what an earlier release left in the table `staged` when it was stopped in a poll, with the record rows that it had added for new
   * source ids. Since then, staged records are in a file (`sync/staging`).
   */
  discardStaged(feedId: FeedId): Promise<void>;
  /**
   * Deletes records that a complete snapshot lacks, with their doubts, except those with a listing that is not removed. So an invalid or
   * ignored record that left the feed is no longer counted.
   */
  sweep(feedId: FeedId, seen: SeenOrdinals): Promise<void>;
  /**
   * Deletes records of kind `remove`, except those with a listing that is not removed. @param understoodBefore only records whose outcome was
   * committed before; null: all
   */
  sweepRemoved(feedId: FeedId, understoodBefore: Millis | null): Promise<void>;
  /** Stores the place of the delta file that spoke of these records. An earlier place never replaces a later one. */
  noteChanged(feedId: FeedId, ordinals: readonly number[], place: number): Promise<void>;
  /** Records of which a delta file of a later place spoke, ordered by ordinal, with the number of their listings. */
  changedAfter(
    feedId: FeedId,
    place: number,
  ): Promise<
    { ordinal: number; kind: RecordKind | null; removeReason: RemoveReason | null; listings: number }[]
  >;
  /** Records that cannot be published and have no listing that is not removed, by feed and source id. */
  unlisted(filter: UnlistedFilter): Promise<UnlistedRecord[]>;
  /** Deletes fingerprints, so that the next poll reads these records again. */
  forget(feedId: FeedId, sourceIds: readonly SourceId[]): Promise<void>;
  /**
   * Records of kind `ignore` or `remove`, each with its `markOf`, then mapped records with an inactive listing, with `inactiveMark`. Both
   * ordered by ordinal.
   */
  marked(feedId: FeedId): Promise<{ ordinal: number; mark: string }[]>;
  /**
   * Source ids of records that looked up one of these words, whether the look-up found it or not. `missed`: records with any word that was
   * not found; `any`: records with any word.
   */
  using(
    feedId: FeedId,
    kind: ReferenceUse['kind'],
    words: readonly string[] | 'missed' | 'any',
  ): Promise<string[]>;
  /** The words that records looked up under this name, by source id; records without any are left out. */
  wordsUnder(feedId: FeedId, kind: ReferenceUse['kind'], name: string): Promise<Map<SourceId, string[]>>;
  /** Unmapped words of one feed or all, most frequent first: `name` is the vocabulary's name, `samples` source ids of records. */
  unmapped(
    feedId: FeedId | null,
  ): Promise<{ feedId: FeedId; name: string; word: string; count: number; samples: string[] }[]>;
  get(
    feedId: FeedId,
    sourceId: SourceId,
  ): Promise<{
    ordinal: number;
    fingerprint: Uint8Array | null;
    kind: RecordKind | null;
    /** Null if the record offers both or did not say, or was last read by a release that did not store it. */
    offer: Offer | null;
    issues: Issue[];
    codes: string[];
    /** When the file that brought the record's present content was fetched. */
    readAt: Millis | null;
    /** When the record's outcome was committed. */
    understoodAt: Millis | null;
  } | null>;
  /** Ordinals of these records, by source id. An id that the feed has no record of is left out. */
  ordinals(feedId: FeedId, sourceIds: readonly SourceId[]): Promise<Map<SourceId, number>>;
  /** Source ids of at most 50 records with this code of the agency, whether or not they yield a listing. */
  byCode(feedId: FeedId, code: string): Promise<string[]>;
  /** Records with an error, for `listings --invalid`. */
  invalid(
    feedId: FeedId | null,
    limit: number,
  ): Promise<{ feedId: FeedId; sourceId: SourceId; issues: Issue[] }[]>;
  /** Number of the feed's records by kind. */
  counts(feedId: FeedId): Promise<Record<RecordKind, number>>;
}

/** The outcome of one staged record. Outcome, fingerprint, listings and outbox entries are committed together (RULES R29). */
export interface RecordDecision {
  ordinal: number;
  sourceId: SourceId;
  /** Null: the next poll must read the record again, since one of its listings is in conflict or removed. */
  fingerprint: Uint8Array | null;
  kind: RecordKind;
  offer: Offer | null;
  removeReason: RemoveReason | null;
  codes: string[];
  issues: Issue[];
  uses: UsedWord[];
  listings: ListingDecision[];
  /** External ids of listings that the record no longer yields. They are marked as not offered. */
  withdrawn: string[];
  /** External ids that the record yields and another feed owns. This feed becomes their owner once the other feed drops them. */
  claims: string[];
  /** When the file that brought this content was fetched; missing if the content was known before. */
  readAt?: Millis;
  /** The open doubts of the record and its listings, which replace those that are stored; missing: those stay. */
  doubts?: readonly OpenDoubt[];
  /** Values of its listings that were replaced, or that went live in doubt. */
  pastValues?: readonly (PastValue & { externalId: ExternalId })[];
  /** Taken-back confirmations that are undone with this decision, so that no later one undoes them again. */
  undone?: readonly (Confirmation & { externalId: ExternalId })[];
  /** The record itself, to be kept (`RawRecordStore`). */
  raw?: RawContent | null;
  /** The feed had no such record when its file was read: nothing is stored of it yet. */
  isNew?: boolean;
}

/** The new state of one listing of a staged record, decided by `core/plan`. */
export interface ListingDecision {
  externalId: ExternalId;
  presence: Presence;
  intent: Intent;
  removeReason: RemoveReason | null;
  offered: boolean;
  /** The new wanted content; null: the stored content stays. */
  wanted: Pick<WantedPayload, 'digest' | 'packed' | 'photoMarks'> | null;
  /** An object queues the wanted content; `cancel` drops an unsent outbox entry; null leaves the outbox as it is. */
  queue: { lane: Lane; digest: string } | 'cancel' | null;
  feedUpdatedAt: Millis | null;
  title: string | null;
  /** Street and place, for searching only; missing or null: unchanged. */
  address?: string | null;
  /** In EUR, for sorting only; null: it has none; missing: unchanged. */
  price?: number | null;
  /** Missing: the record says nothing about its listing's visibility. */
  visibility?: Visibility;
}

/** A staged record, read back. */
export interface StagedRow {
  ordinal: number;
  /** The store has no such record of the feed. */
  isNew: boolean;
  /** The record itself (delta feeds). */
  raw: RawContent | null;
  staged: StagedOutcome & Pick<StagedRecord, 'sourceId' | 'fingerprint'>;
}

/** A staged record with the stored data that planning needs. */
export interface StagedWithStored extends StagedRow {
  /** The record's own listings, and listings of any owner with the ids that it yields. */
  stored: ListingRecord[];
  /** Outbox entries of `stored`. */
  outbox: OutboxEntry[];
}
