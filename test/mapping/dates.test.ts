import fc from 'fast-check';
import { DateTime, Settings } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileDateForm,
  DateFormError,
  dateFormMax,
  dateTextMax,
} from '../../src/mapping/values/date-forms.js';
import { dateReader } from '../../src/mapping/values/read-dates.js';

/** Form and value in which luxon needs time that doubles with each part. */
const hostileForm = (parts: number): string => 'yM'.repeat(parts);
const hostileValue = `${'1'.repeat(60)}x`;

function stepsOf(form: string, text: string): number {
  let steps = 0;
  compileDateForm(form)(text, () => (steps += 1));
  return steps;
}

const date = ['yyyy', 'yy', 'MM', 'M', 'MMM', 'MMMM', 'LL', 'L', 'LLL', 'dd', 'd', 'EEE', 'cccc'];
const time = ['HH', 'H', 'hh', 'h', 'mm', 'm', 'ss', 's', 'SSS', 'S', 'u', 'uuu', 'a', 'Z', 'ZZ', 'ZZZ', 'z'];
const others = [
  'D',
  'DD',
  'DDD',
  'DDDD',
  't',
  'tt',
  'T',
  'TT',
  'f',
  'ff',
  'F',
  'FF',
  'o',
  'ooo',
  'kkkk',
  'WW',
  'W',
  'E',
  'q',
  'G',
];
const between = ['-', '.', '/', ' ', ', ', ':', "'T'", "' u '", 'x', '. ', ''];

const form = fc
  .array(fc.tuple(fc.constantFrom(...date, ...date, ...time, ...others), fc.constantFrom(...between)), {
    minLength: 1,
    maxLength: 7,
  })
  .map((parts) => parts.flat().join(''))
  .filter((text) => text.length <= dateFormMax);
const instant = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }).map((s) => s * 1000 + 123);
const zone = fc.constantFrom('Europe/Belgrade', 'UTC', 'America/New_York');

function byLuxon(text: string, one: string, in_: string): number | string | null {
  try {
    const read = DateTime.fromFormat(text, one, { zone: in_, locale: 'en' });
    return read.isValid ? read.toMillis() : null;
  } catch {
    return 'throws';
  }
}

function byUs(text: string, one: string, in_: string): number | string | null {
  try {
    return dateReader([one], in_)(text)?.toMillis() ?? null;
  } catch (error) {
    if (error instanceof DateFormError) return 'throws';
    throw error;
  }
}

// A form without a year means the current one.
beforeAll(() => {
  Settings.now = () => Date.parse('2026-03-29T12:00:00Z');
});
afterAll(() => {
  Settings.now = () => Date.now();
});

describe('forms of dates', () => {
  it('reads what luxon writes in a form as luxon reads it, and refuses what luxon cannot take together', () => {
    fc.assert(
      fc.property(form, instant, zone, (one, at, in_) => {
        const text = DateTime.fromMillis(at, { zone: in_, locale: 'en' }).toFormat(one);
        fc.pre(text.length <= dateTextMax);
        const wanted = byLuxon(text, one, in_);
        if (wanted === 'throws') expect(byUs(text, one, in_)).toBe('throws');
        else expect([wanted, 'throws']).toContain(byUs(text, one, in_));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads no text that is longer than its limit', () => {
    const text =
      'Monday, February 28, 2005-Monday, February 28, 2005-2/28/2005, 11:00 PM-2005-Monday, February 28, 2005-';
    expect(text.length).toBeGreaterThan(dateTextMax);
    expect(byLuxon(text, 'DDDD-DDDD-f-yyyy-DDDD-', 'UTC')).toBeTypeOf('number');
    expect(byUs(text, 'DDDD-DDDD-f-yyyy-DDDD-', 'UTC')).toBeNull();
  });

  it('reads no text that luxon does not read', () => {
    const text = fc.stringMatching(/^[0-9]{1,4}[-./ ][0-9A-Za-z]{1,9}[-./ ]?[0-9]{0,4}[ T]?[0-9:+-]{0,8}$/);
    const plain = fc.constantFrom(
      'd.M.yyyy',
      'dd.MM.yyyy',
      'yyyy-MM-dd',
      'dd MMM yyyy',
      'MMMM d yyyy',
      'd/M/yy H:mm',
      'yyyyMMdd',
    );
    fc.assert(
      fc.property(text, plain, (one, of) => {
        expect(byUs(one, of, 'UTC')).toBe(byLuxon(one, of, 'UTC'));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['dd.MM.yyyy.', '20.09.2022.', '2022-09-20T00:00:00.000+02:00'],
    ['yyyy-MM-dd-HH:mm:ss', '2022-09-20-07:08:09', '2022-09-20T07:08:09.000+02:00'],
    ["yyyy-MM-dd'T'HH:mm:ssZZZ", '2022-09-20T07:08:09-0330', '2022-09-20T12:38:09.000+02:00'],
    ["dd MMM yyyy 'at' h:mm a", '20 sep 2022 AT 7:08 pm', '2022-09-20T19:08:00.000+02:00'],
    ['yyyy-MM-dd HH:mm z', '2022-09-20 07:08 America/New_York', '2022-09-20T13:08:00.000+02:00'],
    ['iso', '2022-09-20T07:08[america/NEW_york]', '2022-09-20T13:08:00.000+02:00'],
    ['sql', '2022-09-20 07:08:00 Asia/Tokyo', '2022-09-20T00:08:00.000+02:00'],
    ['sql', '2022-09-20 07:08:00 No/Where', undefined],
  ])('%s reads %s', (of, text, wanted) => {
    expect(dateReader([of], 'Europe/Belgrade')(text)?.toISO()).toBe(wanted);
  });

  it('tries no place of a text twice, whatever the form', () => {
    const steps = [4, 8, 16, 28].map((parts) => stepsOf(hostileForm(parts), hostileValue));
    // Twice the form may cost twice the work, and a little.
    expect((steps[3] ?? 0) / (steps[1] ?? 1)).toBeLessThan(5);
    expect(steps[3]).toBeLessThan(28 * 2 * hostileValue.length * 6);
  });

  it('is bounded for any form and any text', () => {
    const anyForm = fc.string({
      unit: fc.constantFrom(...Array.from('yMdHhmsSuoZzaEkWqG'), "'", ' ', '.'),
      maxLength: dateFormMax,
    });
    const anyText = fc.string({
      unit: fc.constantFrom('1', '0', 'a', ' ', '.', '+', 'J', '/'),
      maxLength: 100,
    });
    fc.assert(
      fc.property(anyForm, anyText, (one, text) => {
        try {
          expect(stepsOf(one, text)).toBeLessThanOrEqual(dateFormMax * 101 * 12);
        } catch (error) {
          if (!(error instanceof DateFormError)) throw error;
        }
      }),
    );
  });

  it('refuses a form that is too long, and takes no value that is', () => {
    expect(() => compileDateForm('y'.repeat(61))).toThrow(DateFormError);
    expect(dateReader(['iso', 'sql', "yyyy''"], 'UTC')(`2022-01-01${' '.repeat(100)}`)).toBeNull();
  });
});

describe('a time zone', () => {
  const zones = ['Europe/Belgrade', 'America/New_York', 'Australia/Lord_Howe'];

  it.each(zones)('gives a local time the instant that luxon gives it: %s', (zone) => {
    const read = dateReader(['sql'], zone);
    const expected = (text: string): string | null => DateTime.fromSQL(text, { zone }).toUTC().toISO();
    // Around each change of the clocks, and on days between them.
    for (const start of ['1965-03-28', '2026-03-07', '2026-03-28', '2026-04-04', '2026-10-24'])
      for (let step = 0; step < 2 * 36; step++) {
        const text = DateTime.fromISO(start, { zone: 'UTC' })
          .plus({ minutes: step * 30 })
          .toFormat('yyyy-MM-dd HH:mm:ss');
        expect(`${text} ${read(text)?.toUTC().toISO() ?? ''}`).toBe(`${text} ${expected(text) ?? ''}`);
      }
  });
});
