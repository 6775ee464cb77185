import type { AbsenceLimits } from '../core/absence.js';
import type { GuardLimits } from '../core/guard.js';
import type { EncodingName } from '../core/format.js';
import type { Schedule } from '../core/schedule.js';
import type { FeedSource } from '../feed/fetch-feed.js';
import type { CompiledMapping } from '../mapping/load-mapping.js';
import type { Clock } from '../platform/clock.js';
import type { CrashPoints } from '../platform/crash-points.js';
import type { Fetcher } from '../platform/fetcher.js';
import type { Log } from '../platform/log.js';
import type { Random } from '../platform/random.js';
import type { Spool } from '../platform/spool.js';
import type { PortalClient } from '../portal/client.js';
import type { Store } from '../store/store.js';
import type { Protocol } from '../wire/protocol.js';

/** What every orchestrator works with; assembled in one place. */
export interface Services {
  store: Store;
  portal: PortalClient;
  protocol: Protocol;
  fetcher: Fetcher;
  spool: Spool;
  clock: Clock;
  random: Random;
  crashPoints: CrashPoints;
  log: Log;
  limits: SyncLimits;
  keyId: string;
}

export interface SyncLimits {
  fetch: { maxBytes: number; timeoutMs: number; allowPrivateAddresses: readonly string[] };
  snapshots: { keep: number; maxAgeMs: number };
  /** How long rejected removals stay pinned. */
  pinMs: number;
}

/** A feed of the configuration, ready to be polled. */
export interface Feed {
  id: number;
  name: string;
  connectionId: string;
  source: FeedSource;
  /** The URL without credentials, for sentences. */
  shownUrl: string;
  encoding: EncodingName;
  mapping: CompiledMapping;
  photoTokens: readonly string[];
  removals: AbsenceLimits & GuardLimits;
  schedule: Schedule;
}
