import type { ClockChange, ClockMark } from '../../core/schedule/clock-change.js';
import type { Millis } from '../../model/millis.js';

/** The last time that the system clock was set, for display. */
export interface NotedClockChange {
  /** When the change was noticed, by the clock as set. */
  at: Millis;
  /** By how much the clock was set forward; negative: back. */
  byMs: number;
  /** Whether `byMs` was measured, not estimated. */
  isExact: boolean;
}

/** Keeps stored times usable when the system clock is set. */
export interface ClockStore {
  /**
   * Stores the current time as a mark. If any process finds that the clock was set since the last mark, stored times are corrected once, in
   * one transaction: budgets keep what was spent, due times stay as far ahead as they were, and no past event lies in the future.
   */
  follow(now: ClockMark): Promise<ClockChange>;
  /**
   * Sets stored due times that lie further ahead than the longest possible delay to now. A restored copy of the store or an earlier release may have
   * such times.
   */
  bound(now: Millis): Promise<void>;
  mark(): Promise<ClockMark | null>;
  lastChange(): Promise<NotedClockChange | null>;
}
