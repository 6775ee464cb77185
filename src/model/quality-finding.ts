import type { SourceId } from './ids.js';

/** Something that looks wrong in a feed, counted over its records. Nothing is corrected until a mapping says so. */
export interface Finding {
  /**
   * The code of the issues that the finding counts, or `photo_shared`, `dates_of_export`, `photo_urls_change`, `photo_token`, which show only over a whole
   * feed.
   */
  code: string;
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
