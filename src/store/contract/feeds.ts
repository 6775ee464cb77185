import type { ConnectionId, FeedId } from '../../model/ids.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord, KeptMapping } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { RunEnd } from './upkeep.js';

export interface FeedStore {
  /**
   * Creates the feed of this name and connection, or updates its source, mapping, prefix, kind, hosts, weight and schedule. If a full feed
   * becomes a delta feed, its last file is read again, because only a delta feed keeps raw records. If a delta feed becomes a full one, it
   * has no committed snapshot any more: a delta file is no copy of the feed. A new feed `cleansIds`.
   */
  declare(
    feed: Pick<FeedRecord, 'name' | 'connectionId' | 'sourceHash' | 'mapping' | 'idPrefix'> &
      Partial<Pick<FeedRecord, 'kind' | 'hosts' | 'weight' | 'schedule'>>,
    now: Millis,
  ): Promise<FeedRecord>;
  get(id: number): Promise<FeedRecord | null>;
  /** Of several feeds of this name, one that is not orphaned. */
  byName(name: string): Promise<FeedRecord | null>;
  /** Ordered by name. An orphaned feed follows the others of its name. */
  all(): Promise<FeedRecord[]>;
  /** Those of one connection, in the same order. */
  ofConnection(connectionId: ConnectionId): Promise<FeedRecord[]>;
  /** A given `life` is stored only if the feed is active or stalled. Use `setLife` for any other change of `life`. */
  update(id: number, change: Partial<Omit<FeedRecord, 'id' | 'name'>>): Promise<void>;
  /**
   * Stores the end of a poll: the feed's change, as `update` does, and the end of the run. An unchanged poll is written without fsync,
   * since it is repeated if lost. If the feed's source differs from the one that was polled (`sourceHash`), the validators and the last full
   * fetch of the former source are dropped, and after a failed poll the new source is polled at once. If a decision had records read again
   * while the poll ran (`remapAskedAt` is another one than the poll saw), the context stays as the decision left it: the poll may have met
   * these records before.
   */
  endPoll(
    id: number,
    change: Partial<Omit<FeedRecord, 'id' | 'name'>>,
    run: RunEnd & { id: number; sourceHash?: string; remapAskedAt?: Millis | null },
  ): Promise<void>;
  /** Stores a decision of a person or of the configuration, with an audit line. */
  setLife(id: number, life: FeedRecord['life'], by: string, now: Millis): Promise<void>;
  /** Renames the feed and its feed changes. */
  rename(id: number, name: string): Promise<void>;
}

export interface SnapshotStore {
  add(snapshot: Omit<Snapshot, 'id'>): Promise<Snapshot>;
  get(id: number): Promise<Snapshot | null>;
  /** Newest first. */
  ofFeed(feedId: FeedId): Promise<Snapshot[]>;
  update(id: number, change: Partial<Pick<Snapshot, 'state' | 'recordCount' | 'parts'>>): Promise<void>;
  remove(id: number): Promise<void>;
}

/** A feed keeps the version of each preset that it was started with, even if the folder of presets has a newer one. */
export interface KeptMappingStore {
  /** Kept presets of all feeds without their texts, ordered by feed, then by name. */
  versions(): Promise<Omit<KeptMapping, 'text'>[]>;
  ofFeed(feedId: FeedId): Promise<KeptMapping[]>;
  /** Replaces the feed's kept presets. */
  keep(feedId: FeedId, mappings: readonly Omit<KeptMapping, 'feedId'>[]): Promise<void>;
  /** Deletes the feed's kept presets, so that it uses the versions in the folder. Writes an audit line. */
  release(feedId: FeedId, author: string, now: Millis): Promise<void>;
}
