import type { ConnectionId, FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** What `DueStore` looks with. */
export interface DueQuestion {
  now: Millis;
  /** A connection's state is read again so often; while it is certified, so. */
  rereadMs: number;
  certifyingRereadMs: number;
  /** Of listings that wait for room in the agency's plan. */
  quotaCodes: readonly string[];
  /** A due time further ahead than this was written by a wrong clock, or under another schedule. */
  aheadMs: number;
}

/** What there may be to do: `connection` is all that its row says by itself. */
export type DueKind = 'connection' | 'poll' | 'remap' | 'batch' | 'outbox' | 'retry';

export interface DueHint {
  connectionId: ConnectionId;
  kind: DueKind;
  /** Of a poll: which feed, and since when it is due, or how far ahead its time lies that cannot be right; of a re-mapping: when it was asked for. */
  feedId: FeedId | null;
  at: Millis | null;
}

export interface DuePoll {
  feedId: FeedId;
  at: Millis;
}

/** Looks at everything at once, so that a look costs the same for ten connections and for ten thousand. */
export interface DueStore {
  /** Where there may be something to do now, by connection: each that has something, and few others. */
  hints(question: DueQuestion): Promise<DueHint[]>;
  /** The feeds of a connection that are polled at all, with their times; none of one that is revoked. */
  polls(connectionId: ConnectionId): Promise<DuePoll[]>;
  /** Of those the ones whose kept file is to be mapped again. */
  remaps(connectionId: ConnectionId): Promise<number[]>;
}
