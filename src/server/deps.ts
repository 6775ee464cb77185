import type { AddressRange } from '../core/setup/address-ranges.js';
import type { ReadableFeed } from '../inspect/listing/explain.js';
import type { Trial } from '../inspect/mapping-trial/try-mapping.js';
import type { RulePreview } from '../inspect/preview-rules.js';
import type { FeedRecord } from '../model/feed.js';
import type { ProcessServices, Services } from '../sync/services/services.js';
import type { MappingEditor } from '../onboard/mapping-editor.js';
import type { Changes } from '../sync/services/changes.js';
import type { Metrics } from './metrics.js';

/** What moving a feed to the present versions of its presets would change. */
export interface ShownUpgrade {
  moves: { mapping: string; from: number; to: number | null }[];
  /** Names the moves: the request that moves the feed sends it back. */
  shown: string;
  /** A sentence if the present versions cannot be tried on the last file; null without a move. */
  trial: Trial | string | null;
}

/** Everything that the server works with. */
export interface ServerDeps {
  services: ProcessServices;
  /** All services as they are now. A reload replaces the portal access and the settings: call this for each request. */
  running: () => Services;
  metrics: Metrics;
  /** Returns the webhook secrets in force now. They may change while the server runs. */
  webhookSecrets: () => readonly string[];
  /** Time zone of the times and days on pages. */
  timezone: string;
  /** Name, telephone number and mail address of whom agencies ask; empty where none is configured. */
  contact: string;
  /** Host names under which browsers may open the pages. */
  hosts: readonly string[];
  /** The configured address under which browsers reach the server; null: none is configured. */
  publicUrl: string | null;
  /** Proxies whose `X-Forwarded-For` header is believed. */
  trustedProxies: readonly AddressRange[];
  /** Machines that may read metrics under any host name, and that see the names of feeds even through a proxy. */
  monitors: readonly AddressRange[];
  /** Key of the hashes by which failed sign-ins are counted. */
  attemptKey: Uint8Array;
  /** A sentence for the operator that says why this process does not serve pages and API; null: it serves them. */
  closed: string | null;
  /** Folder of the built console. It may be missing. */
  consoleFolder: string;
  idPrefixOf: (feedName: string) => string;
  /** Returns why a feed does not run; null: it runs. */
  problemOf: (feedName: string) => string | null;
  /** Returns the feed as configured now, or a sentence that says why it cannot be read. */
  readable: (feedName: string) => Promise<ReadableFeed | string>;
  /**
   * Maps a feed's last file with other words and answers in place of the feed's own, and changes nothing. Returns the resulting listings
   * and what sending them would cost, or a sentence that says why the trial is not possible.
   */
  tryFeed: (feed: FeedRecord, trial: Record<string, unknown>, listingsMax: number) => Promise<Trial | string>;
  /**
   * Tries the present versions of a feed's presets on its last file, and changes nothing. Returns every listing that would change, or a
   * sentence that says why the upgrade is not possible.
   */
  tryUpgrade: (feed: FeedRecord) => Promise<ShownUpgrade | string>;
  /** Returns what the rules of the content guard find in a feed's listings now; null while the portal's vocabulary is unknown. */
  previewFeed: (feed: FeedRecord) => Promise<RulePreview[] | null>;
  mappings: MappingEditor;
  /** Returns the configuration in force, without secrets. */
  settings: () => { key: string; value: string; secret: boolean }[];
  changes: Changes;
  /** Makes the engine look for due work now. */
  wake: () => void;
  /** Returns whether this process still holds the lock on its store. Null: several processes share the store, each with its own lanes. */
  isLockHeld: (() => boolean) | null;
  /** Returns why this process needs a restart, without names of feeds or agencies; null: it needs none. */
  restartReason: () => string | null;
}
