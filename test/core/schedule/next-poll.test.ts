import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../src/model/schedule.js';
import { nextPollAt } from '../../../src/core/schedule/next-poll.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (iso: string): number => Date.parse(iso);
const none = { key: 'feed', withinMs: 0 };

describe('nextPollAt', () => {
  const schedule: Schedule = { cron: '*/5 * * * *', timezone: 'Europe/Belgrade', spread: none };
  const now = at('2026-05-01T20:01:00Z');
  const failure = (retryAfterMs: number | null = null) => ({ kind: 'failure', retryAfterMs }) as const;

  it('follows the schedule after a success', () => {
    expect(nextPollAt(schedule, { kind: 'success' }, 0, now, 0.5)).toBe(at('2026-05-01T20:05:00Z'));
  });

  it('backs off after failures up to an hour, and never gives up', () => {
    const waits = [1, 2, 3, 4, 5, 6, 1000].map(
      (n) => nextPollAt(schedule, failure(), n, now, 0.999999) - now,
    );
    expect(waits.map((wait) => Math.round(wait / minute))).toEqual([5, 10, 20, 40, 60, 60, 60]);
    expect(nextPollAt(schedule, failure(), 2, now, 0) - now).toBe(5 * minute);
  });

  it('retries a nightly feed long before its next night', () => {
    const nightly = { ...schedule, cron: '0 3 * * *' };
    expect(nextPollAt(nightly, failure(), 1, now, 0.999999) - now).toBeLessThanOrEqual(15 * minute);
  });

  it('fault 6: obeys Retry-After between the poll interval and a day', () => {
    const wait = (ms: number): number => nextPollAt(schedule, failure(ms), 1, now, 0) - now;
    expect([wait(-hour), wait(1000), wait(7 * minute), wait(3650 * day)]).toEqual([
      5 * minute,
      5 * minute,
      7 * minute,
      day,
    ]);
    const weekly = { ...schedule, cron: '0 3 * * 0' };
    expect(nextPollAt(weekly, failure(hour), 1, now, 0) - now).toBe(day);
  });
});
