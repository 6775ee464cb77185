import type { Generated } from 'kysely';
import type { RecordKind, ReferenceUse, RemoveReason, Issue } from '../../model/outcome.js';
import { codec, type Stored } from './codec.js';
import type { Expectation } from '../contract/expectations.js';
import type { FeedChangeRecord } from '../contract/feed-changes.js';
import type { SetupRecord, StatementRecord } from '../contract/setups.js';
import type {
  AccountRecord,
  ApiTokenRecord,
  InvitationRecord,
  KnownBrowserRow,
  SessionRecord,
  SignInFailures,
} from '../contract/access.js';
import type { PhotoRecord } from '../contract/photos.js';
import type { Alias, Rename } from '../contract/renames.js';
import type { NoticeRecord } from '../contract/notices.js';
import type { Run } from '../../model/run.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { HoldLine, Hold } from '../../model/hold.js';
import type { BatchRecord, OutboxEntry, ParkedRequest } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ListingEvent } from '../../model/listing.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord, KeptMapping } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { DaemonRequest, Suppression } from '../../model/daemon-request.js';

/** The tables that the Store interface reads and writes; columns are named alike, in snake_case. */
export interface Tables {
  meta: { key: string; value: string };
  connection: StoredConnection;
  feed: Numbered<StoredFeed>;
  keptMapping: KeptMapping;
  snapshot: Numbered<Snapshot>;
  record: RecordTable;
  staged: StagedTable;
  rawRecord: {
    feedId: number;
    sourceId: string;
    /** 1: says nothing of what becomes of its listings, and the one with 0 did. */
    later: number;
    readAt: Millis;
    /** Since when its listings are gone. */
    goneAt: Millis | null;
    /** `packRaw` made it. */
    content: Uint8Array;
    surroundings: number;
  };
  rawSurroundings: { id: Generated<number>; feedId: number; digest: string; content: Uint8Array };
  usedWord: UsedWordTable;
  listing: StoredListing & ListingSearch;
  payload: { connectionId: string; externalId: string; content: Uint8Array };
  claim: { connectionId: string; externalId: string; feedId: number; sourceId: string };
  outbox: StoredEntry;
  batch: Numbered<StoredBatch>;
  spend: SpendTable;
  hold: Numbered<Hold>;
  holdLine: HoldLine & { holdId: number; position: number };
  rename: Rename & { holdId: number };
  alias: Alias;
  expectation: Numbered<Expectation>;
  expectedRemoval: { feedId: number; externalId: string };
  run: Numbered<StoredRun>;
  event: StoredEvent & { id: Generated<number> };
  intent: Numbered<StoredIntent>;
  reconcile: ReconcileTable;
  drift: { connectionId: string; externalId: string; repairs: number; missed: number };
  lease: { name: string; holder: string; token: number; until: Millis };
  audit: AuditTable;
  notice: Numbered<StoredNotice>;
  account: Numbered<StoredAccount>;
  accountConnection: { accountId: number; connectionId: string };
  invitation: InvitationRecord;
  session: SessionRecord;
  apiToken: Numbered<ApiTokenRecord>;
  signInFailure: SignInFailures & { key: string; nameKey: string | null };
  knownBrowser: KnownBrowserRow;
  feedChange: Numbered<StoredFeedChange>;
  agency: Numbered<StoredSetup>;
  agencyAccount: { agencyId: number; accountId: number };
  statement: Numbered<StoredStatement>;
  suppression: Suppression;
  parkedRequest: ParkedRequest;
  photo: PhotoRecord;
  webhook: { id: string; type: string; connectionId: string | null; receivedAt: Millis };
  vocabulary: {
    role: 'serving' | 'suspect';
    document: string;
    content: string;
    etag: string | null;
    readAt: Millis;
  };
  place: { id: string; position: number; content: string };
}

interface StagedTable {
  feedId: number;
  ordinal: number;
  fingerprint: Uint8Array;
  content: Uint8Array;
  /** Of feeds of changes. */
  raw: Uint8Array | null;
  surroundings: number | null;
}

/** A record of a feed. `kind` is null from the time it is first staged until its outcome is committed. */
interface RecordTable {
  feedId: number;
  ordinal: number;
  sourceId: string;
  fingerprint: Uint8Array | null;
  kind: RecordKind | null;
  removeReason: RemoveReason | null;
  /** Listings with a payload that it yields, answered by the fingerprint look-up. */
  listingCount: number;
  hasError: number;
  codes: string;
  issues: string;
  /** Numbers of the words that it used or missed. */
  uses: string;
  /** When the file that has its present content was fetched, and when its outcome was committed. */
  readAt: Millis | null;
  understoodAt: Millis | null;
}

/** What records of a feed asked of the portal's directories, and what it resolved to: empty where it was missed. */
interface UsedWordTable {
  id: Generated<number>;
  feedId: number;
  kind: ReferenceUse['kind'];
  name: string;
  word: string;
  resolved: string;
}

/** Folded texts by which a person finds a listing. */
export interface ListingSearch {
  foldedTitle: string;
  /** The line that tells street and place. */
  foldedAddress: string;
  /** External id, source id and the agency's codes, each between line feeds. */
  foldedIds: string;
}

interface SpendTable {
  id: Generated<number>;
  scope: string;
  /** Null while in flight. */
  at: Millis | null;
  amount: number;
  ownChange: number;
  batchId: number | null;
}

/** `stored`: a call whose outcome is not known; `approved`: what a person lets a call archive; the others are over. */
export interface ReconcileTable {
  id: Generated<number>;
  connectionId: string;
  startedAt: Millis;
  endedAt: Millis | null;
  state: 'stored' | 'approved' | 'done' | 'dropped';
  data: string;
}

interface AuditTable {
  id: Generated<number>;
  at: Millis;
  author: string;
  action: string;
  subject: string;
  data: string;
}

export const connectionCodec = codec<ConnectionRecord>()({ json: ['remote'] });
export const feedCodec = codec<FeedRecord>()({ json: ['parts', 'schedule'] });
export const snapshotCodec = codec<Snapshot>()({});
export const listingCodec = codec<ListingRecord>()({
  json: ['details', 'warnings'],
  flags: ['offered'],
  hidden: ['foldedTitle', 'foldedAddress', 'foldedIds'] satisfies (keyof ListingSearch)[],
});
export const outboxCodec = codec<OutboxEntry>()({ json: ['waits'] });
export const batchCodec = codec<BatchRecord>()({ json: ['items'] });
export const runCodec = codec<Run>()({ json: ['balance'] });
export const eventCodec = codec<ListingEvent>()({ json: ['data'] });
export const noticeCodec = codec<NoticeRecord>()({ flags: ['atOnce'] });
export const intentCodec = codec<DaemonRequest>()({ json: ['payload'] });
export const feedChangeCodec = codec<FeedChangeRecord>()({ json: ['value'] });
export const setupCodec = codec<SetupRecord>()({
  json: ['feed', 'reading', 'keptFile', 'remote'],
  flags: ['readFromKept'],
});
export const statementCodec = codec<StatementRecord>()({ flags: ['value'] });
export const recordCodec = codec<RecordFields>()({ json: ['codes', 'issues', 'uses'], flags: ['hasError'] });

/** A record as the code sees it. */
export interface RecordFields extends Omit<RecordTable, 'codes' | 'issues' | 'uses' | 'hasError'> {
  hasError: boolean;
  codes: string[];
  issues: Issue[];
  uses: number[];
}

export type StoredAccount = Omit<AccountRecord, 'connections'>;
export type StoredListing = Stored<ListingRecord, 'details' | 'warnings', 'offered'>;
type StoredNotice = Stored<NoticeRecord, never, 'atOnce'>;
type StoredConnection = Stored<ConnectionRecord, 'remote'>;
type StoredEntry = Stored<OutboxEntry, 'waits'>;
type StoredFeed = Stored<FeedRecord, 'parts' | 'schedule'>;
type StoredBatch = Stored<BatchRecord, 'items'>;
type StoredRun = Stored<Run, 'balance'>;
type StoredEvent = Stored<ListingEvent, 'data'>;
type StoredFeedChange = Stored<FeedChangeRecord, 'value'>;
type StoredSetup = Stored<SetupRecord, 'feed' | 'reading' | 'keptFile' | 'remote', 'readFromKept'>;
type StoredStatement = Stored<StatementRecord, never, 'value'>;
type StoredIntent = Stored<DaemonRequest, 'payload'>;
type Numbered<Row extends { id: number }> = Omit<Row, 'id'> & { id: Generated<number> };
