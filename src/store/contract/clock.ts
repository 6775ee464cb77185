import type { ClockChange, ClockMark } from '../../core/schedule/clock-change.js';
import type { Millis } from '../../model/millis.js';

/** The last change of the clock that needed something, for people. */
export interface NotedClockChange {
  /** When it was noticed, by the clock as it was set. */
  at: Millis;
  byMs: number;
  isExact: boolean;
}

/** The time as the store knows it. */
export interface ClockStore {
  /**
   * Marks the time, and corrects what is stored where the clock was set since the last mark, by any process: budgets keep what was spent,
   * what is due stays as far ahead as it was, and nothing that happened lies in the future. All of it together, once.
   */
  follow(now: ClockMark): Promise<ClockChange>;
  /** Makes due what is due later than anything is ever put off, by whatever it came to be there: a restored copy, an earlier release. */
  bound(now: Millis): Promise<void>;
  mark(): Promise<ClockMark | null>;
  lastChange(): Promise<NotedClockChange | null>;
}
