import type { AccessStore } from './contract/access.js';
import type { ManualStore, IntentStore, SuppressionStore } from './contract/by-hand.js';
import type { CalmFeedStore } from './contract/calm-feeds.js';
import type { ClockStore } from './contract/clock.js';
import type { ConnectionStore, SpendStore, WebhookStore } from './contract/connections.js';
import type { FeedStore, KeptMappingStore, SnapshotStore } from './contract/feeds.js';
import type { ContentStore } from './contract/content.js';
import type { ExpectationStore } from './contract/expectations.js';
import type { FeedChangeStore } from './contract/feed-changes.js';
import type { DueStore } from './contract/due.js';
import type { HoldStore } from './contract/holds.js';
import type { LeaseStore } from './contract/leases.js';
import type { ListingStore } from './contract/listings.js';
import type { BatchStore, OutboxStore } from './contract/outbox.js';
import type { ReconcileStore } from './contract/reconciles.js';
import type { AliasStore } from './contract/renames.js';
import type { FigureStore } from './contract/figures.js';
import type { NoticeStore } from './contract/notices.js';
import type { ParkedRequestStore } from './contract/parked-requests.js';
import type { RawRecordStore } from './contract/raw-records.js';
import type { AgencyDataStore, AuditStore, PersonDataStore } from './contract/personal-data.js';
import type { PhotoStore } from './contract/photos.js';
import type { QualityStore } from './contract/quality.js';
import type { RecordStore } from './contract/records.js';
import type { RetentionStore } from './contract/retention.js';
import type { SetupStore } from './contract/setups.js';
import type { MetaStore, ReferenceStore, RunStore } from './contract/upkeep.js';
import type { StoreBackup } from './contract/backup.js';

export type * from './contract/backup.js';

export type * from './contract/access.js';
export type * from './contract/calm-feeds.js';
export type * from './contract/clock.js';
export type * from './contract/due.js';
export type * from './contract/leases.js';
export type * from './contract/by-hand.js';
export type * from './contract/connections.js';
export type * from './contract/feeds.js';
export type * from './contract/content.js';
export type * from './contract/expectations.js';
export type * from './contract/feed-changes.js';
export type * from './contract/holds.js';
export type * from './contract/listings.js';
export type * from './contract/outbox.js';
export type * from './contract/reconciles.js';
export type * from './contract/renames.js';
export type * from './contract/figures.js';
export type * from './contract/notices.js';
export type * from './contract/parked-requests.js';
export type * from './contract/raw-records.js';
export type * from './contract/personal-data.js';
export type * from './contract/photos.js';
export type * from './contract/quality.js';
export type * from './contract/records.js';
export type * from './contract/retention.js';
export type * from './contract/setups.js';
export type * from './contract/upkeep.js';

/**
 * Everything that must survive a crash. Each method is one transaction: it takes effect as a whole or not at all. Methods handle many rows at
 * once, so that no caller needs a round trip per record. No method keeps a transaction open during other I/O.
 * Each member's interface is in `contract/`. The comments below name what a member changes in one transaction.
 */
export interface Store {
  /** Single values by key, such as the clock offset. */
  readonly meta: MetaStore;
  /** Connections. Releasing one also releases its listings and deletes their outbox entries. */
  readonly connections: ConnectionStore;
  /** Feeds. A decision about a feed's life also writes its audit line. */
  readonly feeds: FeedStore;
  /** Presets that feeds were started with. Releasing them also writes an audit line. */
  readonly mappings: KeptMappingStore;
  readonly snapshots: SnapshotStore;
  /** Records of feeds. A block of outcomes is committed with fingerprints, listings and outbox entries. */
  readonly records: RecordStore;
  /** Raw records of delta feeds. A raw record is stored with the outcome of its record. */
  readonly rawRecords: RawRecordStore;
  /**
   * Listings. The decision that a listing is absent, the removal or transfer that follows from it, and the deletion of its record's
   * fingerprint are one transaction.
   */
  readonly listings: ListingStore;
  /** Results of photo checks. New photo digests are stored with the outbox entries of their listings. */
  readonly photos: PhotoStore;
  /** Doubts of the content guard, and decisions about them. */
  readonly content: ContentStore;
  /** Observations about a feed's content: findings and unmapped words. */
  readonly quality: QualityStore;
  /** Changes to send to the portal, at most one per listing. */
  readonly outbox: OutboxStore;
  /**
   * Batches. A batch is stored with its outbox entries and its spend before it is sent. Its settlement is stored with the listings, the
   * outbox entries and the final spend.
   */
  readonly batches: BatchStore;
  /** Requests that the portal refuses although it accepts the key. */
  readonly parkedRequests: ParkedRequestStore;
  /** What was spent of the portal's limits or is in flight. */
  readonly spend: SpendStore;
  /** Holds. A decision is stored with the removals, pins or transfers that it causes. */
  readonly holds: HoldStore;
  /** Listings that keep their id on the portal although their record has a new one. */
  readonly aliases: AliasStore;
  /** Announced removals, each with an audit line. */
  readonly expectations: ExpectationStore;
  /** Settings that users changed for feeds, each with an audit line. */
  readonly feedChanges: FeedChangeStore;
  /** Agencies in setup. Statements are stored with the feed changes that they cause and with the audit lines. */
  readonly setups: SetupStore;
  /** Work that may be due. */
  readonly due: DueStore;
  /** Feeds of which an unchanged file changes nothing but times. The ends of several polls are one transaction. */
  readonly calmFeeds: CalmFeedStore;
  /** Leases of lanes, among the processes that share the store. */
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  /** The portal's vocabulary and place directory. */
  readonly reference: ReferenceStore;
  /** Requests that commands send to the daemon. */
  readonly intents: IntentStore;
  /** Reconcile calls. The end of a call is stored with the listings that it archived, their events and the approvals that it used up. */
  readonly reconciles: ReconcileStore;
  /** Received events. An event is stored with what it makes due. */
  readonly webhooks: WebhookStore;
  /** Suppressions, each with the removal of its listing and an audit line. */
  readonly suppressions: SuppressionStore;
  /** Listings put by hand, each with its outbox entry. */
  readonly manual: ManualStore;
  /** Corrects stored times when the system clock was set. */
  readonly clock: ClockStore;
  /**
   * Copies a snapshot of the store into one new file (mode 0600) and checks the copy, while others read and write. SQLite only.
   * @throws StoreError `backup`, `corrupt`
   */
  backUp(file: string): Promise<StoreBackup>;
  /** Deletes old data. */
  readonly retention: RetentionStore;
  /** All data of one agency, to count, export or erase; erasing also writes an audit line. */
  readonly agencies: AgencyDataStore;
  /** Occurrences of a person's contact in all tables, to count or mask. */
  readonly persons: PersonDataStore;
  readonly audit: AuditStore;
  /** Notices to send, and notices sent. */
  readonly notices: NoticeStore;
  /** Counts, latest runs and similar facts that the console's pages and the status reports show. */
  readonly figures: FigureStore;
  /** Accounts, sessions and tokens. Each decision is stored with its audit line. */
  readonly access: AccessStore;
  close(): Promise<void>;
}
