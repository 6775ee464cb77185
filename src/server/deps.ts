import type { ReadableFeed } from '../inspect/explain.js';
import type { Services } from '../sync/services.js';
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
  idPrefixOf: (feedName: string) => string;
  /** The feed as it is configured now, or a sentence why it cannot be read. */
  readable: (feedName: string) => Promise<ReadableFeed | string>;
  /** Whether this process still holds the lock on its store. */
  isLockHeld: () => boolean;
}
