import type { ConnectionId } from '../../model/ids.js';
import type { FeedChange } from '../../core/setup/feed-changes.js';
import type { Millis } from '../../model/millis.js';

/** A setting that a person changed for a feed: a word, an answer, a constant, a policy or the mapping's text. */
export interface FeedChangeRecord extends FeedChange {
  id: number;
  /** Name of the feed, which is defined in the configuration or in the store. */
  feed: string;
  /** The feed's connection; null while its agency is not connected. Equal names in two connections are two feeds. */
  connectionId: ConnectionId | null;
  author: string;
  at: Millis;
  /** Null: not undone. The change is in force unless a newer one of the same kind and subject is. */
  undoneAt: Millis | null;
  undoneBy: string | null;
}

/** A change in a list. The text of a mapping may be long and is left out. */
export interface ListedChange extends FeedChangeRecord {
  /** Length of the left out text as JSON, in characters; null if `value` is present. */
  characters: number | null;
}

/** Names the feed that changes apply to. */
export type ChangedFeedKey = Pick<FeedChangeRecord, 'feed' | 'connectionId'>;

export interface FeedChangeStore {
  /** Stores all changes with one audit line, in one transaction. @returns the stored changes, in the given order */
  add(
    of: ChangedFeedKey,
    changes: readonly FeedChange[],
    author: string,
    now: Millis,
  ): Promise<FeedChangeRecord[]>;
  /** Like `add`, for several feeds in one transaction: all of them get their changes or none. */
  addToFeeds(
    given: readonly { of: ChangedFeedKey; changes: readonly FeedChange[] }[],
    author: string,
    now: Millis,
  ): Promise<FeedChangeRecord[]>;
  /** All changes of a feed, newest first, undone ones included. */
  list(of: ChangedFeedKey): Promise<FeedChangeRecord[]>;
  /** As `list`, without texts of mappings. @param page `before`: only changes with a smaller id; null: from the newest */
  listed(of: ChangedFeedKey, page?: { before: number | null; limit: number }): Promise<ListedChange[]>;
  /** One change of a feed, with its text; null if the feed has no change of this id. */
  one(id: number, of: ChangedFeedKey): Promise<FeedChangeRecord | null>;
  /**
   * Changes of all feeds that are not undone, oldest first: a later one overrides an earlier one. Only the last mapping text of each feed.
   */
  current(): Promise<FeedChangeRecord[]>;
  /** Undoes a change and writes an audit line; the change that it overrode is in force again. @returns null if unknown or undone already */
  undo(id: number, of: ChangedFeedKey, author: string, now: Millis): Promise<FeedChangeRecord | null>;
}
