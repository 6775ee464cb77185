import { nextDue, type Schedule } from './cron.js';

/** Clocks of several machines may differ by so much; a time further ahead was written by a clock that was wrong. */
export const clockSlackMs = 60_000;

/**
 * Whether something that is done every `everyMs` is to be done again. A last time that lies in the future says nothing about how long ago
 * it was: then it is due at once. So no change of the clock defers it by more than `everyMs` and the slack.
 * @param last when it was done last; null: never
 */
export function isDueAgain(last: number | null, everyMs: number, now: number): boolean {
  return last === null || now - last >= everyMs || last - now > clockSlackMs;
}

/**
 * Whether a stored due time has come, where it was put `aheadMs` ahead at most: one further ahead was stored while the
 * clock was wrong, and is due at once.
 */
export function isDue(at: number, aheadMs: number, now: number): boolean {
  return at <= now || at - now > aheadMs + clockSlackMs;
}

/** A schedule never puts a due time further ahead, but for those that have no run in a day. */
export const dueAheadMs = 24 * 3_600_000;

/**
 * The stored due time, or the schedule's next one where the stored one lies further ahead than this schedule ever puts
 * it: then it was written while the clock was wrong, or under another schedule.
 */
export function dueAt(schedule: Schedule, stored: number, now: number): number {
  if (stored <= now + dueAheadMs) return stored;
  return Math.min(stored, nextDue(schedule.cron, schedule.timezone, now, schedule.spread));
}
