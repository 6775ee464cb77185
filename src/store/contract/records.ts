import type { ConnectionId, ExternalId, FeedId, SourceId } from '../../model/ids.js';
import type { Intent, Lane, Presence } from '../../model/listing-states.js';
import type { Issue, RecordKind, ReferenceUse, RemoveReason } from '../../model/outcome.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { KnownBlock, StageAnswer, StagedRecord } from '../../model/staged-record.js';
import type { Millis } from '../../model/millis.js';
import type { StagedOutcome, UsedWord } from '../../model/staged-record.js';
import type { WantedPayload } from '../../model/staged-record.js';

/** Which records a file had, by their ordinals. */
export interface SeenOrdinals {
  has(ordinal: number): boolean;
}

/**
 * Hot: looks up `count` fingerprints (16 bytes each, packed) of one feed.
 * `known` must hold `count` places; nothing else is allocated for a known record.
 */
export type LookUp = (fingerprints: Uint8Array, count: number, known: KnownBlock) => Promise<void>;

export interface RecordStore {
  /** For one reading of a file: what it met tells what it is likely to meet next. */
  lookUps(feedId: FeedId): LookUp;
  /** One past the highest ordinal of the feed, for sizing a bitmap. */
  ordinalCount(feedId: FeedId): Promise<number>;
  /**
   * Keeps outcomes of the current run apart until the snapshot is proven complete. A source id without an ordinal gets
   * one. The first of several records with one id is kept. Without fsync, as `commitBlock`.
   */
  stage(feedId: FeedId, records: readonly StagedRecord[]): Promise<StageAnswer[]>;
  /** Ordered by ordinal. */
  stagedBlock(feedId: FeedId, afterOrdinal: number, limit: number): Promise<StagedWithStored[]>;
  /** Without fsync before the poll ends: a block that a power cut loses is read and committed again. */
  commitBlock(
    connectionId: ConnectionId,
    feedId: FeedId,
    decisions: readonly RecordDecision[],
    now: Millis,
  ): Promise<void>;
  discardStaged(feedId: FeedId): Promise<void>;
  /**
   * Drops the records that a complete snapshot did not have, unless they own a listing that is not off: an invalid or
   * ignored record that left the feed is no longer counted.
   */
  sweep(feedId: FeedId, seen: SeenOrdinals): Promise<void>;
  /** Drops records that say that they are gone, and own no listing that is not off. */
  sweepRemoved(feedId: FeedId): Promise<void>;
  /** Deletes fingerprints, so that these records are read again. */
  forget(feedId: FeedId, sourceIds: readonly SourceId[]): Promise<void>;
  /** Records that said, when they were last committed, that they are not for the portal: with `markOf` them, ordered by ordinal. */
  marked(feedId: FeedId): Promise<{ ordinal: number; mark: string }[]>;
  /** Records that used (or missed) one of these words. */
  using(
    feedId: FeedId,
    kind: ReferenceUse['kind'],
    words: readonly string[] | 'missed' | 'any',
  ): Promise<string[]>;
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
    issues: Issue[];
    codes: string[];
    /** When the file that has its present content was fetched, and when its outcome was committed. */
    readAt: Millis | null;
    understoodAt: Millis | null;
  } | null>;
  /** Source ids of the feed's records that the agency knows by this code, whether or not they yield a listing. */
  byCode(feedId: FeedId, code: string): Promise<string[]>;
  /** Records with an error issue, for `listings --invalid`. */
  invalid(
    feedId: FeedId | null,
    limit: number,
  ): Promise<{ feedId: FeedId; sourceId: SourceId; issues: Issue[] }[]>;
  counts(feedId: FeedId): Promise<Record<RecordKind, number>>;
}

/** What becomes of one staged record. Committed together: outcome, fingerprint, listings, outbox rows (RULES R21). */
export interface RecordDecision {
  ordinal: number;
  sourceId: SourceId;
  /** Null: the record must be read again at the next poll (a listing of it is a conflict, or off). */
  fingerprint: Uint8Array | null;
  kind: RecordKind;
  removeReason: RemoveReason | null;
  codes: string[];
  issues: Issue[];
  uses: UsedWord[];
  listings: ListingDecision[];
  /** Stored listings of this record that it no longer yields: marked not offered. */
  withdrawn: string[];
  /** Ids that it names and another feed owns: they come to this feed when their owner no longer has them. */
  claims: string[];
  /** When the file was fetched that brought this content; left out where the content was read before. */
  readAt?: Millis;
  /** The bytes that were staged with it are kept (`RawRecordStore`). */
  keepsRaw?: boolean;
}

/** What becomes of one listing of a staged record, decided by `core/plan`. */
export interface ListingDecision {
  externalId: ExternalId;
  presence: Presence;
  intent: Intent;
  removeReason: RemoveReason | null;
  offered: boolean;
  /** The new wanted state; null leaves what is stored. */
  wanted: Pick<WantedPayload, 'digest' | 'packed'> | null;
  /** Puts (or replaces) the outbox row for the wanted state; null leaves the outbox as it is, `cancel` drops an unsent row. */
  queue: { lane: Lane; digest: string } | 'cancel' | null;
  feedUpdatedAt: Millis | null;
  title: string | null;
  /** Street and place as people search for them; left out: as before. */
  address?: string | null;
}

/** A staged record with what the store holds for it: its own listings, and the owners of the ids that it names. */
export interface StagedWithStored {
  ordinal: number;
  staged: StagedOutcome & Pick<StagedRecord, 'sourceId' | 'fingerprint'>;
  stored: ListingRecord[];
  /** Unsettled outbox rows of these listings. */
  outbox: OutboxEntry[];
  /** Its bytes are staged too. */
  hasRaw: boolean;
}
