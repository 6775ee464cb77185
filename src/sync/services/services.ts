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

/** The dependencies of all orchestration code, assembled in one place. */
export interface Services {
  store: Store;
  portal: PortalClient;
  protocol: Protocol;
  fetcher: Fetcher;
  spool: Spool;
  /** Reports whether this process can write to its folders. */
  disk: DiskWatch<DiskPlace>;
  /** Null: all work runs in this thread. */
  threads: Threads | null;
  /** Checks and runs mappings that are not known to be fast. Null, in tests: they run in this thread. */
  guard: MapGuard | null;
  /** Module of the thread that reads large files; null: files are read in this thread. */
  readThread: URL | null;
  /** Removes temporary files left behind by other processes. */
  sweepFiles: () => Promise<void>;
  fetches: SharedFetches;
  clock: Clock;
  /** Corrects the ledgers if the system clock was set. */
  followClock: () => Promise<void>;
  random: Random;
  crashPoints: CrashPoints;
  log: Log;
  limits: SyncLimits;
  /** Prepares the feeds again after a decision changed their configuration. */
  prepareFeeds: () => Promise<void>;
  /** The feed as declared now, even if another process changed the declaration; null if the declaration cannot be used. */
  currentFeed: (id: number) => Promise<Feed | null>;
  /** Agency setup, bound to the configuration. */
  setups: SetupServices;
  reconcile: ReconcileSettings;
  backups: BackupSettings;
  notices: NoticeServices;
  /** What the portal answered since this process started. */
  requests: RequestBook;
  /** The portal's base URL. The store is bound to it. */
  baseUrl: string;
  keyId: string;
  /** Set for a run under way: publishes its counts so far. */
  reportProgress?: (balance: Run['balance']) => Promise<void>;
  /** The folder of log files. */
  logFolder: string;
  /** Key of the hashes under which failed sign-ins are counted; null if none was counted yet. */
  attemptKey: () => Promise<Uint8Array | null>;
  /** Connections that have a feed in the running configuration. */
  configured: () => ReadonlySet<string>;
}

/** Scheduled copies of the store (`backups:` in the configuration). */
interface BackupSettings {
  /** Null: no backups. */
  cron: string | null;
  timezone: string;
  /** How many backups are kept, newest first. */
  keep: number;
  folder: string;
}

/** The nightly comparison (`reconcile:` in the configuration). */
export interface ReconcileSettings {
  cron: string;
  timezone: string;
  maxSnapshotAgeMs: number;
  foreign: 'hold' | 'archive';
  /** For the connection as a whole: `removals:`, without the feeds' overrides. */
  guard: GuardLimits;
}

interface SyncLimits {
  fetch: FetchLimits;
  snapshots: { keep: number; maxAgeMs: number };
  /** How long runs, intents and other history are kept, and how long logs are. */
  retention: { historyMs: number; logsMs: number };
  /** How long listings of a rejected removal stay pinned. */
  pinMs: number;
  /** Age at which an open hold is reported again and a question becomes the operator's. */
  remindAfterMs: number;
  /** Size of the first push while a connection is being certified, in listings; null: one batch. */
  firstPush: number | null;
}

/** A configured feed, ready to be polled. */
export interface Feed {
  id: number;
  name: string;
  connectionId: string;
  /** Identifies the source, its credentials and the record selection (`where`). */
  scope: string;
  /** One per URL. Together they are one feed. */
  sources: readonly FeedSource[];
  /** Keys of the sources that other feeds read too. */
  sharedSources: ReadonlySet<string>;
  /** The first URL without credentials, for messages. */
  shownUrl: string;
  /** What the feed's files contain; `auto`: each file states it. */
  kind: FeedKind;
  encoding: EncodingName;
  mapping: CompiledMapping;
  /** The mapping runs on the guard thread: it is not a shipped mapping in its shipped form. */
  isGuarded: boolean;
  photoTokens: readonly string[];
  /** Whether photos are requested again, to notice a photo that was replaced under the same URL. */
  photoCheck: 'off' | 'daily';
  /** A file with fewer own records counts as truncated; null: the minimum is one. */
  minRecords: number | null;
  removals: AbsenceLimits & GuardLimits;
  schedule: Schedule;
}

/** Threads for mappings that are not known to be fast, with their time limits. */
export interface MapGuard {
  threads: Threads;
  /** Limit for compiling a mapping, and for all records of a preview beyond the time that ordinary mappings take. */
  checkMs: number;
  /** Limit for mapping one batch of records. */
  batchMs: number;
}
