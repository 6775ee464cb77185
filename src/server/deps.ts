import type { ReadableFeed } from '../inspect/explain.js';
import type { Trial } from '../inspect/try-mapping.js';
import type { FeedRow } from '../store/rows.js';
import type { Services } from '../sync/services.js';
import type { Changes } from './api/changes.js';
import type { Metrics } from './metrics.js';

/** What the server shows and receives; assembled in one place. */
export interface ServerDeps {
  services: Services;
  metrics: Metrics;
  /** Those of now: they change while it runs. */
  webhookSecrets: () => readonly string[];
  /** Zone of the times on pages. */
  timezone: string;
  /** Hosts under which people reach the pages. */
  hosts: readonly string[];
  /** Under which people reach it, if it has such an address. */
  publicUrl: string | null;
  idPrefixOf: (feedName: string) => string;
  /** The feed as it is configured now, or a sentence why it cannot be read. */
  readable: (feedName: string) => Promise<ReadableFeed | string>;
  /** What words and answers over a feed's own would make of its last file, and cost; or a sentence why that cannot be found out. */
  tryFeed: (feed: FeedRow, trial: unknown, listingsMax: number) => Promise<Trial | string>;
  changes: Changes;
  /** Looks for due work now. */
  wake: () => void;
  /** Whether this process still holds the lock on its store. */
  isLockHeld: () => boolean;
}
