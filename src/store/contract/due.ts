import type { Millis } from '../rows.js';

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

/** Looks at everything at once, so that a look costs the same for ten connections and for ten thousand. */
export interface DueStore {
  /** Connections for which there may be something to do now: each that has something, and few others. */
  connections(question: DueQuestion): Promise<string[]>;
}
