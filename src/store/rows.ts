import type { RecordKind, RemoveReason } from '../core/outcome.js';
import type { FileKind } from '../core/format.js';
import type { WaitCause } from '../core/listing/wait-cause.js';
import type { Schedule } from '../core/schedule/cron.js';
import type {
  HoldKind,
  Lane,
  Presence,
  PortalState,
  Intent,
  BatchState,
  FeedLife,
} from '../core/listing-states.js';

/** All times are epoch milliseconds by our clock. */
export type Millis = number;

export type FeedKind = FileKind | 'auto';

export interface FeedRow {
  id: number;
  /** Name in the configuration; unique in its connection. A feed that was pointed to another connection left an orphan of its name. */
  name: string;
  connectionId: string;
  /** Hash of URL and credentials, to notice a re-pointed feed; never the URL itself. */
  sourceHash: string;
  mapping: string;
  /** Put before every id; frozen after the first push. */
  idPrefix: string;
  /** What its files hold, as configured: `auto` files say so themselves. */
  kind: FeedKind;
  life: FeedLife;
  nextPollAt: Millis;
  /** Polls in a row that were not complete. */
  failures: number;
  lastPollAt: Millis | null;
  lastCompleteAt: Millis | null;
  stalledSince: Millis | null;
  /** One sentence why, while stalled. */
  stallReason: string | null;
  etag: string | null;
  lastModified: string | null;
  /** Of a feed of several URLs, what each said of its file, in their order; such a feed has no validators of its own. */
  parts: PartValidators[] | null;
  lastFullFetchAt: Millis | null;
  /** Context key of the last committed snapshot, hex; of one that was mapped again since its source was asked, as `core/kept-context.ts` writes it. */
  context: string | null;
  committedSnapshotId: number | null;
  /** A complete snapshot that waits one poll because its body equals a former one (RULES R16). */
  deferredSnapshotId: number | null;
  firstPushAt: Millis | null;
  /** Of its addresses, a line each: feeds of one host may fail together. */
  hosts: string;
  /** Its share of the connection's items against the other feeds'. */
  weight: number;
  /** When it is polled, as configured; null where no daemon of this release declared it yet. */
  schedule: Schedule | null;
  /** Since when what is kept of it waits to be mapped again. */
  remapAskedAt: Millis | null;
}

/** A preset as a feed was started with it. */
export interface KeptMapping {
  feedId: number;
  /** Its file in the folder of mappings, without the ending. */
  name: string;
  version: number;
  /** The file's content. */
  text: string;
}

export interface PartValidators {
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the inflated bytes, hex. */
  bodyHash: string;
}

export interface SnapshotRow {
  id: number;
  feedId: number;
  fetchedAt: Millis;
  /** In the spool, as fetched and inflated, a line for each file (`core/snapshot-parts.ts`); empty once retention took the file and only the hash is remembered. */
  path: string;
  bytes: number;
  /** SHA-256 of the inflated body, hex. */
  bodyHash: string;
  completeness: 'complete' | 'weak';
  encoding: string;
  recordCount: number;
  kind: FileKind;
  /** Its place among the files of its feed, where the mapping says where it stands: a number, or epoch milliseconds. */
  sequence: number | null;
  /**
   * `approved`: a person accepted the plan that was held; it is planned again from disk. `pending`: of a feed of changes, in which
   * each file counts: not applied yet, or not wholly.
   */
  state: 'kept' | 'committed' | 'deferred' | 'held' | 'approved' | 'pending';
}

/** What is kept of a record when its outcome is. */
export interface RawContent {
  /** UTF-8. */
  bytes: Uint8Array;
  /** It holds bytes that are no text in the file's encoding. */
  undecodable: boolean;
  /** JSON of what stood around it, the same for all records of a place in a file. */
  surroundings: string;
}

/** A record's outcome of this run, not yet committed. */
export interface StagedRecord {
  sourceId: string;
  /** 16 bytes. */
  fingerprint: Uint8Array;
  kind: RecordKind;
  /** `encodeOutcome` made it. */
  content: Uint8Array;
  /** Of feeds of changes: the record itself, kept when its outcome is. */
  raw?: RawContent | null;
}

/** `first`: seen once so far; `same`, `different`: the id stood in this snapshot already, with these or other bytes. */
export interface StageAnswer {
  ordinal: number;
  seenBefore: 'first' | 'same' | 'different';
  /** `markOf` the record when it was last read. */
  formerMark: string | null;
}

/** Stands for a record that the feed's `where` left to another feed: known, and not seen. No record yields so many listings. */
export const elsewhereMark = 3;

/** Answer of a fingerprint look-up for a block of records, in the block's order. */
export interface KnownBlock {
  /** The record's ordinal in its feed, -1 where the fingerprint is not known. */
  ordinals: Int32Array;
  /** How many listings with a payload the known record yields; `elsewhereMark` for a record that is another feed's. */
  listings: Uint8Array;
}

export interface ListingRow {
  connectionId: string;
  externalId: string;
  owner: 'feed' | 'manual' | 'foreign';
  feedId: number | null;
  sourceId: string | null;
  presence: Presence;
  /** False when its record is present but no longer yields this listing. */
  offered: boolean;
  graceSince: Millis | null;
  /** Complete polls that missed it, the first included. */
  gracePolls: number;
  pinnedUntil: Millis | null;
  intent: Intent;
  removeReason: RemoveReason | null;
  wantedDigest: string | null;
  /** The digest that we believe the portal holds. */
  confirmedDigest: string | null;
  /** A digest of the portal's own that means the same content (RULES R83). */
  digestAlias: string | null;
  /** Last `source.updated_at` sent. */
  sentUpdatedAt: Millis | null;
  feedUpdatedAt: Millis | null;
  portal: PortalState;
  failureCode: string | null;
  details: unknown;
  warnings: { code: string; pointer?: string | undefined; message: string }[];
  /** Sent again so often since its content last changed or it was live. */
  retries: number;
  /** When it was refused first, while nothing of it has become live since. */
  refusedAt: Millis | null;
  /** When a refused listing is sent again by itself; null where time alone changes nothing. */
  retryAt: Millis | null;
  /** Since when the portal calls its content unchanged although it was not known to hold it; null once it shows it, or takes other content. */
  unchangedSince: Millis | null;
  listingId: string | null;
  candidateId: string | null;
  publicUrl: string | null;
  firstSentAt: Millis | null;
  /** When its removal was queued; null while it is on. */
  offSince: Millis | null;
  lastSeenAt: Millis | null;
  title: string | null;
}

export interface OutboxRow {
  connectionId: string;
  externalId: string;
  op: 'upsert' | 'remove';
  lane: Lane;
  digest: string | null;
  removeReason: RemoveReason | null;
  queuedAt: Millis;
  notBefore: Millis;
  /** The unsettled batch that carries it, if any. */
  batchId: number | null;
  attempts: number;
  /** On whose share it counts; null: no feed's. */
  feedId: number | null;
  /** Why it is not sent before `notBefore`; null where nothing but its turn keeps it. */
  waits: WaitCause | null;
}

/** A request that the portal refuses although it takes the key: it alone waits. */
export interface ParkedRequest {
  /** `METHOD /path`, below the portal's address. */
  request: string;
  /** Null where it concerns no connection. */
  connectionId: string | null;
  status: number;
  code: string;
  /** The portal's own words. */
  message: string;
  since: Millis;
  /** Refusals in a row. */
  tries: number;
  nextAt: Millis;
}

export interface BatchItem {
  externalId: string;
  digest: string;
  updatedAt: Millis;
  /** Index in the body, from 0. */
  position: number;
}

export interface BatchRow {
  id: number;
  connectionId: string;
  idempotencyKey: string;
  /** The exact bytes; sent again unchanged when the outcome is unknown. */
  body: Uint8Array;
  items: BatchItem[];
  state: BatchState;
  /** The portal's id, once known. */
  portalId: string | null;
  createdAt: Millis;
  attempts: number;
  nextAttemptAt: Millis;
}

export interface HoldRow {
  id: number;
  connectionId: string;
  feedId: number | null;
  kind: HoldKind;
  state: 'open' | 'approved' | 'rejected' | 'closed';
  revision: number;
  openedAt: Millis;
  decidedAt: Millis | null;
  decidedBy: string | null;
  /** One paragraph: the numbers, the limit and where it is set. */
  reason: string;
  /** The snapshot that a plan hold keeps. */
  snapshotId: number | null;
  lineCount: number;
  /** What several holds have in common, such as `host feeds.example`: they are told as one. */
  cause: string | null;
  /** When it was told again last. */
  remindedAt: Millis | null;
}

export interface HoldLine {
  externalId: string;
  title: string | null;
  lastSeenAt: Millis | null;
  reason: RemoveReason;
}

export interface ConnectionRow {
  id: string;
  /** As last read from the portal: the whole Connection resource, or null before the first read. */
  remote: Record<string, unknown> | null;
  status: 'unknown' | 'certifying' | 'active' | 'paused' | 'revoked' | 'not_found';
  readAt: Millis | null;
  /** The reconcile view was paged whole at least once: what it did not show, the portal does not hold. */
  viewReadAt: Millis | null;
  /** When the view shall be read for outcomes, and how often it was since the last push. */
  outcomesDueAt: Millis | null;
  outcomesAsked: number;
  nextPushAt: Millis;
  /** Step of the backoff while paused or after failures. */
  backoffStep: number;
  /** When we last wrote to it, by the portal's clock: a later `last_push_at` is somebody else's. */
  lastPushAt: Millis | null;
  /** Since when nothing is removed, because another writer was there and its work is taken over (RULES R100). */
  adoptingSince: Millis | null;
  /** Null until its schedule was read once. */
  nextReconcileAt: Millis | null;
  /** What the portal’s staff wrote when they sent the first push back, word for word; null where nothing is known. */
  certificationNote: string | null;
}

/** One listing as reconciling sees it. */
export interface ReconcileListing {
  externalId: string;
  owner: ListingRow['owner'];
  presence: Presence;
  offered: boolean;
  intent: Intent;
  portal: PortalState;
  pinnedUntil: Millis | null;
  wantedDigest: string | null;
  confirmedDigest: string | null;
  digestAlias: string | null;
  firstSentAt: Millis | null;
  offSince: Millis | null;
  lastSeenAt: Millis | null;
  title: string | null;
  /** What the outbox wants of it. */
  queued: OutboxRow['op'] | null;
  /** How often its drift was repaired, and in how many cycles it was missing after that. */
  repairs: number;
  missed: number;
  unchangedSince: Millis | null;
}

/** A reconcile call that was stored before it was sent; its outcome is not known yet. */
export interface ReconcilePlan {
  id: number;
  connectionId: string;
  plannedAt: Millis;
  idempotencyKey: string;
  /** Ids that stay. */
  keep: string[];
  /** Ids that the call archives, as the view showed it. */
  archive: string[];
  /** A person approved it: the portal's question is answered beforehand. */
  confirm: boolean;
}

/** What the view shows of a listing. */
export interface SeenListing {
  externalId: string;
  portal: PortalState;
  digest: string | null;
  listingId: string | null;
  publicUrl: string | null;
}

export interface RunRow {
  id: number;
  kind: 'poll' | 'remap' | 'push' | 'outcomes' | 'reconcile' | 'reference';
  connectionId: string | null;
  feedId: number | null;
  startedAt: Millis;
  endedAt: Millis | null;
  state: 'running' | 'done' | 'unchanged' | 'stalled' | 'deferred' | 'held' | 'failed';
  /** One sentence for a person. */
  message: string | null;
  /** Named numbers; what must add up is checked before they are written. */
  balance: Record<string, number>;
}

/** One step of a listing's story, for `explain`. */
export interface ListingEvent {
  connectionId: string;
  externalId: string;
  at: Millis;
  kind: string;
  /** Ids, codes, digests and numbers; no texts of the feed. */
  data: Record<string, string | number | null>;
}
