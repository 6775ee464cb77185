import { backoffMs, backoffs } from '../schedule/backoff.js';
import type { Sentence } from '../../model/sentence.js';

/** What reading an agency’s feed came to, before anything of it is sent. */
export type AgencyReading =
  | { ok: true; readAt: number; result: ReadingResult }
  /** Nothing could be read: why, and what to do. */
  | {
      ok: false;
      readAt: number;
      problem: ReadingProblem;
      /** Readings in a row that ended by an exception: the next one is tried by itself. */
      failures?: number;
    };

type FailedReading = Extract<AgencyReading, { ok: false }>;

/** A reading that an exception or a death ended, after what was before it: when it is tried again, ever less often. */
export function failedAgain(
  former: AgencyReading | null,
  failed: FailedReading,
  now: number,
): { reading: FailedReading; retryAt: number } {
  const failures = (former?.ok === false ? (former.failures ?? 0) : 0) + 1;
  return { reading: { ...failed, failures }, retryAt: now + backoffMs(failures, backoffs.agencyReading) };
}

export interface ReadingProblem extends Sentence {
  /** For whoever runs the import; null: the sentence says all. */
  detail: string | null;
}

export interface ReadingResult {
  /** Name of the mapping that was used. */
  mapping: string;
  records: number;
  /** Offers that the feed has; a record may be two, and one that is sold is none. */
  listings: number;
  /** Those that can be published once the questions are answered. */
  ready: number;
  /** Records that say of themselves that they are off. */
  leftOut: number;
  /** Why others are not ready and what ready ones lack, those that keep listings back first. */
  causes: ReadingCause[];
  /** The first few listings, as they would be shown. */
  cards: ListingCard[];
  /** How many listings wait for each fact that only the agency knows, by payload path. */
  asked: Record<string, number>;
  words: OpenWord[];
}

export interface ReadingCause {
  /** Whether it keeps listings back. */
  blocks: boolean;
  code: string;
  pointer: string;
  listings: number;
  samples: { externalId: string; message: string; value: string | null }[];
}

export interface ListingCard {
  externalId: string;
  transaction: string | null;
  title: string | null;
  amount: number | null;
  currency: string | null;
  place: string | null;
  address: string | null;
  category: string | null;
  area: number | null;
  rooms: number | null;
  /** Address of its first photo. */
  photo: string | null;
  photos: number;
}

/** A word of the feed that nothing answers to. */
export interface OpenWord {
  pointer: string;
  /** The portal’s list whose words the field takes; null where it is no list of the portal. */
  vocabulary: string | null;
  /** Table to which its meaning is added; null: the mapping looks it up without one, so nobody here can add it. */
  table: string | null;
  word: string;
  listings: number;
  /** Whether it keeps listings back. */
  blocks: boolean;
  samples: string[];
  /** Best first; the key is the portal’s. */
  suggestions: { key: string; label: string; confidence: number }[];
}
