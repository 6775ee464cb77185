import { nextDue } from './cron.js';
import { type Schedule } from '../../model/schedule.js';

/** Tolerated difference between machines' clocks. A time further ahead was stored while a clock was wrong. */
export const clockSlackMs = 60_000;

/**
 * Whether a task with the interval `everyMs` is due. It is due at once if `last` lies in the future, because that time is wrong. So no
 * clock change defers the task by more than `everyMs` plus the slack.
 * @param last when the task was last done; null: never
 */
export function isDueAgain(last: number | null, everyMs: number, now: number): boolean {
  return last === null || now - last >= everyMs || last - now > clockSlackMs;
}

/**
 * Whether a stored due time has come. Due times are stored at most `aheadMs` ahead; one further ahead was stored while the clock was
 * wrong, and is due at once.
 */
export function isDue(at: number, aheadMs: number, now: number): boolean {
  return at <= now || at - now > aheadMs + clockSlackMs;
}

/** Backoffs and Retry-After defer by at most a day. Only a schedule without a run within a day defers further. */
export const dueAheadMs = 24 * 3_600_000;

/** Whether a poll is due: its time has come, or lies further ahead than the schedule and its backoff allow. */
export function isPollDue(schedule: Schedule, at: number, now: number): boolean {
  return at <= now || isBeyondSchedule(schedule, at, now, dueAheadMs);
}

/**
 * Whether a due time was stored while the clock was wrong, or under another schedule.
 * @param aheadMs how far ahead something other than the schedule, such as a backoff, may have put it
 */
export function isBeyondSchedule(
  { cron, timezone, spread }: Schedule,
  at: number,
  now: number,
  aheadMs: number,
): boolean {
  return at > now + aheadMs + clockSlackMs && at > nextDue(cron, timezone, now, spread) + clockSlackMs;
}
