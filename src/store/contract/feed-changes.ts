import type { FeedChange } from '../../core/feed-changes.js';
import type { Millis } from '../rows.js';

/** A word, an answer, a constant, a policy or a mapping's text that a person set over a feed. */
export interface FeedChangeRow extends FeedChange {
  id: number;
  /** Name of the feed, whether the configuration or the store has it. */
  feed: string;
  /** Of the feed; null while its agency has none. A feed of the same name in another connection is another feed. */
  connectionId: string | null;
  author: string;
  at: Millis;
  /** Null: it counts, unless a newer one of the same thing does. */
  undoneAt: Millis | null;
  undoneBy: string | null;
}

/** The feed that changes lie over. */
export type ChangedFeedKey = Pick<FeedChangeRow, 'feed' | 'connectionId'>;

export interface FeedChangeStore {
  /** All or none, with one audit line. @returns them as they are stored, in the order given */
  add(
    of: ChangedFeedKey,
    changes: readonly FeedChange[],
    author: string,
    now: Millis,
  ): Promise<FeedChangeRow[]>;
  /** Of one feed, newest first; what was undone is among them, with who did. */
  list(of: ChangedFeedKey): Promise<FeedChangeRow[]>;
  /** Those that count, of all feeds, oldest first: the order in which they lie over each other. */
  current(): Promise<FeedChangeRow[]>;
  /** What lay under it counts again; written to the audit. @returns null where there is none, or it was undone already */
  undo(id: number, of: ChangedFeedKey, author: string, now: Millis): Promise<FeedChangeRow | null>;
}
