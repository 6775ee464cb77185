import { describe, expect, it } from 'vitest';
import { dayInWords, readDay, readMoment, writtenDay } from '../../src/console/words/written-day.js';

describe('a day that a person writes', () => {
  it.each([
    ['31.12.2026.', '2026-12-31'],
    ['31. 12. 2026.', '2026-12-31'],
    [' 1.2.2026 ', '2026-02-01'],
    ['01/02/2026', '2026-02-01'],
    ['1-2-2026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['29.2.2028', '2028-02-29'],
    ['29.2.2026', null],
    ['31.4.2026', null],
    ['12/31/2026', null],
    ['0.1.2026', null],
    ['1.1.26', null],
    ['1.1.', null],
    ['sutra', null],
    ['', null],
  ])('%s', (text, day) => {
    expect(readDay(text)).toBe(day);
  });

  it.each([
    ['31.12.2026. 14:30', '2026-12-31T14:30:00'],
    ['31.12.2026. 14.30', '2026-12-31T14:30:00'],
    ['31.12.2026, 4:05:06', '2026-12-31T04:05:06'],
    ['2026-12-31T14:30', '2026-12-31T14:30:00'],
    ['31.12.2026', '2026-12-31T23:59:59'],
    ['31.12.2026 24:00', null],
    ['31.12.2026 14:60', null],
    ['31.12.2026 14', null],
    ['14:30', null],
  ])('with a time: %s', (text, moment) => {
    expect(readMoment(text, '23:59:59')).toBe(moment);
  });

  it.each(['sr-Latn', 'sr-Cyrl', 'en'] as const)('is shown in %s as it is taken', (language) => {
    for (const day of ['2026-01-02', '2026-12-31']) {
      expect(readDay(writtenDay(language, day))).toBe(day);
      const moment = `${day}T04:05:06`;
      expect(readMoment(writtenDay(language, moment), '00:00:00')).toBe(moment);
    }
    expect([writtenDay(language, ''), writtenDay(language, 'x')]).toEqual(['', '']);
  });

  it('stands below in words of the page', () => {
    // With or without a comma, by the version of the locale's data.
    expect(dayInWords('en', '2026-12-01')).toMatch(/^Tuesday,? 1 December 2026$/);
    expect(dayInWords('sr-Latn', '2026-12-01T10:00:00')).toBe('utorak, 1. decembar 2026.');
    expect(dayInWords('sr-Cyrl', '2026-12-01')).toBe('уторак, 1. децембар 2026.');
  });
});
