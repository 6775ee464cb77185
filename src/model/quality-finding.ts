/** What looks wrong in a feed, counted over its records; nothing of it is corrected before a mapping says so. */
export interface Finding {
  /** The code of the issues that it counts, or `photo_shared`, `dates_of_export`, `photo_urls_change`, which show only over a whole feed. */
  code: string;
  /** JSON pointer into the listing payload. */
  pointer: string;
  /** Records concerned, of so many that were looked at. */
  count: number;
  of: number;
  /** One sentence for a person. */
  message: string;
  /** What can be done about it, in the words of the mapping language. */
  advice: string;
  samples: FindingSample[];
}

export interface FindingSample {
  sourceId: string;
  /** The feed's own word or figure, or null where it is better not shown. */
  value: string | null;
}
