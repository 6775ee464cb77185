import type { Lane } from '../../model/listing-states.js';
import { roomLeft, windowMarginMs, type Spend } from './budget.js';
import { dueOfRun, latestRuns, nextDue } from './cron.js';
import { type Schedule } from '../../model/schedule.js';

const hourMs = 3_600_000;
/** A feed is behind after this many missed runs plus an hour. */
const feedRuns = 3;
const feedSlackMs = hourMs;
/** A listing may wait this long while the budget has room for it. */
export const listingWaitMs = 2 * hourMs;
/** A listing may wait this long whatever the reason. */
export const listingWaitMostMs = 24 * hourMs;

/** When a feed becomes behind: three scheduled runs after its last complete read, plus an hour. */
export function feedBehindAt({ cron, timezone, spread }: Schedule, lastCompleteAt: number): number {
  let due = lastCompleteAt;
  for (let run = 0; run < feedRuns; run++) due = nextDue(cron, timezone, due, spread);
  return due + feedSlackMs;
}

/**
 * Returns a function that judges whether a feed is behind at `now`. Thousands of feeds share few schedules, and cron expressions are slow,
 * so the runs of each schedule are computed once.
 */
export function behindJudge(now: number): (schedule: Schedule, lastCompleteAt: number) => boolean {
  const until = now - feedSlackMs;
  const known = new Map<string, ReturnType<typeof latestRuns>>();
  const runsOf = (schedule: Schedule): ReturnType<typeof latestRuns> => {
    const key = `${schedule.timezone} ${schedule.cron}`;
    // Earlier runs do not matter: each of them is due before the second of these.
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
 * When a listing becomes behind: two hours after it was queued or the budget last had no room for its lane, whichever is later, but at
 * most a day after it was queued.
 * @param fullUntil when the budget last had no room; null: it had room for as long as is known
 */
export function listingBehindAt(queuedAt: number, fullUntil: number | null): number {
  return Math.min(queuedAt + listingWaitMostMs, Math.max(queuedAt, fullUntil ?? 0) + listingWaitMs);
}

/**
 * When the item budget last had no room for a lane, according to these spends: now, or the moment before a spend left the window; null:
 * at none of these moments. Removals spend no items, so they always have room.
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
