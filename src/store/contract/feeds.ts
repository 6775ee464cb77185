import type { FeedId } from '../../model/ids.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord, KeptMapping } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { RunEnd } from './upkeep.js';

export interface FeedStore {
  /**
   * Creates a feed of this name in this connection, or returns the one there is with source, mapping and prefix updated. One that was
   * full and is no longer is read again from its last file (its records are kept from then on), and the other way round its last
   * file of changes is no copy of the feed.
   */
  declare(
    feed: Pick<FeedRecord, 'name' | 'connectionId' | 'sourceHash' | 'mapping' | 'idPrefix'> &
      Partial<Pick<FeedRecord, 'kind' | 'hosts' | 'weight' | 'schedule'>>,
    now: Millis,
  ): Promise<FeedRecord>;
  get(id: number): Promise<FeedRecord | null>;
  /** Where an orphan bears the same name, the other one. */
  byName(name: string): Promise<FeedRecord | null>;
  /** By name; an orphan stands behind the feed that bears its name now. */
  all(): Promise<FeedRecord[]>;
  /** `life` changes only between active and stalled, and only where it was one of them: for anything else, `setLife`. */
  update(id: number, change: Partial<Omit<FeedRecord, 'id' | 'name'>>): Promise<void>;
  /**
   * The end of a poll: what it learned of its feed, as `update` does, and of its run. One that found nothing changed is written without waiting for
   * the disk: it is done again where it is lost. Where the feed has another source by now than the one that was asked (`sourceHash`), what
   * the former one said of its copies is forgotten; where that one failed, the new one is to be asked at once.
   */
  endPoll(
    id: number,
    change: Partial<Omit<FeedRecord, 'id' | 'name'>>,
    run: RunEnd & { id: number; sourceHash?: string },
  ): Promise<void>;
  /** A person's or the configuration's decision, written to the audit. */
  setLife(id: number, life: FeedRecord['life'], by: string, now: Millis): Promise<void>;
  /** The same feed under another name. */
  rename(id: number, name: string): Promise<void>;
}

export interface SnapshotStore {
  add(snapshot: Omit<Snapshot, 'id'>): Promise<Snapshot>;
  get(id: number): Promise<Snapshot | null>;
  /** Newest first. */
  ofFeed(feedId: FeedId): Promise<Snapshot[]>;
  update(id: number, change: Partial<Pick<Snapshot, 'state' | 'recordCount' | 'path'>>): Promise<void>;
  remove(id: number): Promise<void>;
}

/** A feed stays on the version of a preset that it was started with, whatever the folder has meanwhile. */
export interface KeptMappingStore {
  /** Of all feeds, by feed and then by name. */
  versions(): Promise<Omit<KeptMapping, 'text'>[]>;
  ofFeed(feedId: FeedId): Promise<KeptMapping[]>;
  /** These and no others are the feed's from now on. */
  keep(feedId: FeedId, mappings: readonly Omit<KeptMapping, 'feedId'>[]): Promise<void>;
  /** Forgets them, so that the feed takes what the folder has; written to the audit. */
  release(feedId: FeedId, author: string, now: Millis): Promise<void>;
}
