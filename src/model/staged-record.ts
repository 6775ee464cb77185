import type { RecordKind, RemoveReason, Issue } from './outcome.js';
import type { Millis } from './millis.js';

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

/** What is kept of a record when its outcome is. */
export interface RawContent {
  /** UTF-8. */
  bytes: Uint8Array;
  /** It holds bytes that are no text in the file's encoding. */
  undecodable: boolean;
  /** JSON of what stood around it, the same for all records of a place in a file. */
  surroundings: string;
}

/** A record's outcome of this run, not yet committed. */
export interface StagedRecord {
  sourceId: string;
  /** 16 bytes. */
  fingerprint: Uint8Array;
  kind: RecordKind;
  /** `encodeOutcome` made it. */
  content: Uint8Array;
  /** Of feeds of changes: the record itself, kept when its outcome is. */
  raw?: RawContent | null;
}

/** `first`: seen once so far; `same`, `different`: the id stood in this snapshot already, with these or other bytes. */
export interface StageAnswer {
  ordinal: number;
  seenBefore: 'first' | 'same' | 'different';
  /** `markOf` the record when it was last read. */
  formerMark: string | null;
}

/** Stands for a record that the feed's `where` left to another feed: known, and not seen. No record yields so many listings. */
export const otherFeedMark = 3;

/** Answer of a fingerprint look-up for a block of records, in the block's order. */
export interface KnownBlock {
  /** The record's ordinal in its feed, -1 where the fingerprint is not known. */
  ordinals: Int32Array;
  /** How many listings with a payload the known record yields; `elsewhereMark` for a record that is another feed's. */
  listings: Uint8Array;
}
