import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockOffsetMs } from '../../src/portal/clock-offset.js';
import { httpDate, retryAfterMs } from '../../src/portal/retry-after.js';

const now = Date.parse('2026-11-20T10:00:00Z');
const hour = 3_600_000;

describe('fault 63: Retry-After', () => {
  it.each<[string, string | undefined, number | null]>([
    ['seconds', '120', 120_000],
    ['zero', '0', 1000],
    ['ten years of seconds', '315360000', hour],
    ['a date', 'Fri, 20 Nov 2026 10:05:00 GMT', 300_000],
    ['an old-style date', 'Friday, 20-Nov-26 10:05:00 GMT', 300_000],
    ['an asctime date', 'Fri Nov 20 10:05:00 2026', 300_000],
    ['a past date', 'Fri, 20 Nov 2026 09:00:00 GMT', 1000],
    ['a far date', 'Fri, 20 Nov 2099 10:05:00 GMT', hour],
    ['none', undefined, null],
    ['a negative number', '-5', null],
    ['a fraction', '1.5', null],
    ['more digits than a number has', '1'.repeat(30), null],
    ['a word', 'soon', null],
  ])('%s', (_, header, wait) => {
    expect(retryAfterMs(header, now, hour)).toBe(wait);
  });

  it('lies within the limits whatever it says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.nat().map(String), fc.date().map(String)), (header) => {
        const wait = retryAfterMs(header, now, hour);
        if (wait !== null) expect(wait).toSatisfy((ms: number) => ms >= 1000 && ms <= hour);
      }),
    );
  });
});

describe('clock offset', () => {
  const date = httpDate('Fri, 20 Nov 2026 10:00:00 GMT') ?? 0;

  it('is nothing within the second of the header and the time of the exchange', () => {
    expect(clockOffsetMs(date, date + 100, date + 300)).toBe(0);
    expect(clockOffsetMs(date, date + 900, date + 1200)).toBe(0);
  });

  it('is the middle of what is possible beyond', () => {
    expect(clockOffsetMs(date, date + 600_000, date + 600_000)).toBe(-599_501 + 1);
    expect(clockOffsetMs(date, date - 600_000, date - 600_000)).toBe(600_500);
  });
});
