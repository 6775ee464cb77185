import type { Lane } from '../../model/listing-states.js';
import { roomLeft, windowMarginMs, type Spend } from './budget.js';
import { dueOfRun, latestRuns, nextDue } from './cron.js';
import { type Schedule } from '../../model/schedule.js';

const hourMs = 3_600_000;
/** A feed may miss so many of its runs, and then an hour. */
const feedRuns = 3;
const feedSlackMs = hourMs;
/** A listing may wait so long while the budget has room for it, and so long whatever the reason. */
export const listingWaitMs = 2 * hourMs;
export const listingWaitMostMs = 24 * hourMs;

/** From when a feed is behind that had no complete read since then: three of its runs later, and an hour. */
export function feedBehindAt({ cron, timezone, spread }: Schedule, lastCompleteAt: number): number {
  let due = lastCompleteAt;
  for (let run = 0; run < feedRuns; run++) due = nextDue(cron, timezone, due, spread);
  return due + feedSlackMs;
}

/**
 * Whether feeds are behind at one moment. Thousands of feeds have few schedules, and cron expressions are slow: the runs of each are found
 * once.
 */
export function behindJudge(now: number): (schedule: Schedule, lastCompleteAt: number) => boolean {
  const until = now - feedSlackMs;
  const known = new Map<string, ReturnType<typeof latestRuns>>();
  const runsOf = (schedule: Schedule): ReturnType<typeof latestRuns> => {
    const key = `${schedule.timezone} ${schedule.cron}`;
    // A run before these is due before the second of them.
    const runs = known.get(key) ?? latestRuns(schedule, until, feedRuns + 1);
    known.set(key, runs);
    return runs;
  };
  return (schedule, lastCompleteAt) => {
    if (lastCompleteAt > until) return false;
    const runs = runsOf(schedule);
    if (lastCompleteAt < (runs[0]?.at ?? -Infinity)) return runs.length > feedRuns;
    const missed = runs
      .map((run) => dueOfRun(run, schedule.spread))
      .filter((due) => due > lastCompleteAt && due <= until);
    return missed.length >= feedRuns;
  };
}

/**
 * From when a listing is behind: two hours after it was queued, or after the budget last had no room for its lane; a day after it was
 * queued in any case.
 * @param fullUntil when the budget last had no room; null: it had room for as long as is known
 */
export function listingBehindAt(queuedAt: number, fullUntil: number | null): number {
  return Math.min(queuedAt + listingWaitMostMs, Math.max(queuedAt, fullUntil ?? 0) + listingWaitMs);
}

/**
 * When the item budget last had no room for a lane, as far as these spends tell: now, or the moment before a spend left the window.
 * Removals spend no item.
 */
export function lastWithoutRoom(
  spends: readonly Spend[],
  { lane, limit, windowMs }: { lane: Lane; limit: number; windowMs: number },
  now: number,
): number | null {
  if (lane === 'removal') return null;
  const isFull = (at: number): boolean => {
    const known = spends.filter((spend) => spend.at === null || spend.at <= at);
    const { items, ownChanges } = roomLeft(known, limit, windowMs, at);
    return (lane === 'own_change' ? ownChanges : items) === 0;
  };
  const leaving = spends
    .flatMap(({ at }) => (at === null ? [] : [at + windowMs + windowMarginMs - 1]))
    .filter((at) => at < now)
    .sort((a, b) => b - a);
  return [now, ...leaving].find(isFull) ?? null;
}
