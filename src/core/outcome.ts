/** The reasons for a removal that feedsync sends. */
export const removeReasons = ['sold', 'rented', 'withdrawn', 'expired'] as const;
export type RemoveReason = (typeof removeReasons)[number];

/** Something worth telling about one record. `error` keeps the listing from being published, `warning` does not. */
export interface Issue {
  severity: 'error' | 'warning';
  /** Stable, snake_case: `unmapped_word`, `place_unknown`, `place_ambiguous`, `text_cut`, `photo_dropped`, or a detail code of the spec. */
  code: string;
  /** JSON pointer into the listing payload, such as `/structure/heating`; empty for the whole record. */
  pointer: string;
  /** One sentence for a person. */
  message: string;
  /** The feed's own word or figure, cut to 120 characters. */
  value?: string;
}

/** What a record asked of the vocabulary or the place directory: the index by which a changed directory re-maps it. */
export interface ReferenceUse {
  kind: 'vocabulary' | 'place' | 'answer';
  /** `heating`, `category`, …; for places the query as written; for answers the question's name. */
  name: string;
  /** The feed's word, folded. */
  word: string;
  /** What it resolved to, or null where it was missed. */
  resolved: string | null;
}

/** One listing that a record yields. */
export interface MappedListing {
  externalId: string;
  /** The payload without `digest` and `source.updated_at`, or null where an error keeps it from being published. */
  payload: Record<string, unknown> | null;
  /** The feed's own date for `source.updated_at`, epoch milliseconds. */
  feedUpdatedAt: number | null;
}

/** `elsewhere`: a record of a shared file that another feed's `where` picks. */
export type RecordKind = 'mapped' | 'invalid' | 'keep' | 'ignore' | 'remove' | 'elsewhere';

/** What mapping makes of one record: never an exception (RULES R22, R25). */
export interface MappedRecord {
  kind: RecordKind;
  /** The record's id as the feed writes it; null where it has none. */
  sourceId: string | null;
  /** The agency's other codes for it, found by `explain`. */
  codes: string[];
  removeReason: RemoveReason | null;
  listings: MappedListing[];
  issues: Issue[];
  uses: ReferenceUse[];
}
