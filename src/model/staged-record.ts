import type { RecordKind, RemoveReason, Issue } from './outcome.js';
import type { Millis } from './records.js';

/** A payload as it is stored, and what planning must know of it. */
export interface WantedPayload {
  digest: string;
  packed: PackedPayload;
  /** `urgentPart` of it. */
  urgent: string;
  inactive: boolean;
  title: string | null;
  /** Street and what stands beside it, by which people look for a listing. */
  address: string | null;
}

/** Compressed: of hundreds of thousands, few are ever read again. */
export type PackedPayload = Uint8Array;

/** What one record came to in this run, put aside until its snapshot is proven complete. */
export interface StagedOutcome {
  kind: RecordKind;
  removeReason: RemoveReason | null;
  codes: string[];
  issues: Issue[];
  uses: UsedWord[];
  listings: StagedListing[];
}

export interface StagedListing {
  externalId: string;
  /** Null where an error keeps it from being published (it is present all the same). */
  wanted: WantedPayload | null;
  feedUpdatedAt: Millis | null;
}

/** What `usedWord` makes of a reference that a record used or missed: a text, where the many equal ones of a feed would be objects. */
export type UsedWord = string;
