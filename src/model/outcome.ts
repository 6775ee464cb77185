import type { ExternalId, SourceId } from './ids.js';

/** The reasons for a removal that feedsync sends. */
export const removeReasons = ['sold', 'rented', 'withdrawn', 'expired'] as const;
export type RemoveReason = (typeof removeReasons)[number];

/** A problem in one record. An `error` prevents publication, a `warning` does not. */
export interface Issue {
  severity: 'error' | 'warning';
  /** Stable, snake_case: `unmapped_word`, `place_unknown`, `place_ambiguous`, `text_cut`, `photo_dropped`, or a detail code of the spec. */
  code: string;
  /** JSON pointer into the listing payload, such as `/structure/heating`; empty for the whole record. */
  pointer: string;
  /** One sentence for the reader. */
  message: string;
  /** The feed's value, cut to 120 characters. */
  value?: string;
}

/** One look-up of a record in the vocabulary or the place directory. The index by which a changed directory finds the records to map again. */
export interface ReferenceUse {
  kind: 'vocabulary' | 'place' | 'answer';
  /** `heating`, `category`, …; for places the query as written; for answers the question's name. */
  name: string;
  /** The feed's value, folded. */
  word: string;
  /** The key found, or null where there was none. */
  resolved: string | null;
}

/** One listing that a record yields. */
export interface MappedListing {
  externalId: ExternalId;
  /** The payload without `digest` and `source.updated_at`, or null where an error keeps it from being published. */
  payload: Record<string, unknown> | null;
  /** The record gives words, 0 or nothing where its price stands, and lacks nothing else. Missing: false. */
  isOnRequest?: boolean;
  /** The feed's own date for `source.updated_at`, epoch milliseconds. */
  feedUpdatedAt: number | null;
}

/** `elsewhere`: a record of a shared file that belongs to another feed by that feed's `where`. */
export type RecordKind = 'mapped' | 'invalid' | 'keep' | 'ignore' | 'remove' | 'elsewhere';

/** The result of mapping one record. Mapping reports faults here and never throws (RULES R22, R25). */
export interface MappedRecord {
  kind: RecordKind;
  /** The record's id as the feed writes it; null where it has none. */
  sourceId: SourceId | null;
  /** The agency's other codes for the record; `explain` finds the record by them. */
  codes: string[];
  removeReason: RemoveReason | null;
  listings: MappedListing[];
  issues: Issue[];
  uses: ReferenceUse[];
}
