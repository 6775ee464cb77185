import type { HoldKind, Lane, Presence, PortalState, Intent } from '../core/listing-states.js';
import type { Place, Vocabulary } from '../core/reference.js';
import type { Issue, RecordKind, ReferenceUse, RemoveReason } from '../core/outcome.js';
import type {
  BatchItem,
  BatchRow,
  ConnectionRow,
  FeedRow,
  HoldLine,
  HoldRow,
  IntentRow,
  KnownBlock,
  ListingEvent,
  ListingRow,
  Millis,
  OutboxRow,
  ReconcileListing,
  ReconcilePlan,
  RunRow,
  SeenListing,
  SnapshotRow,
  StageAnswer,
  StagedRecord,
  SuppressionRow,
} from './rows.js';

/**
 * Everything that must survive a crash. Each method is one transaction: it happened as a whole, or not at all.
 * Methods are batch-shaped, so that no caller needs a round trip per record, and none holds a transaction across I/O.
 */
export interface Store {
  readonly meta: MetaStore;
  readonly connections: ConnectionStore;
  readonly feeds: FeedStore;
  readonly snapshots: SnapshotStore;
  readonly records: RecordStore;
  readonly listings: ListingStore;
  readonly outbox: OutboxStore;
  readonly batches: BatchStore;
  readonly spend: SpendStore;
  readonly holds: HoldStore;
  readonly runs: RunStore;
  readonly reference: ReferenceStore;
  readonly intents: IntentStore;
  readonly reconciles: ReconcileStore;
  readonly webhooks: WebhookStore;
  readonly suppressions: SuppressionStore;
  readonly manual: ManualStore;
  close(): Promise<void>;
}

/** Single values: schema-independent facts such as the clock offset and the bound portal. */
export interface MetaStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

export interface ConnectionStore {
  /** Creates missing rows, touches nothing else. */
  ensure(ids: readonly string[]): Promise<void>;
  get(id: string): Promise<ConnectionRow | null>;
  all(): Promise<ConnectionRow[]>;
  update(id: string, change: Partial<Omit<ConnectionRow, 'id'>>): Promise<void>;
  /** The agency took its consent back: its listings are not ours any more, and nothing of them is wanted. */
  release(id: string, now: Millis): Promise<void>;
}

export interface FeedStore {
  /** Creates a feed of this name in this connection, or returns the one there is with source, mapping and prefix updated. */
  declare(
    feed: Pick<FeedRow, 'name' | 'connectionId' | 'sourceHash' | 'mapping' | 'idPrefix'>,
    now: Millis,
  ): Promise<FeedRow>;
  get(id: number): Promise<FeedRow | null>;
  /** Where an orphan bears the same name, the other one. */
  byName(name: string): Promise<FeedRow | null>;
  /** By name; an orphan stands behind the feed that bears its name now. */
  all(): Promise<FeedRow[]>;
  /** `life` changes only between active and stalled, and only where it was one of them: for anything else, `setLife`. */
  update(id: number, change: Partial<Omit<FeedRow, 'id' | 'name'>>): Promise<void>;
  /** A person's or the configuration's decision, written to the audit. */
  setLife(id: number, life: FeedRow['life'], by: string, now: Millis): Promise<void>;
  /** The same feed under another name. */
  rename(id: number, name: string): Promise<void>;
}

export interface SnapshotStore {
  add(snapshot: Omit<SnapshotRow, 'id'>): Promise<SnapshotRow>;
  get(id: number): Promise<SnapshotRow | null>;
  /** Newest first. */
  ofFeed(feedId: number): Promise<SnapshotRow[]>;
  update(id: number, change: Partial<Pick<SnapshotRow, 'state' | 'recordCount' | 'path'>>): Promise<void>;
  remove(id: number): Promise<void>;
}

/** What becomes of one listing of a staged record, decided by `core/plan`. */
export interface ListingDecision {
  externalId: string;
  presence: Presence;
  intent: Intent;
  removeReason: RemoveReason | null;
  offered: boolean;
  /** The new wanted state, stored compressed with its digest; null leaves what is stored. */
  wanted: { digest: string; payload: Record<string, unknown> } | null;
  /** Puts (or replaces) the outbox row for the wanted state; null leaves the outbox as it is, `cancel` drops an unsent row. */
  queue: { lane: Lane; digest: string } | 'cancel' | null;
  feedUpdatedAt: Millis | null;
  title: string | null;
}

/** What becomes of one staged record. Committed together: outcome, fingerprint, listings, outbox rows (SEMANTICS 2). */
export interface RecordDecision {
  ordinal: number;
  sourceId: string;
  /** Null: the record must be read again at the next poll (a listing of it is a conflict, or off). */
  fingerprint: Uint8Array | null;
  kind: RecordKind;
  removeReason: RemoveReason | null;
  codes: string[];
  issues: Issue[];
  uses: ReferenceUse[];
  listings: ListingDecision[];
  /** Stored listings of this record that it no longer yields: marked not offered. */
  withdrawn: string[];
  /** Ids that it names and another feed owns: they come to this feed when their owner no longer has them. */
  claims: string[];
}

/** A staged record with what the store holds for it: its own listings, and the owners of the ids that it names. */
export interface StagedWithStored {
  ordinal: number;
  staged: StagedRecord;
  stored: ListingRow[];
  /** Unsettled outbox rows of these listings. */
  outbox: OutboxRow[];
}

export interface RecordStore {
  /**
   * Hot: looks up `count` fingerprints (16 bytes each, packed) of one feed.
   * `known` must hold `count` places; nothing else is allocated for a known record.
   */
  lookUp(feedId: number, fingerprints: Uint8Array, count: number, known: KnownBlock): Promise<void>;
  /** One past the highest ordinal of the feed, for sizing a bitmap. */
  ordinalCount(feedId: number): Promise<number>;
  /**
   * Keeps outcomes of the current run apart until the snapshot is proven complete. A source id without an ordinal gets
   * one. The first of several records with one id is kept.
   */
  stage(feedId: number, records: readonly StagedRecord[]): Promise<StageAnswer[]>;
  /** Ordered by ordinal. */
  stagedBlock(feedId: number, afterOrdinal: number, limit: number): Promise<StagedWithStored[]>;
  commitBlock(
    connectionId: string,
    feedId: number,
    decisions: readonly RecordDecision[],
    now: Millis,
  ): Promise<void>;
  discardStaged(feedId: number): Promise<void>;
  /**
   * Drops the records that a complete snapshot did not have, unless they own a listing that is not off: an invalid or
   * ignored record that left the feed is no longer counted.
   */
  sweep(feedId: number, seen: { has(ordinal: number): boolean }): Promise<void>;
  /** Deletes fingerprints, so that these records are read again. */
  forget(feedId: number, sourceIds: readonly string[]): Promise<void>;
  /** Records that used (or missed) one of these words. */
  using(
    feedId: number,
    kind: ReferenceUse['kind'],
    words: readonly string[] | 'missed' | 'any',
  ): Promise<string[]>;
  unmapped(
    feedId: number | null,
  ): Promise<{ feedId: number; name: string; word: string; count: number; samples: string[] }[]>;
  get(
    feedId: number,
    sourceId: string,
  ): Promise<{
    ordinal: number;
    fingerprint: Uint8Array | null;
    kind: RecordKind | null;
    issues: Issue[];
    codes: string[];
  } | null>;
  /** Records with an error issue, for `listings --invalid`. */
  invalid(
    feedId: number | null,
    limit: number,
  ): Promise<{ feedId: number; sourceId: string; issues: Issue[] }[]>;
  counts(feedId: number): Promise<Record<RecordKind, number>>;
}

/** One absent listing's new state, decided by `core/absence` and `core/guard`. */
export interface AbsenceDecision {
  externalId: string;
  presence: 'grace' | 'held' | 'pinned' | 'gone' | 'present';
  graceSince: Millis | null;
  gracePolls: number;
  /** Queue its removal now (and forget its record's fingerprint); `cancel` drops an unsent removal. */
  queueRemoval: RemoveReason | 'cancel' | null;
  /** The record of another feed of the connection that has it: ownership passes on, and nothing is removed. */
  giveTo?: { feedId: number; sourceId: string };
}

/** A record of another feed that names an id which this feed owns. */
export interface Claim {
  externalId: string;
  feedId: number;
  sourceId: string;
}

export interface ListingFilter {
  connectionId?: string;
  feedId?: number;
  portal?: readonly PortalState[];
  presence?: readonly Presence[];
  text?: string;
  limit: number;
  /** external_id of the last row of the page before. */
  after?: string;
}

export interface ListingStore {
  get(connectionId: string, externalId: string): Promise<ListingRow | null>;
  getMany(connectionId: string, externalIds: readonly string[]): Promise<ListingRow[]>;
  list(filter: ListingFilter): Promise<ListingRow[]>;
  /** By external id, source id, agency's code, portal ids or title; folded. */
  find(query: string, scope: { feedId?: number; connectionId?: string }): Promise<ListingRow[]>;
  payload(connectionId: string, externalId: string): Promise<Record<string, unknown> | null>;
  payloads(
    connectionId: string,
    externalIds: readonly string[],
  ): Promise<Map<string, Record<string, unknown>>>;
  /** Ordinals, ascending, of the feed's records that own a listing that is not off: compared with what was seen. */
  ownedOrdinals(feedId: number): Promise<Int32Array>;
  /** Listings of these records that are not off. */
  ofOrdinals(feedId: number, ordinals: readonly number[]): Promise<ListingRow[]>;
  /** Listings of the feed that are not off but in grace, held or pinned, no longer offered, or marked for removal by their record. */
  waiting(feedId: number): Promise<(ListingRow & { ordinal: number })[]>;
  /** Of feeds that are polled, on listings that this feed owns. */
  claims(feedId: number): Promise<Claim[]>;
  /** For the guard: every listing of the feed that is on, or went off since `since`. */
  ownedSince(
    feedId: number,
    since: Millis,
  ): Promise<{ externalId: string; firstSentAt: Millis | null; offSince: Millis | null }[]>;
  applyAbsences(
    connectionId: string,
    feedId: number,
    decisions: readonly AbsenceDecision[],
    now: Millis,
  ): Promise<void>;
  /** What the view or a push said; keys not given stay. */
  update(
    connectionId: string,
    changes: readonly ({ externalId: string } & Partial<ListingRow>)[],
  ): Promise<void>;
  /** Ids of the view that no feed of ours knows: kept with owner `foreign`, for a person to decide. */
  noteForeign(
    connectionId: string,
    listings: readonly {
      externalId: string;
      portal: PortalState;
      listingId: string | null;
      publicUrl: string | null;
      /** It counts as sent from then on. */
      firstSentAt?: Millis | null;
    }[],
  ): Promise<void>;
  /** Refused listings that are still wanted and do not wait in the outbox, longest refused first. */
  refused(connectionId: string, filter?: RefusedFilter): Promise<ListingRow[]>;
  /** Listings on the portal that it took with one of these warnings. */
  warned(connectionId: string, codes: readonly string[]): Promise<ListingRow[]>;
  /** Ids whose outcome is still open (accepted, sent, unknown, needs_review). */
  pendingOutcomes(connectionId: string): Promise<string[]>;
  countsByPortalState(scope: {
    connectionId?: string;
    feedId?: number;
  }): Promise<Partial<Record<PortalState, number>>>;
  /**
   * For the balance: present, offered, publishable listings of the feed whose record is `mapped`:
   * `queued` where an upsert waits in the outbox, else `blocked` where the portal refused them, else `unchanged`.
   */
  presentCounts(feedId: number): Promise<{ unchanged: number; queued: number; blocked: number }>;
  events(connectionId: string, externalId: string): Promise<ListingEvent[]>;
  addEvents(events: readonly ListingEvent[]): Promise<void>;
}

export interface RefusedFilter {
  codes?: readonly string[];
  /** Only what is due again by time. */
  retryBefore?: Millis;
  feedId?: number;
}

export interface OutboxStore {
  /** Rows of no unsettled batch that may be sent at `now`, by lane, then by age. */
  sendable(connectionId: string, op: OutboxRow['op'], now: Millis, limit: number): Promise<OutboxRow[]>;
  of(connectionId: string, externalIds: readonly string[]): Promise<OutboxRow[]>;
  counts(
    connectionId: string | null,
  ): Promise<{ upserts: number; removals: number; byLane: Partial<Record<Lane, number>> }>;
  /** When the earliest row that waits may be sent; null when none waits. */
  nextDueAt(connectionId: string): Promise<Millis | null>;
  /** The latest wish of a listing wins; its row keeps the batch that carries it, and the age of the first wish of its kind. */
  put(rows: readonly Omit<OutboxRow, 'batchId' | 'attempts'>[]): Promise<void>;
  /**
   * Wants these listings sent once more as they are: one retry more each, and in their lane as old as their first refusal.
   * What is off, missing or without content is left out. @returns how many were queued
   */
  sendAgain(connectionId: string, externalIds: readonly string[], lane: Lane, now: Millis): Promise<number>;
  /** Counts one attempt to send a removal, before it is sent. */
  attempt(connectionId: string, externalId: string): Promise<void>;
  defer(connectionId: string, externalIds: readonly string[], notBefore: Millis): Promise<void>;
  drop(connectionId: string, externalIds: readonly string[]): Promise<void>;
}

/** What a settled batch means for one of its items, decided by `core/judge`. */
export interface ItemSettlement {
  externalId: string;
  /** Change of the listing row. */
  listing: Partial<Omit<ListingRow, 'connectionId' | 'externalId'>>;
  /** `done`: the row leaves the outbox if it still asks for the digest sent. `again`: it stays and may be sent at `notBefore`. */
  outbox: { kind: 'done' } | { kind: 'again'; notBefore: Millis };
  event: { kind: string; data: Record<string, string | number | null> };
}

export interface BatchStore {
  /**
   * Stores the batch, binds its outbox rows, writes its spend (scope: the connection's id) as in flight and dates first
   * sendings, before anything is sent. A listing that an unsettled batch carries already is a bug, and nothing is written.
   */
  create(batch: {
    connectionId: string;
    idempotencyKey: string;
    body: Uint8Array;
    items: BatchItem[];
    /** How many of the items are changes of our own making. */
    ownChanges: number;
    now: Millis;
  }): Promise<BatchRow>;
  unsettled(connectionId: string): Promise<BatchRow[]>;
  get(id: number): Promise<BatchRow | null>;
  update(
    id: number,
    change: Partial<Pick<BatchRow, 'state' | 'portalId' | 'attempts' | 'nextAttemptAt'>>,
  ): Promise<void>;
  /** Applies the verdicts, frees or drops the outbox rows, and fixes the spend at the reply's time (`spent` items). */
  settle(
    id: number,
    settlements: readonly ItemSettlement[],
    spend: { at: Millis; items: number },
  ): Promise<void>;
  /**
   * Its rows return to the outbox with their current content. A definite refusal spent nothing, and its first sendings
   * never were; otherwise the dates sent count as sent.
   */
  dissolve(
    id: number,
    change: { now: Millis; spent: number; park: readonly string[]; parkUntil: Millis },
  ): Promise<void>;
  /** Fixes the listing, deletes the outbox row of a removal that the portal confirmed (not a newer wish), and tells the story. */
  settleRemoval(connectionId: string, externalId: string, state: PortalState, now: Millis): Promise<void>;
}

export interface SpendStore {
  /** Items of a connection or requests of a key since `since`, oldest first. In flight counts with `at: null`. */
  since(scope: string, since: Millis): Promise<{ at: Millis | null; amount: number; ownChange: number }[]>;
  add(scope: string, at: Millis, amount: number): Promise<void>;
  prune(before: Millis): Promise<void>;
}

export interface HoldStore {
  /** Opens the hold of this feed and kind, or gives the open one a new revision with these lines. */
  raise(
    hold: {
      connectionId: string;
      feedId: number | null;
      kind: HoldKind;
      reason: string;
      snapshotId: number | null;
      lines: HoldLine[];
    },
    now: Millis,
  ): Promise<HoldRow>;
  open(scope: { feedId?: number; kind?: HoldKind }): Promise<HoldRow[]>;
  all(): Promise<HoldRow[]>;
  get(id: number): Promise<{ hold: HoldRow; lines: HoldLine[] } | null>;
  /** Takes lines off (their listing came back); a hold without lines closes by itself. */
  release(id: number, externalIds: readonly string[], now: Millis): Promise<void>;
  close(id: number, now: Millis): Promise<void>;
  /**
   * Approval: the removals become outbox rows in the same transaction, fingerprints of their records are deleted.
   * Rejection: the listings are pinned until `pinnedUntil`. Giving: those that the hold's feed still owns pass to another feed.
   */
  decide(
    id: number,
    decision:
      | { kind: 'approved'; remove: readonly HoldLine[] }
      | { kind: 'rejected'; pinnedUntil: Millis }
      | { kind: 'given'; toFeedId: number },
    by: string,
    now: Millis,
  ): Promise<void>;
}

/** The nightly comparison: what it needs to know, and what it does in one transaction each (SEMANTICS 8). */
export interface ReconcileStore {
  /** Every listing of the connection that the store knows, whatever its state. */
  listings(connectionId: string): Promise<ReconcileListing[]>;
  /** Stores a call before it is sent. */
  plan(plan: Omit<ReconcilePlan, 'id'>): Promise<ReconcilePlan>;
  /** The call whose outcome is not known. */
  unfinished(connectionId: string): Promise<ReconcilePlan | null>;
  /** The portal carried it out: its listings are archived, their story is told, approvals are used up. */
  finish(plan: ReconcilePlan, now: Millis): Promise<void>;
  /** It had no effect, or is not relied on: the next one is computed anew. */
  drop(id: number, now: Millis): Promise<void>;
  /** Ids that a person let a call archive, and that no call has archived yet. */
  approved(connectionId: string): Promise<string[]>;
  /** Queues the removal of listings that are off already; approvals are used up. */
  removeOneByOne(connectionId: string, externalIds: readonly string[], now: Millis): Promise<void>;
  /** Takes foreign listings off: each becomes a removal in the outbox. */
  archiveForeign(connectionId: string, externalIds: readonly string[], now: Millis): Promise<void>;
  /** The portal's word on what it holds becomes ours: ids, states and digests (adopt mode). */
  adopt(
    connectionId: string,
    seen: readonly SeenListing[],
    change: { pushedAt: Millis; now: Millis },
  ): Promise<void>;
  /** Sends listings again, or gives them up as taken down, and counts it. `missed`: cycles in which a repair had not helped. */
  repair(
    connectionId: string,
    drifts: readonly {
      externalId: string;
      kind: 'missing' | 'content';
      action: 'repair' | 'taken_down';
      heldDigest: string | null;
      missed: number;
    }[],
    now: Millis,
  ): Promise<void>;
  /** Decides lines of a hold of foreign listings: archived ones leave the portal, adopted ones are kept until removed by hand. */
  decideForeign(
    holdId: number,
    decision: { archive: readonly string[]; adopt: readonly string[] },
    by: string,
    now: Millis,
  ): Promise<void>;
  /** Lets the next call archive these lines of a confirmation hold, and makes it due. */
  approveArchive(holdId: number, externalIds: readonly string[], by: string, now: Millis): Promise<void>;
}

export interface RunStore {
  start(run: {
    kind: RunRow['kind'];
    connectionId: string | null;
    feedId: number | null;
    now: Millis;
  }): Promise<number>;
  finish(
    id: number,
    end: { state: RunRow['state']; message: string; balance: Record<string, number>; now: Millis },
  ): Promise<void>;
  /** Runs that a former process left behind: they ended with it. */
  closeInterrupted(message: string, now: Millis): Promise<void>;
  /** Newest first. */
  list(filter: { feedId?: number; kind?: RunRow['kind']; limit: number }): Promise<RunRow[]>;
}

export interface ReferenceStore {
  saveVocabulary(document: unknown, vocabulary: Vocabulary, etag: string | null, now: Millis): Promise<void>;
  vocabulary(): Promise<{
    document: unknown;
    vocabulary: Vocabulary;
    etag: string | null;
    readAt: Millis;
  } | null>;
  savePlaces(places: readonly Place[], now: Millis): Promise<void>;
  places(): Promise<{ places: Place[]; readAt: Millis } | null>;
}

export interface IntentStore {
  add(intent: {
    kind: IntentRow['kind'];
    payload: Record<string, unknown>;
    author: string;
    now: Millis;
  }): Promise<number>;
  pending(): Promise<IntentRow[]>;
  done(id: number, result: string, now: Millis): Promise<void>;
  get(id: number): Promise<IntentRow | null>;
}

export interface SuppressionStore {
  /** Takes the listing off and keeps it off: suppression, removal in the outbox and audit together. */
  add(suppression: SuppressionRow): Promise<void>;
  /** Lets the feed have its way again: its record is read again at the next poll. False where nothing was suppressed. */
  lift(connectionId: string, externalId: string, author: string, now: Millis): Promise<boolean>;
  get(connectionId: string, externalId: string): Promise<SuppressionRow | null>;
  /** Those whose time is over. */
  ended(now: Millis): Promise<SuppressionRow[]>;
}

/** A listing that a person put, with no feed behind it (SEMANTICS 3). */
export interface ManualListing {
  connectionId: string;
  externalId: string;
  digest: string;
  /** Without `digest` and `source.updated_at`. */
  payload: Record<string, unknown>;
  updatedAt: Millis | null;
  title: string | null;
}

export interface ManualStore {
  /** Stores and queues it; a foreign listing of this id becomes manual. An id that a feed has on is a bug of the caller. */
  put(listing: ManualListing, author: string, now: Millis): Promise<void>;
  /** Queues its removal, whoever owns it but a feed. */
  remove(
    connectionId: string,
    externalId: string,
    reason: RemoveReason,
    author: string,
    now: Millis,
  ): Promise<void>;
}

/** An event that the portal sent, as a hint: what has to be read again. */
export interface ReceivedWebhook {
  id: string;
  type: string;
  /** Null: it names none, and concerns all. */
  connectionId: string | null;
  wakes: 'connection' | 'listings' | null;
  /** Words of the portal's staff, for people to read; null leaves those that are there. */
  certificationNote: string | null;
}

export interface WebhookStore {
  /** Notes the event and makes due what it hints at, together. False where its id is known: then nothing happens. */
  receive(event: ReceivedWebhook, now: Millis): Promise<boolean>;
  /** Ids received before this are forgotten. */
  forget(before: Millis): Promise<void>;
}
