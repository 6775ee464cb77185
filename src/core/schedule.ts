import { createHash } from 'node:crypto';
import { Cron } from 'croner';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const backoffFirstMs = hourMs / 4;
const backoffMostMs = hourMs;

/** Moves each feed's start by its own, always equal, share of `withinMs`, so that not all start on the minute. */
export interface Spread {
  key: string;
  withinMs: number;
}

/** When something is due: a cron expression (seconds optional) read in a zone. */
export interface Schedule {
  cron: string;
  timezone: string;
  spread: Spread;
}

export type PollOutcome =
  | { kind: 'success' }
  /** `retryAfterMs`: what the source asked for, from now; null where it said nothing. */
  | { kind: 'failure'; retryAfterMs: number | null };

/**
 * The first due time strictly after `after` (epoch milliseconds): a run of the cron expression, later by the spread,
 * which never passes a quarter of the way to the next run. A job with fixed hours runs exactly once on the nights when
 * clocks change: at the first valid minute after a gap, at the first of two equal hours. A due time that has passed is
 * one due time, however many runs it covers: ask again with the current time as `after` once it is done.
 * @throws RangeError where the expression never fires or is not valid
 */
export function nextDue(cron: string, timezone: string, after: number, spread: Spread): number {
  const job = compile(cron, timezone);
  const [last] = job.previousRuns(1, new Date(after + 1));
  const pending = last === undefined ? -Infinity : spreadRun(job, last.getTime(), spread);
  return pending > after ? pending : spreadRun(job, nextRun(job, after), spread);
}

/**
 * When to poll after a poll that ended at `now`. After a success the schedule decides; after failures a wait that doubles
 * from 15 minutes (or the poll interval, if shorter) to an hour, forever. Up to half of each wait is left to chance, so
 * that feeds of one host do not return together. A Retry-After is obeyed between the poll interval and a day.
 * @param failures in a row, this one included
 * @param fraction chance, in [0, 1)
 */
export function nextPollAt(
  schedule: Schedule,
  outcome: PollOutcome,
  failures: number,
  now: number,
  fraction: number,
): number {
  const { cron, timezone, spread } = schedule;
  if (outcome.kind === 'success') return nextDue(cron, timezone, now, spread);
  const intervalMs = pollIntervalMs(cron, timezone, now);
  if (outcome.retryAfterMs !== null) {
    return now + clamp(outcome.retryAfterMs, Math.min(intervalMs, dayMs), dayMs);
  }
  const doublings = clamp(failures - 1, 0, 30);
  const waitMs = Math.min(Math.min(intervalMs, backoffFirstMs) * 2 ** doublings, backoffMostMs);
  return now + Math.ceil(waitMs * (0.5 + fraction / 2));
}

/** A schedule never puts a due time further ahead, but for those that have no run in a day. */
export const dueAheadMs = dayMs;

/**
 * The stored due time, or the schedule's next one where the stored one lies further ahead than this schedule ever puts
 * it: then it was written while the clock was wrong, or under another schedule.
 */
export function dueAt(schedule: Schedule, stored: number, now: number): number {
  if (stored <= now + dueAheadMs) return stored;
  return Math.min(stored, nextDue(schedule.cron, schedule.timezone, now, schedule.spread));
}

/** Milliseconds between the two runs that follow `now`. */
export function pollIntervalMs(cron: string, timezone: string, now: number): number {
  const job = compile(cron, timezone);
  const next = nextRun(job, now);
  return nextRun(job, next) - next;
}

/** Whether the expression can be read and ever fires. */
export function isCron(cron: string): boolean {
  try {
    return compile(cron, 'UTC').nextRun(new Date(0)) !== null;
  } catch {
    return false;
  }
}

/** Thousands of feeds have few schedules, and each poll asks for its next run. */
const compiled = new Map<string, Cron>();
const compiledMax = 100;

function compile(cron: string, timezone: string): Cron {
  const key = `${timezone} ${cron}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  try {
    const job = new Cron(cron, {
      timezone,
      mode: '5-or-6-parts',
      fixedTimeRule: 'no-wildcard',
      paused: true,
    });
    if (compiled.size === compiledMax) compiled.clear();
    compiled.set(key, job);
    return job;
  } catch {
    throw new RangeError(`the schedule "${cron}" cannot be read in the zone ${timezone}`);
  }
}

function nextRun(job: Cron, after: number): number {
  const run = job.nextRun(new Date(after));
  if (run === null) throw new RangeError(`the schedule "${job.getPattern() ?? ''}" never fires`);
  return run.getTime();
}

function spreadRun(job: Cron, run: number, spread: Spread): number {
  const roomMs = Math.min(spread.withinMs, (nextRun(job, run) - run) / 4);
  return run + Math.floor(roomMs * share(spread.key));
}

/** A number in [0, 1) that is always the same for a key. */
function share(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
