import { DateTime } from 'luxon';
import { groupBy } from '../model/group-by.js';
import type { Run } from '../model/run.js';
import type { Millis } from '../model/millis.js';

type NumberedRun = Pick<Run, 'startedAt' | 'state' | 'balance'>;

export interface SizePoint {
  day: string;
  /** Records of the last whole file by the end of the day; null: none was read yet. */
  records: number | null;
  removals: number;
  held: number;
  /** Holds opened on that day. */
  holds: number;
}

/** States of runs that read a whole file. */
const whole: ReadonlySet<Run['state']> = new Set(['done', 'held', 'deferred']);

/** One point per day of the zone, including days without a file. @param runs oldest first */
export function sizeSeries(
  runs: readonly NumberedRun[],
  holds: readonly { openedAt: Millis }[],
  { since, now, zone }: { since: Millis; now: Millis; zone: string },
): SizePoint[] {
  const points = new Map<string, SizePoint>();
  const last = DateTime.fromMillis(now, { zone }).startOf('day');
  let next = DateTime.fromMillis(since, { zone }).startOf('day');
  for (; next <= last; next = next.plus({ days: 1 })) {
    const day = next.toFormat('yyyy-MM-dd');
    points.set(day, { day, records: null, removals: 0, held: 0, holds: 0 });
  }
  for (const { startedAt, state, balance } of runs) {
    const point = points.get(dayOf(startedAt, zone));
    // Absences also come due with an unchanged file, which is not read and has no record count.
    if (point === undefined || (!whole.has(state) && state !== 'unchanged')) continue;
    if (whole.has(state)) point.records = balance.seen ?? null;
    point.removals += balance.queuedForRemoval ?? 0;
    // The same listings are held at every poll until the hold is decided, so the maximum counts, not the sum.
    point.held = Math.max(point.held, balance.held ?? 0);
  }
  for (const { openedAt } of holds) {
    const point = points.get(dayOf(openedAt, zone));
    if (point !== undefined) point.holds++;
  }
  let records: number | null = null;
  return [...points.values()].map((point) => {
    records = point.records ?? records;
    return { ...point, records };
  });
}

function dayOf(at: Millis, zone: string): string {
  return DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd');
}

const hourMs = 3_600_000;

/** Items sent and removed, one point per hour, by the start of the push. */
export function itemSeries(
  runs: readonly NumberedRun[],
  since: Millis,
  now: Millis,
): { at: Millis; sent: number; removed: number }[] {
  const first = Math.floor(since / hourMs);
  const points = Array.from({ length: Math.floor(now / hourMs) - first + 1 }, (_, index) => ({
    at: (first + index) * hourMs,
    sent: 0,
    removed: 0,
  }));
  for (const { startedAt, balance } of runs) {
    const point = points[Math.floor(startedAt / hourMs) - first];
    if (point === undefined) continue;
    point.sent += balance.sent ?? 0;
    point.removed += balance.removed ?? 0;
  }
  return points;
}

const minuteMs = 60_000;

/** Median and 95th percentile of the delay from read to live, by the day on which the listings became live. */
export function delaySeries(
  delays: readonly { readAt: Millis; liveAt: Millis }[],
  zone: string,
): { day: string; listings: number; median_minutes: number; p95_minutes: number }[] {
  const days = groupBy(delays, ({ liveAt }) => dayOf(liveAt, zone));
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, own]) => {
      const sorted = own.map(({ readAt, liveAt }) => (liveAt - readAt) / minuteMs).sort((a, b) => a - b);
      const at = (share: number): number =>
        Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
      return { day, listings: sorted.length, median_minutes: at(0.5), p95_minutes: at(0.95) };
    });
}
