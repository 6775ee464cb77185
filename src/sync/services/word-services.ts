import type { FeedChange } from '../../core/setup/feed-changes.js';
import type { Dictionary } from '../../mapping/compile/dictionary.js';
import type { FeedRecord } from '../../model/feed.js';

/** The mapping of a feed as it runs. */
export interface FeedWords {
  dictionary: Dictionary;
  /** The text of the mapping. */
  text: string;
  /** The feed's own words, by table, with changes applied. */
  tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The words of feeds, bound to the configuration; assembled in one place. */
export interface WordServices {
  /** The feed's mapping; a sentence where it cannot be read. */
  inForce(row: FeedRecord): Promise<FeedWords | string>;
  /** Why the feed could not be read with these changes; null: it could. */
  whyNot(row: FeedRecord, changes: readonly FeedChange[]): Promise<string | null>;
}
