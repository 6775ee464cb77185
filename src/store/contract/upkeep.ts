import type { ConnectionId, FeedId } from '../../model/ids.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import type { Run } from '../../model/run.js';
import type { Millis } from '../../model/millis.js';

/** Single values by key, such as the clock offset and the portal that the store belongs to. They need no table of their own. */
export interface MetaStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  /**
   * Replaces a value in one transaction, so that of several processes each sees what the one before made of it.
   * @param to called with the value now (null: none), again after a conflict; null: it stays as it is
   * @returns whether it was replaced
   */
  change(key: string, to: (now: string | null) => string | null): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Entries whose key starts with `prefix`, which ends with a space. */
  under(prefix: `${string} `): Promise<{ key: string; value: string }[]>;
}

export interface RunEnd {
  state: Run['state'];
  message: string;
  balance: Record<string, number>;
  now: Millis;
}

export interface RunStore {
  /** Stores the start of a run. Without fsync: a power cut ends the run in any case. @returns its id */
  start(run: {
    kind: Run['kind'];
    connectionId: ConnectionId | null;
    feedId: FeedId | null;
    now: Millis;
  }): Promise<number>;
  /** Stores the interim balance of a run under way. An ended run keeps its final balance. */
  count(id: number, balance: Run['balance']): Promise<void>;
  finish(id: number, end: RunEnd): Promise<void>;
  isUnderWay(id: number): Promise<boolean>;
  /** Runs of a kind that have not ended. */
  underWay(kind: Run['kind']): Promise<Run[]>;
  /** Marks runs that an earlier process left unfinished as failed. @param connectionId only this connection's runs; missing: all */
  closeInterrupted(message: string, now: Millis, connectionId?: ConnectionId): Promise<void>;
  /** Newest first. */
  list(filter: {
    feedId?: FeedId;
    /** Only runs of these connections; runs of no connection are left out. */
    connectionIds?: readonly ConnectionId[];
    kind?: Run['kind'];
    /** Only runs older than the run with this id. */
    before?: number;
    /** Only runs that started at this time or later. */
    startedFrom?: Millis;
    /** Only runs that started before this time. */
    startedBefore?: Millis;
    limit: number;
  }): Promise<Run[]>;
}

/** The portal's vocabulary: the document as read, and the part of it that mappings use. */
export interface StoredVocabulary {
  document: unknown;
  vocabulary: Vocabulary;
  etag: string | null;
  /** When the vocabulary was read; for a suspect one, since when it is suspect. */
  readAt: Millis;
}

export interface StoredPlaces {
  places: readonly Place[];
  readAt: Millis;
}

/** The portal's vocabulary and place directory. One vocabulary is in use; a new one that lost words is suspect until it is accepted. */
export interface ReferenceStore {
  /** Replaces the vocabulary in use and deletes a suspect one. */
  saveVocabulary(document: unknown, vocabulary: Vocabulary, etag: string | null, now: Millis): Promise<void>;
  /** The vocabulary in use. Returns the same object until another one is saved. */
  vocabulary(): Promise<StoredVocabulary | null>;
  /** Stores a suspect vocabulary beside the one in use. Replaces the former suspect one. */
  suspectVocabulary(suspect: StoredVocabulary): Promise<void>;
  suspect(): Promise<StoredVocabulary | null>;
  /** Puts the suspect vocabulary in use and writes an audit line. @returns false if none is suspect */
  acceptSuspect(by: string, now: Millis): Promise<boolean>;
  savePlaces(places: readonly Place[], now: Millis): Promise<void>;
  /** The place directory. Returns the same object until others are saved. */
  places(): Promise<StoredPlaces | null>;
  /** Vocabulary and places; null if one of them was never read. */
  known(): Promise<{ vocabulary: StoredVocabulary; places: StoredPlaces } | null>;
}
