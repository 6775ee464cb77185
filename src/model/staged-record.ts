import type { Measure, ValueDoubt } from './content.js';
import type { ExternalId, SourceId } from './ids.js';
import type { Offer, RecordKind, RemoveReason, Issue } from './outcome.js';
import type { Visibility } from './listing.js';
import type { Millis } from './millis.js';

/** A payload as stored, with the fields that planning needs. */
export interface WantedPayload {
  digest: string;
  packed: PackedPayload;
  /** `urgentPart` of the payload. */
  urgent: string;
  inactive: boolean;
  title: string | null;
  /** `addressOf` the payload, for searching. */
  address: string | null;
  /** Left out for a listing with fewer than two photos. */
  photoMarks?: PhotoMarks;
  /** Addresses of photos that count only if their host answers over https; left out if there are none. */
  upgradedPhotos?: string[];
}

/** What of a listing's photos decides whether it keeps its cover. Made by `photoMarks`. */
export interface PhotoMarks {
  /** Address of the first photo. */
  cover: string;
  /** Hash of the rule, the addresses and what the feed marks about them; `lost N` for a listing that lost all its N photos. */
  source: string;
  /** Hash of the addresses that release 0.1.0 would send. */
  former: string;
}

/** A compressed payload. Of hundreds of thousands, few are ever read again. */
export type PackedPayload = Uint8Array;

/** One record's outcome in this run, staged until its snapshot is proven complete. */
export interface StagedOutcome {
  kind: RecordKind;
  offer: Offer | null;
  removeReason: RemoveReason | null;
  /** As in `MappedRecord`. */
  unknownState: string | null;
  codes: string[];
  issues: Issue[];
  uses: UsedWord[];
  listings: StagedListing[];
}

export interface StagedListing {
  externalId: ExternalId;
  /** Null where an error prevents publication. The listing still counts as present. */
  wanted: WantedPayload | null;
  feedUpdatedAt: Millis | null;
  /** @see MappedListing.isOnRequest */
  isOnRequest?: boolean;
  /** Doubts of values by themselves; missing where there are none. */
  doubts?: readonly ValueDoubt[];
  /** Missing where the listing cannot be compared with others. */
  measure?: Measure;
  /** Decided while the record is planned; not staged. */
  visibility?: Visibility;
}

/** `usedWord` of a reference that a record used or missed. A string, because a feed has many equal ones and objects would cost more memory. */
export type UsedWord = string;

/** The record itself, kept with its outcome. */
export interface RawContent {
  /** UTF-8. */
  bytes: Uint8Array;
  /** The record holds bytes that are invalid in the file's encoding. */
  undecodable: boolean;
  /** JSON of the record's surroundings, equal for all records at one place in a file. */
  surroundings: string;
}

/** A record's outcome of this run, not yet committed. */
export interface StagedRecord {
  sourceId: SourceId;
  /** 16 bytes. */
  fingerprint: Uint8Array;
  kind: RecordKind;
  /** Whether visitors would see one of its listings; missing: no. Not stored. */
  shows?: boolean;
  /** The outcome, encoded by `encodeOutcome`. */
  content: Uint8Array;
  /** Delta feeds only: the record itself, kept with its outcome. */
  raw?: RawContent | null;
}

/** `first`: the id's first record in this snapshot. `same`, `different`: the id occurred before, with equal or other bytes. */
export interface StageAnswer {
  ordinal: number;
  seenBefore: 'first' | 'same' | 'different';
  /** `markOf` the record when it was last read, or `inactiveMark`. */
  formerMark: string | null;
}

/**
 * Stored in place of the listing count for a record that the feed's `where` leaves to another feed: the record is known, but does not count
 * as seen. No record yields this many listings.
 */
export const otherFeedMark = 3;

/** The result of a fingerprint look-up for a block of records, in the block's order. */
export interface KnownBlock {
  /** The record's ordinal in its feed; -1 where the fingerprint is unknown. */
  ordinals: Int32Array;
  /** Number of listings with a payload that the known record yields; `otherFeedMark` for another feed's record. */
  listings: Uint8Array;
}
