import type { AddressRange } from '../core/setup/address-ranges.js';
import type { ReadableFeed } from '../inspect/listing/explain.js';
import type { Trial } from '../inspect/mapping-trial/try-mapping.js';
import type { FeedRecord } from '../model/feed.js';
import type { ProcessServices, Services } from '../sync/services/services.js';
import type { MappingEditor } from '../onboard/mapping-editor.js';
import type { Changes } from '../sync/services/changes.js';
import type { Metrics } from './metrics.js';

/** What the server shows and receives; assembled in one place. */
export interface ServerDeps {
  services: ProcessServices;
  /** All services as they are now. A reload replaces the portal access and the settings: call this for each request. */
  running: () => Services;
  metrics: Metrics;
  /** Those of now: they change while it runs. */
  webhookSecrets: () => readonly string[];
  /** Zone of the times on pages. */
  timezone: string;
  /** Hosts under which people reach the pages. */
  hosts: readonly string[];
  /** Under which people reach it, if it has such an address. */
  publicUrl: string | null;
  /** Proxies whose word for their client's address is believed. */
  trustedProxies: readonly AddressRange[];
  /** Machines that read metrics under any name, and see names of feeds through a proxy too. */
  monitors: readonly AddressRange[];
  /** Of the hashes by which failed sign-ins are counted. */
  attemptKey: Uint8Array;
  /** Why pages and API are not served here, in one sentence for the operator; null where they are. */
  closed: string | null;
  /** Where the built console is; it may be missing. */
  consoleFolder: string;
  idPrefixOf: (feedName: string) => string;
  /** Why a feed does not run; null where it does. */
  problemOf: (feedName: string) => string | null;
  /** The feed as it is configured now, or a sentence why it cannot be read. */
  readable: (feedName: string) => Promise<ReadableFeed | string>;
  /** What words and answers over a feed's own would make of its last file, and cost; or a sentence why that cannot be found out. */
  tryFeed: (feed: FeedRecord, trial: Record<string, unknown>, listingsMax: number) => Promise<Trial | string>;
  mappings: MappingEditor;
  /** The configuration that is in force, without secrets. */
  settings: () => { key: string; value: string; secret: boolean }[];
  changes: Changes;
  /** Looks for due work now. */
  wake: () => void;
  /** Whether this process still holds the lock on its store; null where several share it, each in its lanes. */
  isLockHeld: (() => boolean) | null;
  /** Why this process needs a restart, without names; null where it needs none. */
  restartReason: () => string | null;
}
