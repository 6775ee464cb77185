import type { ConnectionId, FeedId } from '../../model/ids.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import type { Run } from '../../model/run.js';
import type { Millis } from '../../model/millis.js';

/** Single values: schema-independent facts such as the clock offset and the bound portal. */
export interface MetaStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Those whose key begins so, which ends with a space. */
  under(prefix: `${string} `): Promise<{ key: string; value: string }[]>;
}

export interface RunEnd {
  state: Run['state'];
  message: string;
  balance: Record<string, number>;
  now: Millis;
}

export interface RunStore {
  /** Without fsync: a power cut ends the run in any case. */
  start(run: {
    kind: Run['kind'];
    connectionId: ConnectionId | null;
    feedId: FeedId | null;
    now: Millis;
  }): Promise<number>;
  /** What a run under way has counted so far; of one that has ended its end counts. */
  count(id: number, balance: Run['balance']): Promise<void>;
  finish(id: number, end: RunEnd): Promise<void>;
  isUnderWay(id: number): Promise<boolean>;
  /** Runs of a kind that have not ended. */
  underWay(kind: Run['kind']): Promise<Run[]>;
  /** Runs that a former process left behind, of this connection or all: they ended with it. */
  closeInterrupted(message: string, now: Millis, connectionId?: ConnectionId): Promise<void>;
  /** Newest first. */
  list(filter: {
    feedId?: FeedId;
    /** Of these alone; what concerns all is left out then. */
    connectionIds?: readonly ConnectionId[];
    kind?: Run['kind'];
    /** Older than this run. */
    before?: number;
    limit: number;
  }): Promise<Run[]>;
}

/** The portal's vocabulary as it was read: the document, and what mappings see of it. */
export interface StoredVocabulary {
  document: unknown;
  vocabulary: Vocabulary;
  etag: string | null;
  /** Of a suspect one: since when it is suspected. */
  readAt: Millis;
}

export interface StoredPlaces {
  places: readonly Place[];
  readAt: Millis;
}

export interface ReferenceStore {
  /** Serves from now on; what was suspect is forgotten. */
  saveVocabulary(document: unknown, vocabulary: Vocabulary, etag: string | null, now: Millis): Promise<void>;
  vocabulary(): Promise<StoredVocabulary | null>;
  /** Keeps one that lost words apart from the one that serves; it replaces what was suspect before. */
  suspectVocabulary(suspect: StoredVocabulary): Promise<void>;
  suspect(): Promise<StoredVocabulary | null>;
  /** The suspect vocabulary serves from now on, and the audit says who let it. False where none is suspect. */
  acceptSuspect(by: string, now: Millis): Promise<boolean>;
  savePlaces(places: readonly Place[], now: Millis): Promise<void>;
  /** The same object until others are saved; so is `vocabulary`. */
  places(): Promise<StoredPlaces | null>;
  /** Both; null where one was never read. */
  known(): Promise<{ vocabulary: StoredVocabulary; places: StoredPlaces } | null>;
}
