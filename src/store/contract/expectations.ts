import type { FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** A user's announcement that a feed will lose listings. The guard does not hold the announced removals back. */
export interface Expectation {
  id: number;
  feedId: FeedId;
  /** How many absent listings may be removed without asking. */
  removals: number;
  /** How many of `removals` are used up. */
  used: number;
  until: Millis;
  author: string;
  at: Millis;
  /** When the announcement was cancelled or replaced; null: neither. */
  endedAt: Millis | null;
}

export interface ExpectationStore {
  /** Replaces the feed's open announcement. Writes an audit line. */
  announce(
    expectation: Pick<Expectation, 'feedId' | 'removals' | 'until' | 'author' | 'at'>,
  ): Promise<Expectation>;
  /** Ends the feed's announcement and writes an audit line. @returns the ended announcement; null if none was open */
  cancel(feedId: FeedId, author: string, now: Millis): Promise<Expectation | null>;
  /** The feed's announcement that is in force at `now`. */
  open(feedId: FeedId, now: Millis): Promise<Expectation | null>;
  /** External ids of the feed's listings whose latest removal was announced. */
  removed(feedId: FeedId): Promise<ReadonlySet<string>>;
}
