import type { Generated } from 'kysely';
import type { Offer, RecordKind, ReferenceUse, RemoveReason, Issue } from '../../model/outcome.js';
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
import type { Confirmation, OpenDoubt, PastValue } from '../../model/content.js';
import type { Millis } from '../../model/millis.js';
import type { DaemonRequest, Suppression } from '../../model/daemon-request.js';

/** The column `path` joins the parts (`joinParts`). */
export type StoredSnapshot = Omit<Snapshot, 'parts'> & { path: string };

/** The tables of the store. In the database, the names of tables and columns are in snake_case. */
export interface Tables {
  meta: { key: string; value: string };
  connection: StoredConnection;
  feed: Numbered<StoredFeed>;
  keptMapping: KeptMapping;
  snapshot: Numbered<StoredSnapshot>;
  record: RecordTable;
  staged: StagedTable;
  rawRecord: {
    feedId: number;
    sourceId: string;
    /** 1: this version is later than the one in the row with 0, and decides nothing about the record's listings (see `RawRecordStore`). */
    later: number;
    readAt: Millis;
    /** Since when all listings of the record are removed. */
    goneAt: Millis | null;
    /** Encoded by `packRaw`. */
    content: Uint8Array;
    /** Id in `rawSurroundings`. */
    surroundings: number;
  };
  rawSurroundings: { id: Generated<number>; feedId: number; digest: string; content: Uint8Array };
  usedWord: UsedWordTable;
  listing: StoredListing & ListingSearch;
  payload: {
    connectionId: string;
    externalId: string;
    content: Uint8Array;
    /** `source` of the listing's `PhotoMarks`. Null: it has no marks, no feed made it, or release 0.1.0 mapped it. */
    photoSource: string | null;
  };
  contentDoubt: StoredDoubt;
  confirmation: Omit<Confirmation, 'by' | 'before'> &
    OfListing & { byWhom: string; beforeValue: string | null };
  pastValue: Stored<PastValue, never, 'isBase'> & OfListing & { id: Generated<number> };
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

/** Unused since records are staged in a file. An earlier release may have left rows (`store/records/former-staging.ts`). */
interface StagedTable {
  feedId: number;
  ordinal: number;
  fingerprint: Uint8Array;
  content: Uint8Array;
  /** The record's bytes, encoded by `packRaw`; null for full feeds. */
  raw: Uint8Array | null;
  /** Id in `rawSurroundings`; null for full feeds. */
  surroundings: number | null;
}

/** A record of a feed. `kind` is null only where an earlier release staged the record and was stopped before it committed its outcome. */
interface RecordTable {
  feedId: number;
  ordinal: number;
  sourceId: string;
  fingerprint: Uint8Array | null;
  kind: RecordKind | null;
  removeReason: RemoveReason | null;
  /** Number of publishable listings that the record yields, or `otherFeedMark`. The fingerprint look-up returns this column. */
  listingCount: number;
  hasError: number;
  codes: string;
  issues: string;
  /** JSON array of ids in `usedWord`: the words that the record used or missed. */
  uses: string;
  /** When the file that brought the record's present content was fetched. */
  readAt: Millis | null;
  /** When the record's outcome was committed. */
  understoodAt: Millis | null;
  /** The place (`placeOf`) of the last delta file that spoke of the record, in a feed that has full files too; null: none did. */
  changedAt: number | null;
  /** Null if the record offers both or did not say, or was last read by a release that did not store it. */
  offer: Offer | null;
}

/** A word that records of a feed looked up in the portal's directories. `resolved` is empty if the look-up found nothing. */
interface UsedWordTable {
  id: Generated<number>;
  feedId: number;
  kind: ReferenceUse['kind'];
  name: string;
  word: string;
  resolved: string;
}

/** What only searches and orders of listings read. */
export interface ListingSearch {
  foldedTitle: string;
  /** Street and place. */
  foldedAddress: string;
  /** External id, source id and the agency's codes. A line feed precedes and follows each. */
  foldedIds: string;
  /** Price or rent of the wanted content in EUR, for sorting only; null: there is none, or it is on request. */
  price: number | null;
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

/** `stored`: a call whose outcome is not known. `approved`: ids that a person approved for archiving. `done` and `dropped` are final. */
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

export const accountCodec = codec<Omit<AccountRecord, 'connections'>>()({ json: ['mail'] });
export const connectionCodec = codec<ConnectionRecord>()({ json: ['remote'] });
export const feedCodec = codec<FeedRecord>()({
  json: ['parts', 'schedule', 'changes'],
  lines: ['hosts'],
  flags: ['cleansIds'],
});
export const listingCodec = codec<ListingRecord>()({
  json: ['details', 'warnings'],
  flags: ['offered'],
  hidden: ['foldedTitle', 'foldedAddress', 'foldedIds', 'price'] satisfies (keyof ListingSearch)[],
});
export const outboxCodec = codec<OutboxEntry>()({ json: ['waits'] });
export const batchCodec = codec<BatchRecord>()({ json: ['items'] });
export const runCodec = codec<Run>()({ json: ['balance'] });
export const eventCodec = codec<ListingEvent>()({ json: ['data'] });
export const doubtCodec = codec<OpenDoubt>()({ lines: ['causes'] });
export const noticeCodec = codec<NoticeRecord>()({ flags: ['atOnce'] });
export const intentCodec = codec<DaemonRequest>()({ json: ['payload'] });
export const feedChangeCodec = codec<FeedChangeRecord>()({ json: ['value'] });
export const setupCodec = codec<SetupRecord>()({
  json: ['feed', 'reading', 'keptFile', 'remote'],
  flags: ['readFromKept'],
});
export const statementCodec = codec<StatementRecord>()({ flags: ['value'] });
export const recordCodec = codec<RecordFields>()({ json: ['codes', 'issues', 'uses'], flags: ['hasError'] });

/** A decoded row of `record`. */
export interface RecordFields extends Omit<RecordTable, 'codes' | 'issues' | 'uses' | 'hasError'> {
  hasError: boolean;
  codes: string[];
  issues: Issue[];
  uses: number[];
}

export type StoredAccount = Stored<Omit<AccountRecord, 'connections'>, 'mail'>;
export type StoredListing = Stored<ListingRecord, 'details' | 'warnings', 'offered'>;
type StoredDoubt = Stored<OpenDoubt, never, never, 'causes'>;
interface OfListing {
  connectionId: string;
  externalId: string;
}
type StoredNotice = Stored<NoticeRecord, never, 'atOnce'>;
type StoredConnection = Stored<ConnectionRecord, 'remote'>;
type StoredEntry = Stored<OutboxEntry, 'waits'>;
export type StoredFeed = Stored<FeedRecord, 'parts' | 'schedule' | 'changes', 'cleansIds', 'hosts'>;
type StoredBatch = Stored<BatchRecord, 'items'>;
type StoredRun = Stored<Run, 'balance'>;
type StoredEvent = Stored<ListingEvent, 'data'>;
type StoredFeedChange = Stored<FeedChangeRecord, 'value'>;
type StoredSetup = Stored<SetupRecord, 'feed' | 'reading' | 'keptFile' | 'remote', 'readFromKept'>;
type StoredStatement = Stored<StatementRecord, never, 'value'>;
type StoredIntent = Stored<DaemonRequest, 'payload'>;
type Numbered<Row extends { id: number }> = Omit<Row, 'id'> & { id: Generated<number> };
