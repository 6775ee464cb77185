import type { ConnectionId, FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** Parameters of `DueStore.hints`. */
export interface DueQuestion {
  now: Millis;
  /** How often the state of a connection is read again. */
  rereadMs: number;
  /** As `rereadMs`, while the portal certifies the connection. */
  certifyingRereadMs: number;
  /** Failure codes of listings that wait for room in the agency's plan. */
  quotaCodes: readonly string[];
  /** A due time further ahead than this counts as due: it is taken for one that was written by a wrong clock or under another schedule. */
  aheadMs: number;
}

/** Kind of work that may be due. `connection`: a time in the connection's own row is due (state, outcomes or reconcile). */
export type DueKind = 'connection' | 'poll' | 'remap' | 'batch' | 'outbox' | 'retry';

/** A connection with work that may be due. */
export interface DueHint {
  connectionId: ConnectionId;
  kind: DueKind;
  /** The feed, for `poll` and `remap`; else null. */
  feedId: FeedId | null;
  /** For `poll`: the time of the next poll, in the past or impossibly far ahead. For `remap`: the time of the request. Else null. */
  at: Millis | null;
}

export interface DuePoll {
  feedId: FeedId;
  at: Millis;
}

/** Finds due work of all connections in one statement, so that the cost does not grow with the number of connections. */
export interface DueStore {
  /** Every connection with work due now. A few of the hints are wrong: the caller must check each. */
  hints(question: DueQuestion): Promise<DueHint[]>;
  /** Active and stalled feeds of a connection, with the time of their next poll; none if the connection is revoked. */
  polls(connectionId: ConnectionId): Promise<DuePoll[]>;
  /** Ids of the feeds of `polls` whose kept file is to be mapped again. */
  remaps(connectionId: ConnectionId): Promise<number[]>;
}
