import { nextDue } from './cron.js';
import { type Schedule } from '../../model/schedule.js';

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

/** Backoffs and a Retry-After put nothing further ahead, and a schedule only where it has no run in a day. */
export const dueAheadMs = 24 * 3_600_000;

/** Whether a poll is due: its time has come, or lies where this schedule and its backoff put none. */
export function isPollDue(schedule: Schedule, at: number, now: number): boolean {
  return at <= now || isBeyondSchedule(schedule, at, now, dueAheadMs);
}

/**
 * Whether a due time was stored while the clock was wrong, or under another schedule.
 * @param aheadMs how far something else than the schedule may have put it, such as a backoff
 */
export function isBeyondSchedule(
  { cron, timezone, spread }: Schedule,
  at: number,
  now: number,
  aheadMs: number,
): boolean {
  return at > now + aheadMs + clockSlackMs && at > nextDue(cron, timezone, now, spread) + clockSlackMs;
}
