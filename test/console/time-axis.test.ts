import { describe, expect, it } from 'vitest';
import { timeAxis } from '../../src/console/parts/chart/time-axis.js';

const hour = 3_600;
const day = 24 * hour;
const midnight = Date.UTC(2026, 10, 29) / 1000;

describe('the time axis of a chart', () => {
  it('shows the dates of a week where there is one day', () => {
    expect(timeAxis([midnight])).toEqual({
      ...{ from: midnight - 6.5 * day, to: midnight + day / 2 },
      ...{ isByDay: true, labels: 'dates' },
    });
  });

  it('covers all days where there are more than seven', () => {
    const days = Array.from({ length: 30 }, (_, at) => midnight + at * day);
    expect(timeAxis(days)).toMatchObject({ from: midnight - day / 2, to: midnight + 29.5 * day });
  });

  it('shows the time of day for the hours of two days, and dates from three days on', () => {
    const hours = (count: number): number[] => Array.from({ length: count }, (_, at) => midnight + at * hour);
    expect(timeAxis(hours(48))).toEqual({
      ...{ from: midnight - hour / 2, to: midnight + 47.5 * hour },
      ...{ isByDay: false, labels: 'hours' },
    });
    expect(timeAxis(hours(72)).labels).toBe('dates');
  });
});
