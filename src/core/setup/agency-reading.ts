import type { ExternalId, SourceId } from '../../model/ids.js';
import { backoffMs, backoffs } from '../schedule/backoff.js';
import type { EncodingName } from '../../model/feed-format.js';
import type { Answerer, ProposalLine, Recommendation } from './proposal.js';
import type { RuleFacts } from './listing-rule.js';
import type { Sentence } from '../../model/sentence.js';

/** The result of reading an agency's feed during setup, before anything is sent. */
export type AgencyReading = (
  | { ok: true; result: ReadingResult }
  /** The feed could not be read: the reason, and what to do. */
  | {
      ok: false;
      problem: ReadingProblem;
      /** Consecutive readings that ended with an exception. These are retried automatically. */
      failures?: number;
    }
) & {
  readAt: number;
  /** What was proposed for a feed whose format no preset knows; kept with later readings, so that its mapping can be compared with it. */
  proposal?: KeptProposal;
};

type FailedReading = Extract<AgencyReading, { ok: false }>;

/** Counts a reading that ended with an exception or the death of its process, and schedules the retry with a backoff. */
export function failedAgain(
  former: AgencyReading | null,
  failed: FailedReading,
  now: number,
): { reading: FailedReading; retryAt: number } {
  const failures = (former?.ok === false ? (former.failures ?? 0) : 0) + 1;
  return { reading: { ...failed, failures }, retryAt: now + backoffMs(failures, backoffs.agencyReading) };
}

export interface ReadingProblem extends Sentence {
  /** Technical detail for the operator; null: the sentence is complete. */
  detail: string | null;
}

export interface ReadingResult {
  /** Name of the mapping that was used. */
  mapping: string;
  records: number;
  /** Listings that the feed offers: a record may yield two, and a sold one none. */
  listings: number;
  /** Listings that can be published once the questions are answered. */
  ready: number;
  /** Records that are marked as not to be published. */
  leftOut: number;
  /** Why listings are not ready, and what ready ones lack; blocking causes first. */
  causes: ReadingCause[];
  /** The first few listings, for display. */
  cards: ListingCard[];
  /** What is proven, asked and left out. Missing in readings of earlier releases, as the two below. */
  lines?: ProposalLine[];
  /** The questions among `asked` that are not answered. */
  questions?: OpenQuestion[];
  /** What to ask the maker of the software for; null: the ids stay. */
  idRequest?: Sentence | null;
  /** Listings that wait for each fact that only the agency knows, by payload path. */
  asked: Record<string, number>;
  /** The listings behind `asked`, of facts that may differ between them, whether they are stated or not; missing in readings of earlier releases. */
  askedOf?: Record<string, AskedListing[]>;
  words: OpenWord[];
}

/** A listing that a fact is asked about. */
export interface AskedListing {
  /** Of its record, as the agency's software writes it. */
  sourceId: string;
  /** Null where the record cannot be read further. */
  title: string | null;
  place: string | null;
  /** What rules look at; missing: not known, as in readings of earlier releases. */
  facts?: RuleFacts;
}

/** A question that the file does not answer. */
export interface OpenQuestion {
  /** Payload path, or `transaction`. */
  field: string;
  who: Answerer;
  /** Titles or ids of up to three listings that wait for the answer. */
  samples: string[];
  /** Null: nothing in the file suggests an answer. */
  recommended: Recommendation | null;
  listings: number;
}

/** A mapping that was built for a feed, with what is known of it. */
export interface KeptProposal {
  /** Describes the format, in English. */
  about: string;
  encoding: EncodingName;
  kind: 'full' | 'delta';
  /** The mapping as YAML, with doubts in comments. */
  text: string;
  listings: number;
  /** Listings that the first sync publishes once the questions are answered. */
  ready: number;
  lines: ProposalLine[];
  questions: OpenQuestion[];
  /** What to check, in English. */
  doubts: string[];
  idRequest: Sentence | null;
}

export interface ReadingCause {
  /** Whether the cause prevents publication. */
  blocks: boolean;
  code: string;
  pointer: string;
  listings: number;
  /** Of a record without a listing, `externalId` is the record's own id. */
  samples: { externalId: ExternalId | SourceId; message: string; value: string | null }[];
}

export interface ListingCard {
  externalId: ExternalId;
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

/** An unmapped value of the feed. */
export interface OpenWord {
  pointer: string;
  /** The portal vocabulary of the field; null if the field has none. */
  vocabulary: string | null;
  /** Mapping table to which its meaning is added; null: the mapping has none for the field, so it cannot be added here. */
  table: string | null;
  word: string;
  listings: number;
  /** Whether the value prevents publication. */
  blocks: boolean;
  samples: string[];
  /** Best first; `key` is the portal's. */
  suggestions: { key: string; label: string; confidence: number }[];
}
