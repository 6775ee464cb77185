import type { SourceId } from './ids.js';
import type { IssueCode } from './outcome.js';

/** Codes of findings that show only over a whole feed. Each has an advice and a sentence, as an issue's code has. */
export const feedFindingCodes = [
  'dates_of_export',
  'photo_shared',
  'photo_token',
  'photo_urls_change',
  'property_renumbered',
  'property_twice',
] as const;
export type FeedFindingCode = (typeof feedFindingCodes)[number];
export type FindingCode = IssueCode | FeedFindingCode;

/** Something that looks wrong in a feed, counted over its records. Nothing is corrected until a mapping says so. */
export interface Finding {
  /** The code of the issues that the finding counts, or one of the whole feed. */
  code: FindingCode;
  /** JSON pointer into the listing payload. */
  pointer: string;
  /** Records concerned (`count`) out of records examined (`of`). */
  count: number;
  of: number;
  /** One sentence for the reader. */
  message: string;
  /** The remedy, in terms of the mapping language. */
  advice: string;
  samples: FindingSample[];
}

export interface FindingSample {
  sourceId: SourceId;
  /** The feed's value, or null where it must not be shown. */
  value: string | null;
}
