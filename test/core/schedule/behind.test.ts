import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  behindJudge,
  feedBehindAt,
  lastWithoutRoom,
  listingBehindAt,
} from '../../../src/core/schedule/behind.js';
import type { Schedule } from '../../../src/model/schedule.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.UTC(2026, 2, 26);

const schedules: fc.Arbitrary<Schedule> = fc.record({
  cron: fc.constantFrom(
    '*/15 * * * *',
    '0 * * * *',
    '0 6 * * *',
    '*/10 8-18 * * 1-5',
    '30 2 * * *',
    '0 3 * * 1',
  ),
  timezone: fc.constantFrom('Europe/Belgrade', 'UTC', 'America/New_York'),
  spread: fc.record({ key: fc.string({ maxLength: 3 }), withinMs: fc.constantFrom(0, hour) }),
});

describe('a feed', () => {
  it('is behind three of its runs and an hour after its last complete read, and from then on', () => {
    const every15 = { cron: '*/15 * * * *', timezone: 'UTC', spread: { key: 'a', withinMs: 0 } };
    expect(feedBehindAt(every15, begin)).toBe(begin + 45 * minute + hour);
    const daily = { ...every15, cron: '0 6 * * *' };
    expect(feedBehindAt(daily, begin + 6 * hour)).toBe(begin + 3 * day + 7 * hour);
  });

  it('is judged among thousands as it is alone', () => {
    fc.assert(
      fc.property(
        schedules,
        fc.array(fc.integer({ min: 0, max: 60 * day }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 60 * day }),
        (schedule, reads, later) => {
          const now = begin + 30 * day + later;
          const judge = behindJudge(now);
          for (const read of reads.map((ms) => begin + ms)) {
            expect(judge(schedule, read)).toBe(feedBehindAt(schedule, read) <= now);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is never behind sooner than an hour after a read, nor later than four intervals and an hour', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 300 * day }), (schedule, ms) => {
        const at = feedBehindAt(schedule, begin + ms);
        expect(at).toBeGreaterThan(begin + ms + hour);
        if (schedule.cron === '*/15 * * * *') expect(at).toBeLessThanOrEqual(begin + ms + 2 * hour);
      }),
    );
  });
});

describe('a listing', () => {
  const window = { limit: 10, windowMs: hour };

  it('is behind after two hours while the budget has room, and after a day in any case', () => {
    expect(listingBehindAt(begin, null)).toBe(begin + 2 * hour);
    expect(listingBehindAt(begin, begin + 5 * hour)).toBe(begin + 7 * hour);
    expect(listingBehindAt(begin, begin + 23 * hour)).toBe(begin + day);
  });

  it('waits for the budget until the moment before a spend leaves the window', () => {
    const spends = [{ at: begin, amount: 10, ownChange: 0 }];
    const lane = 'new' as const;
    expect(lastWithoutRoom(spends, { ...window, lane }, begin + 30 * minute)).toBe(begin + 30 * minute);
    const free = lastWithoutRoom(spends, { ...window, lane }, begin + 3 * hour) ?? 0;
    expect(Math.abs(free - (begin + hour))).toBeLessThanOrEqual(1000);
    expect(lastWithoutRoom([], { ...window, lane }, begin)).toBeNull();
    expect(lastWithoutRoom(spends, { ...window, lane: 'removal' }, begin)).toBeNull();
  });

  it('finds the last full moment wherever it lies', () => {
    const spend = fc.record({
      at: fc.integer({ min: 0, max: 180 }).map((minutes) => begin + minutes * minute),
      amount: fc.integer({ min: 1, max: 6 }),
      ownChange: fc.constant(0),
    });
    fc.assert(
      fc.property(fc.array(spend, { maxLength: 12 }), (spends) => {
        const now = begin + 4 * hour;
        const found = lastWithoutRoom(spends, { ...window, lane: 'new' }, now) ?? -Infinity;
        const usedAt = (at: number): number =>
          spends
            .filter((one) => one.at <= at && one.at > at - hour - 1000)
            .reduce((sum, { amount }) => sum + amount, 0);
        for (let at = begin; at <= now; at += minute)
          if (usedAt(at) >= 10) expect(found).toBeGreaterThanOrEqual(at);
        if (found > -Infinity) expect(usedAt(found)).toBeGreaterThanOrEqual(10);
      }),
    );
  });
});
