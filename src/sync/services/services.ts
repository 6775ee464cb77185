import type { ConnectionId, FeedId } from '../../model/ids.js';
import type { Bands } from '../../core/content/guard/bands.js';
import type { AbsenceLimits } from '../../core/removals/absence.js';
import type { GuardLimits } from '../../core/removals/guard.js';
import type { EncodingName, FileKind } from '../../model/feed-format.js';
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
import type { WordServices } from './word-services.js';
import type { RequestBook } from './request-book.js';
import type { SharedFetches } from './shared-fetches.js';

/** Services that stay the same from the start of the process to its end. */
export interface ProcessServices {
  readonly store: Store;
  readonly fetcher: Fetcher;
  readonly spool: Spool;
  /** Reports whether this process can write to its folders. */
  readonly disk: DiskWatch<DiskPlace>;
  /** Null: all work runs in this thread. */
  readonly threads: Threads | null;
  /** Checks and runs mappings that are not known to be fast. Null, in tests: such mappings run in this thread. */
  readonly guard: MapGuard | null;
  /** Module of the thread that reads large files; null: files are read in this thread. */
  readonly readThread: URL | null;
  /** Removes temporary files left behind by other processes. */
  readonly sweepFiles: () => Promise<void>;
  readonly fetches: SharedFetches;
  readonly clock: Clock;
  /** Corrects the ledgers if the system clock was set. */
  readonly followClock: () => Promise<void>;
  readonly random: Random;
  readonly crashPoints: CrashPoints;
  readonly log: Log;
  /** The portal's base URL. The store is bound to it. */
  readonly baseUrl: string;
  readonly protocol: Protocol;
  /** Counts of the requests to the portal since this process started. */
  readonly requests: RequestBook;
  /** The folder of log files. */
  readonly logFolder: string;
  /** Key of the hashes under which failed sign-ins are counted; null if none was counted yet. */
  readonly attemptKey: () => Promise<Uint8Array | null>;
  /** Prepares the feeds again after a decision changed their configuration. */
  readonly prepareFeeds: () => Promise<void>;
  /** The feed as declared now, even if another process changed the declaration; null if the declaration cannot be used. */
  readonly currentFeed: (id: number) => Promise<Feed | null>;
  /** Connections that have a feed in the running configuration. */
  readonly configured: () => ReadonlySet<string>;
  /** Agency setup, bound to the configuration. */
  readonly setups: SetupServices;
  readonly words: WordServices;
}

/** The portal client and the id of the key with which it signs. A change of the key replaces both. */
export interface PortalAccess {
  readonly portal: PortalClient;
  readonly keyId: string;
}

/** Settings of the configuration that a reload replaces. */
export interface RunSettings {
  readonly limits: SyncLimits;
  readonly reconcile: ReconcileSettings;
  readonly backups: BackupSettings;
  readonly notices: NoticeServices;
}

/**
 * The dependencies of all orchestration code, assembled in one place. A reload replaces the whole object: a job keeps the one that it
 * began with until it ends.
 */
export interface Services extends ProcessServices, PortalAccess, RunSettings {
  /** Set for a run under way: publishes its counts so far. */
  readonly reportProgress?: (balance: Run['balance']) => Promise<void>;
}

/** Scheduled copies of the store (`backups:` in the configuration). */
interface BackupSettings {
  /** Null: no backups. */
  readonly cron: string | null;
  readonly timezone: string;
  /** How many backups are kept, newest first. */
  readonly keep: number;
  readonly folder: string;
}

/** The nightly comparison (`reconcile:` in the configuration). */
export interface ReconcileSettings {
  readonly cron: string;
  readonly timezone: string;
  readonly maxSnapshotAgeMs: number;
  readonly foreign: 'hold' | 'archive';
  /** Limits of removals for the connection as a whole: those under `removals:`, without the feeds' overrides. */
  readonly guard: GuardLimits;
}

interface SyncLimits {
  readonly fetch: FetchLimits;
  readonly snapshots: { keep: number; maxAgeMs: number };
  /** How long runs, intents and other history are kept, and how long logs are. */
  readonly retention: { historyMs: number; logsMs: number };
  /** How long listings of a rejected removal stay pinned. */
  readonly pinMs: number;
  /** Age at which an open hold is logged again, and at which an agency's open question needs the operator too. */
  readonly remindAfterMs: number;
  /** Size of the first push while a connection is being certified, in listings; null: one batch. */
  readonly firstPush: number | null;
}

/** The address of a feed's changes, and the hash of URL and credentials. */
interface ChangesSource {
  readonly source: FeedSource;
  readonly sourceHash: string;
}

/** A configured feed, ready to be polled. */
export interface Feed {
  readonly id: FeedId;
  readonly name: string;
  readonly connectionId: ConnectionId;
  /** Identifies the source, its credentials and the record selection (`where`). */
  readonly scope: string;
  /** One per URL. Together they are one feed. */
  readonly sources: readonly FeedSource[];
  /** Where the changes beside the full file are; null: the feed has no such address. */
  readonly changes: ChangesSource | null;
  /** For a feed with two addresses, the one that a poll reads (`feedOfPart`); null outside of a poll and for other feeds. */
  readonly part: FileKind | null;
  /** Keys of the sources that other feeds read too. */
  readonly sharedSources: ReadonlySet<string>;
  /** The first URL without credentials, for messages. */
  readonly shownUrl: string;
  /** What the feed's files contain; `auto`: each file states it. */
  readonly kind: FeedKind;
  readonly encoding: EncodingName;
  readonly mapping: CompiledMapping;
  /** The mapping runs on the guard thread: it is not a shipped mapping in its shipped form. */
  readonly isGuarded: boolean;
  /** What a record without a word for its state is; null: not decided, so on offer. */
  readonly emptyState: 'on_offer' | 'word' | null;
  readonly photoTokens: readonly string[];
  /** Whether photos are requested again, to notice a photo that was replaced under the same URL. */
  readonly photoCheck: 'off' | 'daily';
  /** A file with fewer own records counts as truncated; null: the minimum is one. */
  readonly minRecords: number | null;
  /** Places around the records, and headers of replies, that do not count as signs of more records. */
  readonly ignoreMore: readonly string[];
  readonly removals: AbsenceLimits & GuardLimits;
  readonly content: ContentSettings;
  readonly schedule: Schedule;
}

/** How the content guard treats a feed. */
export interface ContentSettings {
  /** `report`: doubtful values go live and are counted. */
  readonly mode: 'hold' | 'report';
  /** What happens to a live listing whose price is on request now. */
  readonly onRequest: 'inactive' | 'remove';
  /** The feed's own bands over those of the country. */
  readonly bands: Bands;
  /** Differs between two settings under which a record may have another outcome; empty by default. Part of the feed's context. */
  readonly key: string;
}

/** Threads for mappings that are not known to be fast, with their time limits. */
export interface MapGuard {
  readonly threads: Threads;
  /** Limit for compiling a mapping, and for all records of a preview beyond the time that ordinary mappings take. */
  readonly checkMs: number;
  /** Limit for mapping one batch of records. */
  readonly batchMs: number;
}
