import type { AccessStore } from './contract/access.js';
import type { ManualStore, IntentStore, SuppressionStore } from './contract/by-hand.js';
import type { ClockStore } from './contract/clock.js';
import type { ConnectionStore, SpendStore, WebhookStore } from './contract/connections.js';
import type { FeedStore, KeptMappingStore, SnapshotStore } from './contract/feeds.js';
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
export type * from './contract/clock.js';
export type * from './contract/due.js';
export type * from './contract/leases.js';
export type * from './contract/by-hand.js';
export type * from './contract/connections.js';
export type * from './contract/feeds.js';
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
 * Everything that must survive a crash. Each method is one transaction: it happened as a whole, or not at all.
 * Methods are batch-shaped, so that no caller needs a round trip per record, and none holds a transaction across I/O.
 * The members below name what happens together; their contracts stand in `contract/`, one file per aggregate.
 */
export interface Store {
  /** Single values: the clock offset, the bound portal. */
  readonly meta: MetaStore;
  /** A connection that is released lets go of its listings and their wishes together. */
  readonly connections: ConnectionStore;
  /** A feed's life and the audit line that says who decided it. */
  readonly feeds: FeedStore;
  /** The presets that a feed was started with; letting go of them and the audit line that says who did. */
  readonly mappings: KeptMappingStore;
  readonly snapshots: SnapshotStore;
  /** A record's outcome, its fingerprint, its listings and their wishes: committed together, block by block. */
  readonly records: RecordStore;
  /** Records of feeds of changes, kept with their outcome. */
  readonly rawRecords: RawRecordStore;
  /** A listing's absence, the removal that follows from it and the end of its record's fingerprint; or its passing to another feed. */
  readonly listings: ListingStore;
  /** Pictures by their addresses; and the wishes of listings whose pictures were replaced. */
  readonly photos: PhotoStore;
  /** What looks wrong in a feed's content, and which of its words nobody gave a meaning. */
  readonly quality: QualityStore;
  /** The latest wish per listing. */
  readonly outbox: OutboxStore;
  /**
   * A batch, the wishes that it carries and the items that it spends, before it is sent; the portal's verdicts, what leaves
   * the outbox and what was spent, after it.
   */
  readonly batches: BatchStore;
  /** Requests that the portal refuses although it takes the key. */
  readonly parkedRequests: ParkedRequestStore;
  /** What was sent or is in flight, for the budgets. */
  readonly spend: SpendStore;
  /** A person's decision and the removals, pins or new owners that follow from it. */
  readonly holds: HoldStore;
  /** Listings that go by the id that the portal knows them by, though their record has another. */
  readonly aliases: AliasStore;
  /** Removals that a person announced, each with its audit line. */
  readonly expectations: ExpectationStore;
  /** What people changed over a feed, with its audit line. */
  readonly feedChanges: FeedChangeStore;
  /** Agencies that are set up here; what was stated, the changes that follow from it and their audit line. */
  readonly setups: SetupStore;
  /** Where there may be something to do. */
  readonly due: DueStore;
  /** Who works where, among processes that share the store. */
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  /** The portal's vocabulary and places. */
  readonly reference: ReferenceStore;
  /** What commands ask of the daemon. */
  readonly intents: IntentStore;
  /** A reconcile call before it is sent; and what it archived, the stories told of it and the approvals it used up. */
  readonly reconciles: ReconcileStore;
  /** A received event and what it makes due. */
  readonly webhooks: WebhookStore;
  /** A suppression, the removal that it asks for, and its audit line. */
  readonly suppressions: SuppressionStore;
  /** A listing put by hand and its wish. */
  readonly manual: ManualStore;
  /** The time as the store knows it, and what follows where a clock was set. */
  readonly clock: ClockStore;
  /**
   * A consistent copy in one new file (0600), checked and counted, beside whoever reads and writes meanwhile.
   * @throws StoreError `backup`, `corrupt`
   */
  backUp(file: string): Promise<StoreBackup>;
  /** What is old enough to be forgotten. */
  readonly retention: RetentionStore;
  /** Everything of one agency: counted, given out, or erased with the audit line that says so. */
  readonly agencies: AgencyDataStore;
  /** A person's contact wherever it stands. */
  readonly persons: PersonDataStore;
  readonly audit: AuditStore;
  /** What was told to whom. */
  readonly notices: NoticeStore;
  /** Numbers for pages. */
  readonly figures: FigureStore;
  /** Who may come in; each decision and its audit line. */
  readonly access: AccessStore;
  close(): Promise<void>;
}
