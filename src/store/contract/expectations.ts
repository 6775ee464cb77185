import type { FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** Removals that a person announced before they happen. */
export interface Expectation {
  id: number;
  feedId: FeedId;
  /** So many listings may leave by absence without a question. */
  removals: number;
  /** So many have. */
  used: number;
  until: Millis;
  author: string;
  at: Millis;
  /** When it was cancelled, or another took its place. */
  endedAt: Millis | null;
}

export interface ExpectationStore {
  /** Takes the place of the feed's former one; written to the audit. */
  announce(
    expectation: Pick<Expectation, 'feedId' | 'removals' | 'until' | 'author' | 'at'>,
  ): Promise<Expectation>;
  /** Written to the audit. @returns the one that ended; null where none was open */
  cancel(feedId: FeedId, author: string, now: Millis): Promise<Expectation | null>;
  /** The one that counts at `now`. */
  open(feedId: FeedId, now: Millis): Promise<Expectation | null>;
  /** Listings of the feed whose last removal was announced. */
  removed(feedId: FeedId): Promise<ReadonlySet<string>>;
}
