import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCron, nextDue, pollIntervalMs } from '../../../src/core/schedule/cron.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const belgrade = 'Europe/Belgrade';
const none = { key: 'feed', withinMs: 0 };
const at = (iso: string): number => Date.parse(iso);

/** Every due time in [from, to), as a daemon would meet them that asks again after each. */
function dueTimes(cron: string, timezone: string, from: string, to: string, spread = none): string[] {
  const times: string[] = [];
  for (let due = nextDue(cron, timezone, at(from), spread); due < at(to);) {
    times.push(new Date(due).toISOString());
    due = nextDue(cron, timezone, due, spread);
  }
  return times;
}

describe('nextDue', () => {
  it('is strictly after the given time, in the configured zone', () => {
    expect(nextDue('10 4 * * *', belgrade, at('2026-01-10T03:10:00Z'), none)).toBe(
      at('2026-01-11T03:10:00Z'),
    );
    expect(nextDue('10 4 * * *', belgrade, at('2026-01-10T03:10:00Z') - 1, none)).toBe(
      at('2026-01-10T03:10:00Z'),
    );
    expect(nextDue('30 */10 * * * *', 'UTC', at('2026-01-10T00:00:00Z'), none)).toBe(
      at('2026-01-10T00:00:30Z'),
    );
  });

  it('fault 88: fires exactly once on the night that loses the hour, after the gap', () => {
    expect(dueTimes('30 2 * * *', belgrade, '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('fault 88: fires exactly once on the night that has the hour twice', () => {
    expect(dueTimes('30 2 * * *', belgrade, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('fault 88: a list of fixed hours fires once each, an interval keeps its pace', () => {
    const night = ['2026-10-24T23:59:00Z', '2026-10-25T03:00:00Z'] as const;
    expect(dueTimes('30 2,3 * * *', belgrade, ...night)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T02:30:00.000Z',
    ]);
    expect(dueTimes('*/30 * * * *', belgrade, ...night)).toHaveLength(6);
  });

  it('fault 88: the spread time too falls once on each of these nights', () => {
    for (const key of ['a', 'b', 'c', 'd']) {
      const spread = { key, withinMs: 6 * hour };
      expect(
        dueTimes('30 2 * * *', belgrade, '2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z', spread),
      ).toHaveLength(4);
      expect(
        dueTimes('30 2 * * *', belgrade, '2026-10-23T12:00:00Z', '2026-10-27T12:00:00Z', spread),
      ).toHaveLength(4);
    }
  });

  it('fault 116: what was missed while asleep, or skipped by a clock that jumped, is one run', () => {
    const stored = nextDue('*/15 * * * *', belgrade, at('2026-05-01T20:00:00Z'), none);
    for (const wake of ['2026-05-02T04:07:00Z', '2027-05-02T04:07:00Z']) {
      expect(stored).toBeLessThanOrEqual(at(wake));
      expect(nextDue('*/15 * * * *', belgrade, at(wake), none)).toBe(at(wake) + 8 * minute);
    }
  });

  it('spreads feeds stably, within a quarter of the interval and within the limit', () => {
    const after = at('2026-05-01T20:00:00Z');
    const offsets = Array.from(
      { length: 200 },
      (_, n) =>
        nextDue('*/20 * * * *', 'UTC', after + 6 * minute, { key: `feed-${n}`, withinMs: hour }) - after,
    ).map((offset) => offset - 20 * minute);
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...offsets)).toBeLessThan(5 * minute);
    expect(new Set(offsets.map((offset) => Math.floor(offset / minute))).size).toBe(5);
  });

  const cron = fc.constantFrom(
    '*/15 * * * *',
    '*/7 * * * * *',
    '30 2 * * *',
    '0 2-3 * * *',
    '10 4 * * 1-5',
    '0 8,9,20 * * *',
    '15 1 L * *',
  );
  const zone = fc.constantFrom('UTC', belgrade, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') });

  it('is strictly increasing, and no due time is stepped over whenever it is asked', () => {
    fc.assert(
      fc.property(
        cron,
        zone,
        moment,
        fc.record({ key: fc.string(), withinMs: fc.nat(2 * day) }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (expression, timezone, after, spread, part) => {
          const first = nextDue(expression, timezone, after, spread);
          const second = nextDue(expression, timezone, first, spread);
          expect(first).toBeGreaterThan(after);
          expect(second).toBeGreaterThan(first);
          const between = Math.floor(after + (first - 1 - after) * part);
          expect(nextDue(expression, timezone, between, spread)).toBe(first);
        },
      ),
    );
  });
});

describe('cron expressions', () => {
  it('are five fields, or six with seconds, and fire at some time', () => {
    expect(['*/15 * * * *', '0 */5 * * * *', '@daily', '0 3 L * *'].map(isCron)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['', '15', '61 * * * *', '* * * * * * 2030', '0 0 31 2 *', '@reboot'].some(isCron)).toBe(false);
  });

  it('have an interval', () => {
    expect(pollIntervalMs('*/15 * * * *', 'UTC', 0)).toBe(15 * minute);
    expect(pollIntervalMs('0 8,9 * * *', 'UTC', at('2026-05-01T07:00:00Z'))).toBe(hour);
  });
});
