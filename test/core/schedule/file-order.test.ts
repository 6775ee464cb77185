import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTime, olderBy, type FileTimes } from '../../../src/core/schedule/file-order.js';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-05-20T12:00:00Z');
const at = (change: Partial<FileTimes>): FileTimes => ({
  ...{ sequence: null, modifiedAt: null, fetchedAt: now, ...change },
});
const ago = (ms: number): number => now - ms;

describe('the time of a file', () => {
  it.each<[string, FileTimes, number]>([
    ['its own date', at({ sequence: ago(3 * hour), modifiedAt: ago(hour) }), ago(3 * hour)],
    ['its Last-Modified, where it has no date of its own', at({ modifiedAt: ago(hour) }), ago(hour)],
    ['its fetch, where nothing else is known', at({}), now],
    ['its fetch, where its own date lies behind that', at({ sequence: now + day }), now],
  ])('is %s', (_what, file, time) => {
    expect(fileTime(file, { isSequenceTime: true })).toBe(time);
  });

  it('is no number that a file states for its place', () => {
    expect(fileTime(at({ sequence: 7, modifiedAt: ago(hour) }), { isSequenceTime: false })).toBe(ago(hour));
  });
});

describe('a file is older than another of its address', () => {
  const by = (file: Partial<FileTimes>, last: Partial<FileTimes>, isSequenceTime = true): string | null =>
    olderBy(at(file), at(last), { isSequenceTime, now });

  it.each<[string, Partial<FileTimes>, Partial<FileTimes>, string | null]>([
    ['by its own date', { sequence: ago(2 * hour) }, { sequence: ago(hour) }, 'sequence'],
    ['not where the dates are equal', { sequence: ago(hour) }, { sequence: ago(hour) }, null],
    [
      'not by Last-Modified where its own date says otherwise',
      { sequence: ago(hour), modifiedAt: ago(day) },
      { sequence: ago(2 * hour), modifiedAt: ago(hour) },
      null,
    ],
    ['by Last-Modified', { modifiedAt: ago(2 * hour) }, { modifiedAt: ago(hour) }, 'modified'],
    ['not where only one has a Last-Modified', { modifiedAt: ago(2 * day) }, { fetchedAt: ago(day) }, null],
    ['not by the fetch alone', { fetchedAt: ago(hour) }, {}, null],
    ['not than a date that must be a mistake', { sequence: ago(hour) }, { sequence: now + 2 * day }, null],
    [
      'but than one that is ahead by a time zone',
      { sequence: ago(hour) },
      { sequence: now + 2 * hour },
      'sequence',
    ],
  ])('%s', (_what, file, last, expected) => {
    expect(by(file, last)).toBe(expected);
  });

  it('by a number, however large', () => {
    expect(by({ sequence: 8 }, { sequence: 9 }, false)).toBe('sequence');
    expect(by({ sequence: 10 }, { sequence: 9 }, false)).toBeNull();
    expect(by({ sequence: 9 }, { sequence: now * 2 }, false)).toBe('sequence');
  });

  it('never both ways', () => {
    const times = fc.record({
      sequence: fc.option(fc.integer({ min: now - day, max: now + 3 * day })),
      modifiedAt: fc.option(fc.integer({ min: now - day, max: now })),
      fetchedAt: fc.integer({ min: now - day, max: now }),
    });
    fc.assert(
      fc.property(times, times, fc.boolean(), (a, b, isSequenceTime) => {
        const settings = { isSequenceTime, now };
        expect([olderBy(a, b, settings), olderBy(b, a, settings)]).toContain(null);
      }),
    );
  });
});
