import type { ConnectionId, FeedId, SnapshotId } from './ids.js';
import type { FileKind } from './feed-format.js';
import type { FeedLife } from './listing-states.js';
import type { Millis } from './millis.js';
import type { PartValidators } from './snapshot.js';
import type { Schedule } from './schedule.js';

export type FeedKind = FileKind | 'auto';

export interface FeedRecord {
  id: FeedId;
  /** Name in the configuration; unique within a connection. A feed that moved to another connection leaves an orphan of the same name. */
  name: string;
  connectionId: ConnectionId;
  /** Hash of URL and credentials, to notice a re-pointed feed; never the URL itself. */
  sourceHash: string;
  mapping: string;
  /** Prefix of every external id; frozen after the first push. */
  idPrefix: string;
  /** Kind of the files, as configured; `auto`: each file declares its kind. */
  kind: FeedKind;
  life: FeedLife;
  nextPollAt: Millis;
  /** Consecutive polls that were not complete. */
  failures: number;
  lastPollAt: Millis | null;
  lastCompleteAt: Millis | null;
  stalledSince: Millis | null;
  /** One sentence with the reason while the feed is stalled. */
  stallReason: string | null;
  etag: string | null;
  lastModified: string | null;
  /** For a feed of several URLs: each URL's validators, in order. Such a feed has no `etag` and `lastModified` of its own. */
  parts: PartValidators[] | null;
  lastFullFetchAt: Millis | null;
  /**
   * Mapping context of the last committed snapshot, hex. Marked by `unconfirmedContext` if the records were mapped again since the last
   * fetch. Null: the next poll reads the file again.
   */
  context: string | null;
  committedSnapshotId: SnapshotId | null;
  /** A complete snapshot whose body equals a former one. It is committed only if the next poll confirms it. */
  deferredSnapshotId: SnapshotId | null;
  firstPushAt: Millis | null;
  /** Hosts of its URLs. Feeds of one host may fail together. */
  hosts: readonly string[];
  /** Relative share of the connection's item budget. */
  weight: number;
  /** The configured polling schedule; null until a daemon of this release has declared it. */
  schedule: Schedule | null;
  /** The address of changes beside the full file's; null: none, or never read. */
  changes: ChangesAddress | null;
  /** Since when the feed's kept records wait to be mapped again. */
  remapAskedAt: Millis | null;
  /** Whether ids of records are cleaned. False for a feed that was stored by a release that did not: its ids never change. */
  cleansIds: boolean;
}

/** Lives of feeds that are still in use. */
const livesInUse: ReadonlySet<FeedLife> = new Set(['active', 'stalled', 'paused']);

export function isInUse({ life }: Pick<FeedRecord, 'life'>): boolean {
  return livesInUse.has(life);
}

/** What is known of `changes_url`. The row's own validators, files and failures are those of the full file. */
export interface ChangesAddress {
  /** Hash of URL and credentials (`sourceHash`). Under another one nothing of this holds. */
  sourceHash: string;
  etag: string | null;
  lastModified: string | null;
  lastFullFetchAt: Millis | null;
  committedSnapshotId: SnapshotId | null;
  /** Consecutive failures of this address, and their beginning. */
  failures: number;
  stalledSince: Millis | null;
}

/** The folder in which a preset was found: the configured one (`mappings`), or the package's own. */
export type PresetOrigin = 'configured' | 'package';

/** A feed's own copy of the preset that it was started with. */
export interface KeptMapping {
  feedId: FeedId;
  /** File name without the extension. */
  name: string;
  version: number;
  /** A file of the other folder replaces the copy only by an upgrade. */
  origin: PresetOrigin;
  /** The file's content. */
  text: string;
}
