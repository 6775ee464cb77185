import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDue } from '../../../src/core/schedule/cron.js';
import { type Schedule } from '../../../src/model/schedule.js';
import { clockSlackMs, isDue, isDueAgain, isPollDue } from '../../../src/core/schedule/due.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (iso: string): number => Date.parse(iso);
const none = { key: 'feed', withinMs: 0 };
const now = at('2026-05-01T20:01:00Z');
/** Where a wrong clock may have put a time: a second to a year away, on either side. */
const away = fc.oneof(fc.integer({ min: -hour, max: hour }), fc.integer({ min: -365 * day, max: 365 * day }));
const every = fc.integer({ min: 0, max: 7 * day });

describe('isDueAgain', () => {
  it('is due after the interval, and where it was never done', () => {
    expect(isDueAgain(null, hour, now)).toBe(true);
    expect(isDueAgain(now - hour, hour, now)).toBe(true);
    expect(isDueAgain(now - hour + 1, hour, now)).toBe(false);
  });

  it('waits where another machine is a little ahead, and is due where the clock was wrong', () => {
    expect(isDueAgain(now + clockSlackMs, hour, now)).toBe(false);
    expect(isDueAgain(now + clockSlackMs + 1, hour, now)).toBe(true);
  });

  it('whatever clock wrote the last time, it is due within its interval and a minute', () => {
    fc.assert(
      fc.property(away, every, (offset, everyMs) => {
        const looks = [0, everyMs + minute].map((ms) => isDueAgain(now + offset, everyMs, now + ms));
        expect(looks).toContain(true);
      }),
    );
  });
});

describe('isDue', () => {
  it('whatever clock wrote the due time, it is due within what it is put ahead and a minute', () => {
    fc.assert(
      fc.property(away, every, (offset, aheadMs) => {
        const looks = [0, aheadMs + minute].map((ms) => isDue(now + offset, aheadMs, now + ms));
        expect(looks).toContain(true);
      }),
    );
  });

  it('keeps what was put ahead by a clock that is right', () => {
    expect(isDue(now + hour, hour, now)).toBe(false);
    expect(isDue(now, hour, now)).toBe(true);
  });
});

describe('isPollDue', () => {
  const schedule: Schedule = { cron: '*/15 * * * *', timezone: 'UTC', spread: none };

  it('waits for what is near, as a backoff or a Retry-After may have put it', () => {
    expect(isPollDue(schedule, now - day, now)).toBe(true);
    expect(isPollDue(schedule, now + 3 * hour, now)).toBe(false);
  });

  it('fault 116: is due at once where the clock was ahead when it was stored', () => {
    expect(isPollDue(schedule, now + 365 * day, now)).toBe(true);
  });

  it('waits for a far due time that the schedule itself asks for', () => {
    const yearly = { ...schedule, cron: '0 0 1 1 *' };
    const due = nextDue(yearly.cron, 'UTC', now, none);
    expect(isPollDue(yearly, due, now)).toBe(false);
    expect(isPollDue(yearly, due + day, now)).toBe(true);
  });
});
