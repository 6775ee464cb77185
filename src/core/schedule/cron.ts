import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import type { Spread, Schedule } from '../../model/schedule.js';

/**
 * The first due time strictly after `after` (epoch milliseconds): a run of the cron expression plus the spread, which is at most a
 * quarter of the time to the next run. A job with fixed hours runs exactly once on the nights when clocks change: at the first valid
 * minute after a gap, and at the first of two equal hours. Missed runs collapse into one: after a late run, call again with the current
 * time as `after`.
 * @throws RangeError if the expression is invalid or never fires
 */
export function nextDue(cron: string, timezone: string, after: number, spread: Spread): number {
  const job = compile(cron, timezone);
  const [last] = job.previousRuns(1, new Date(after + 1));
  const pending = last === undefined ? -Infinity : spreadRun(job, last.getTime(), spread);
  return pending > after ? pending : spreadRun(job, nextRun(job, after), spread);
}

/** Milliseconds between the two runs that follow `now`. */
export function pollIntervalMs(cron: string, timezone: string, now: number): number {
  const job = compile(cron, timezone);
  const next = nextRun(job, now);
  return nextRun(job, next) - next;
}

/** The latest `count` runs at or before `at`, oldest first, each with the run that follows it. Without spread. */
export function latestRuns(
  { cron, timezone }: Pick<Schedule, 'cron' | 'timezone'>,
  at: number,
  count: number,
): { at: number; next: number }[] {
  const job = compile(cron, timezone);
  const runs = job.previousRuns(count, new Date(at + 1)).map((run) => run.getTime());
  return runs.map((run, index) => ({ at: run, next: runs[index - 1] ?? nextRun(job, run) })).reverse();
}

/** When a run is due, including its spread. */
export function dueOfRun(run: { at: number; next: number }, spread: Spread): number {
  const roomMs = Math.min(spread.withinMs, (run.next - run.at) / 4);
  return run.at + Math.floor(roomMs * share(spread.key));
}

/** Whether the expression is valid and ever fires. */
export function isCron(cron: string): boolean {
  try {
    return compile(cron, 'UTC').nextRun(new Date(0)) !== null;
  } catch {
    return false;
  }
}

/** Cache of compiled schedules: thousands of feeds share few schedules, and each poll computes its next run. */
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
  return dueOfRun({ at: run, next: nextRun(job, run) }, spread);
}

/** A number in [0, 1) that the key determines. */
function share(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
}
