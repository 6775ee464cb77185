import type { AbsenceLimits } from '../../core/removals/absence.js';
import type { GuardLimits } from '../../core/removals/guard.js';
import type { EncodingName } from '../../model/feed-format.js';
import type { Schedule } from '../../model/schedule.js';
import type { FeedSource, FetchLimits } from '../../feed/fetch/fetch-feed.js';
import type { CompiledMapping } from '../../mapping/compile/load-mapping.js';
import type { DiskPlace } from '../../texts/disk-words.js';
import type { Clock } from '../../platform/clock.js';
import type { CrashPoints } from '../../platform/crash-points.js';
import type { DiskWatch } from '../../platform/files/disk.js';
import type { Fetcher } from '../../platform/http/fetcher.js';
import type { Log } from '../../platform/log/log.js';
import type { Random } from '../../platform/random.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Threads } from '../../platform/process/threads.js';
import type { PortalClient } from '../../portal/client.js';
import type { Run } from '../../model/run.js';
import type { FeedKind } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import type { Protocol } from '../../wire/protocol.js';
import type { NoticeServices } from './notice-settings.js';
import type { SetupServices } from './setup-services.js';
import type { RequestBook } from './request-book.js';
import type { SharedFetches } from './shared-fetches.js';

/** What every orchestrator works with; assembled in one place. */
export interface Services {
  store: Store;
  portal: PortalClient;
  protocol: Protocol;
  fetcher: Fetcher;
  spool: Spool;
  /** Whether the folders of this process can be written. */
  disk: DiskWatch<DiskPlace>;
  /** Null: all work is done in this thread. */
  threads: Threads | null;
  /** Where mappings are checked and run that are not known to be quick; null, in tests: in this thread. */
  guard: MapGuard | null;
  /** A compiled module for a thread that reads a large file; null: files are read in this thread. */
  readThread: URL | null;
  /** Removes temporary files that other processes left behind. */
  sweepFiles: () => Promise<void>;
  fetches: SharedFetches;
  clock: Clock;
  /** Lets the ledgers follow a clock that was set. */
  followClock: () => Promise<void>;
  random: Random;
  crashPoints: CrashPoints;
  log: Log;
  limits: SyncLimits;
  /** Makes the feeds ready anew, where a decision changed what they run on. */
  prepareFeeds: () => Promise<void>;
  /** The feed as it is declared now, whichever process changed it; null where it cannot be read so. */
  currentFeed: (id: number) => Promise<Feed | null>;
  /** What setting agencies up needs of the configuration. */
  setups: SetupServices;
  reconcile: ReconcileSettings;
  backups: BackupSettings;
  notices: NoticeServices;
  /** What the portal answered. */
  requests: RequestBook;
  /** The portal's address, to which the store is bound. */
  baseUrl: string;
  keyId: string;
  /** Of a run under way: what it has counted so far, for whoever watches. */
  reportProgress?: (balance: Run['balance']) => Promise<void>;
  /** Where log files lie. */
  logFolder: string;
  /** Of the hashes by which failed sign-ins are counted; null while none were. */
  attemptKey: () => Promise<Uint8Array | null>;
  /** Connections of which the configuration that is in force has a feed. */
  configured: () => ReadonlySet<string>;
}

/** Copies of the store on a schedule (`backups:` in the configuration). */
interface BackupSettings {
  /** Null: none are made. */
  cron: string | null;
  timezone: string;
  /** The newest so many stay. */
  keep: number;
  folder: string;
}

/** The nightly comparison (`reconcile:` in the configuration). */
export interface ReconcileSettings {
  cron: string;
  timezone: string;
  maxSnapshotAgeMs: number;
  foreign: 'hold' | 'archive';
  /** Of the whole connection: `removals:`, without any feed's overrides. */
  guard: GuardLimits;
}

interface SyncLimits {
  fetch: FetchLimits;
  snapshots: { keep: number; maxAgeMs: number };
  /** How far history goes back, and what else is noted: runs, intents. */
  retention: { historyMs: number; logsMs: number };
  /** How long rejected removals stay pinned. */
  pinMs: number;
  /** From what age an open hold is reported again, and a question needs the operator. */
  remindAfterMs: number;
  /** Listings of the first push while a connection is certified; null: one batch. */
  firstPush: number | null;
}

/** A feed of the configuration, ready to be polled. */
export interface Feed {
  id: number;
  name: string;
  connectionId: string;
  /** Tells where it is read from, as whom, and which of the records are its own. */
  scope: string;
  /** One for each URL; together they make the feed. */
  sources: readonly FeedSource[];
  /** Keys of those that other feeds read too. */
  sharedSources: ReadonlySet<string>;
  /** The first URL without credentials, for sentences. */
  shownUrl: string;
  /** What its files hold; `auto`: they say so themselves. */
  kind: FeedKind;
  encoding: EncodingName;
  mapping: CompiledMapping;
  /** It is no shipped mapping as it was shipped: it runs on the guard thread. */
  isGuarded: boolean;
  photoTokens: readonly string[];
  /** Whether photos are asked for again, so that one replaced under its address is noticed. */
  photoCheck: 'off' | 'daily';
  /** Fewer records of its own count as cut; null: one is enough. */
  minRecords: number | null;
  removals: AbsenceLimits & GuardLimits;
  schedule: Schedule;
}

/** Threads on which mappings run that are not known to be quick, and what they may take there. */
export interface MapGuard {
  threads: Threads;
  /** Compiling a text, and all records of a preview beyond what ordinary mappings take. */
  checkMs: number;
  /** Mapping one batch of records. */
  batchMs: number;
}
