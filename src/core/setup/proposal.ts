import type { Sentence } from '../../model/sentence.js';

/** One line of a proposal: what is proven, what is a question, and what is left out. `T`: a text, or a sentence in both languages. */
export interface ProposalLine<T = string> {
  kind: 'proven' | 'question' | 'left_out';
  /** Payload path, or `source_id`, `transaction`, `updated_at`, `state`; null for a column that is not used. */
  field: string | null;
  /** Path in the feed, in mapping syntax; null where no field of the feed is read. */
  from: string | null;
  samples: string[];
  /** The question, the doubt or the reason; null where nothing is to be said. */
  text: T | null;
  /** Listings that wait for the answer; null where none waits. */
  listings: number | null;
}

/** Who can answer a question: the agency, the maker of its software, or the operator. */
export type Answerer = 'agency' | 'software' | 'operator';

/** An answer that the file suggests. It counts only once a person gives it. */
export interface Recommendation {
  /** As under `constants:`. */
  answer: string;
  why: Sentence;
}
