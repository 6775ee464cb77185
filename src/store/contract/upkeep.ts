import type { Place, Vocabulary } from '../../core/reference.js';
import type { Millis, RunRow } from '../rows.js';

/** Single values: schema-independent facts such as the clock offset and the bound portal. */
export interface MetaStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

export interface RunStore {
  start(run: {
    kind: RunRow['kind'];
    connectionId: string | null;
    feedId: number | null;
    now: Millis;
  }): Promise<number>;
  finish(
    id: number,
    end: { state: RunRow['state']; message: string; balance: Record<string, number>; now: Millis },
  ): Promise<void>;
  /** Runs that a former process left behind, of this connection or all: they ended with it. */
  closeInterrupted(message: string, now: Millis, connectionId?: string): Promise<void>;
  /** Newest first. */
  list(filter: {
    feedId?: number;
    /** Of these alone; what concerns all is left out then. */
    connectionIds?: readonly string[];
    kind?: RunRow['kind'];
    /** Older than this run. */
    before?: number;
    limit: number;
  }): Promise<RunRow[]>;
}

/** The portal's vocabulary as it was read: the document, and what mappings see of it. */
export interface StoredVocabulary {
  document: unknown;
  vocabulary: Vocabulary;
  etag: string | null;
  /** Of a suspect one: since when it is suspected. */
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
  places(): Promise<{ places: Place[]; readAt: Millis } | null>;
}
