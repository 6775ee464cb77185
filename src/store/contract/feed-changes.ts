import type { ConnectionId } from '../../model/ids.js';
import type { FeedChange } from '../../core/setup/feed-changes.js';
import type { Millis } from '../../model/millis.js';

/** A word, an answer, a constant, a policy or a mapping's text that a person set over a feed. */
export interface FeedChangeRecord extends FeedChange {
  id: number;
  /** Name of the feed, whether the configuration or the store has it. */
  feed: string;
  /** Of the feed; null while its agency has none. A feed of the same name in another connection is another feed. */
  connectionId: ConnectionId | null;
  author: string;
  at: Millis;
  /** Null: it counts, unless a newer one of the same thing does. */
  undoneAt: Millis | null;
  undoneBy: string | null;
}

/** As it is listed: a mapping's text is left out, for it may be long. */
export interface ListedChange extends FeedChangeRecord {
  /** Characters of the text that was left out, as JSON; null where `value` is here. */
  characters: number | null;
}

/** The feed that changes lie over. */
export type ChangedFeedKey = Pick<FeedChangeRecord, 'feed' | 'connectionId'>;

export interface FeedChangeStore {
  /** All or none, with one audit line. @returns them as they are stored, in the order given */
  add(
    of: ChangedFeedKey,
    changes: readonly FeedChange[],
    author: string,
    now: Millis,
  ): Promise<FeedChangeRecord[]>;
  /** Of one feed, newest first; what was undone is among them, with who did. */
  list(of: ChangedFeedKey): Promise<FeedChangeRecord[]>;
  /** The same without texts of mappings. @param page how many, from the one before this id on */
  listed(of: ChangedFeedKey, page?: { before: number | null; limit: number }): Promise<ListedChange[]>;
  /** One of a feed, whole; null where it has none of this id. */
  one(id: number, of: ChangedFeedKey): Promise<FeedChangeRecord | null>;
  /** Those that count, of all feeds, oldest first: the order in which they lie over each other. Of a mapping's texts the last one alone. */
  current(): Promise<FeedChangeRecord[]>;
  /** What lay under it counts again; written to the audit. @returns null where there is none, or it was undone already */
  undo(id: number, of: ChangedFeedKey, author: string, now: Millis): Promise<FeedChangeRecord | null>;
}
