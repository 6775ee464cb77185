import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEarlyWarning } from '../../src/core/removals/early-warning.js';
import { graceEndsAt } from '../../src/core/removals/grace-end.js';
import { typedAbove } from '../../src/core/removals/typed-above.js';
import { ageAbsences, type AbsenceLimits, type AbsentListing } from '../../src/core/removals/absence.js';

const minute = 60_000;
const start = Date.parse('2026-05-01T08:00:00Z');
const limits: AbsenceLimits = { afterPolls: 2, minAgeMs: 60 * minute, reason: 'withdrawn' };

function missing(change: Partial<AbsentListing> = {}): AbsentListing {
  return {
    externalId: 'a',
    graceSince: null,
    gracePolls: 0,
    pinnedUntil: null,
    explicit: null,
    asked: false,
    ...change,
  };
}

interface Absence {
  polls: readonly number[];
  weak?: boolean;
  limits?: AbsenceLimits;
}

/** Complete polls at these minutes, all without the listing: the minute of the poll that finds it due, if any does. */
function dueAt({ polls, weak = false, limits: given = limits }: Absence): number | null {
  let listing = missing();
  for (const at of polls) {
    const { due, grace } = ageAbsences([listing], given, weak, start + at * minute);
    if (due.length > 0) return at;
    listing = { ...listing, ...grace[0] };
  }
  return null;
}

describe('ageAbsences', () => {
  it('counts the poll that first misses a listing as poll 1, and the age from it', () => {
    const first = ageAbsences([missing()], limits, false, start);
    expect(first).toEqual({
      grace: [{ externalId: 'a', graceSince: start, gracePolls: 1 }],
      pinned: [],
      due: [],
    });
    const second = ageAbsences([missing(first.grace[0])], limits, false, start + 15 * minute);
    expect(second.grace).toEqual([{ externalId: 'a', graceSince: start, gracePolls: 2 }]);
  });

  it.each<[name: string, absence: Absence, due: number | null]>([
    ['still there at poll 1 and at 59 minutes', { polls: [0, 59] }, null],
    ['due at 60 minutes exactly', { polls: [0, 59, 60] }, 60],
    ['due at the first poll after 60 minutes, however late', { polls: [0, 15, 30, 45, 75] }, 75],
    ['old enough, but missed once only', { polls: [0] }, null],
    ['two polls an hour and more apart suffice', { polls: [0, 120] }, 120],
    ['a weak snapshot needs a third poll', { polls: [0, 120, 240], weak: true }, 240],
    ['a weak snapshot needs the age as well', { polls: [0, 15, 30, 45], weak: true }, null],
    [
      'a stricter setting is kept for a weak one',
      { polls: [0, 60, 120, 180], weak: true, limits: { ...limits, afterPolls: 4 } },
      180,
    ],
    ['without grace it is due at once', { polls: [0], limits: { ...limits, afterPolls: 1, minAgeMs: 0 } }, 0],
  ])('%s', (_name, absence, due) => {
    expect(dueAt(absence)).toBe(due);
  });

  it('gives the configured reason for absence, and the stated one for a record that says it is off', () => {
    const old = { graceSince: start - 2 * 60 * minute, gracePolls: 5 };
    const absent = [
      missing({ externalId: 'absent', ...old }),
      missing({ externalId: 'sold', explicit: 'sold' }),
    ];
    expect(ageAbsences(absent, { ...limits, reason: 'expired' }, false, start).due).toEqual([
      { externalId: 'absent', reason: 'expired', graceSince: old.graceSince, gracePolls: 6 },
      { externalId: 'sold', reason: 'sold', graceSince: start, gracePolls: 1 },
    ]);
  });

  it('knows no grace for an explicit removal, not even in a weak snapshot', () => {
    expect(ageAbsences([missing({ explicit: 'rented' })], limits, true, start).due).toHaveLength(1);
  });

  it('asks about a doubtful absence at once, whatever its age, but not while it is pinned', () => {
    expect(ageAbsences([missing({ asked: true })], limits, true, start).due).toHaveLength(1);
    const pinned = missing({ asked: true, pinnedUntil: start + 1 });
    expect(ageAbsences([pinned], limits, false, start).pinned).toEqual(['a']);
  });

  it('leaves a pinned listing alone until its date, and asks again from then on', () => {
    const pinned = missing({ graceSince: start - 90 * minute, gracePolls: 9, pinnedUntil: start });
    expect(ageAbsences([pinned], limits, false, start - 1)).toEqual({ grace: [], pinned: ['a'], due: [] });
    expect(ageAbsences([pinned], limits, false, start).due).toHaveLength(1);
    expect(ageAbsences([{ ...pinned, explicit: 'sold' }], limits, false, start - 1).pinned).toEqual(['a']);
  });

  it('never calls a listing due for a clock that was set back', () => {
    const future = missing({ graceSince: start + 600 * minute, gracePolls: 50 });
    expect(ageAbsences([future], limits, false, start).due).toEqual([]);
  });

  it('puts every absent listing in exactly one place', () => {
    const listing = fc.record({
      externalId: fc.uuid(),
      graceSince: fc.option(fc.integer({ min: start - 1e8, max: start })),
      gracePolls: fc.nat(5),
      pinnedUntil: fc.option(fc.integer({ min: start - 1e8, max: start + 1e8 })),
      explicit: fc.option(fc.constantFrom('sold', 'expired' as const)),
      asked: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(listing, { selector: (l) => l.externalId }),
        fc.boolean(),
        (absent, weak) => {
          const { grace, pinned, due } = ageAbsences(absent, limits, weak, start);
          const placed = [...grace, ...due].map((step) => step.externalId).concat(pinned);
          expect(placed.sort()).toEqual(absent.map((l) => l.externalId).sort());
        },
      ),
    );
  });
});

describe('graceEndsAt', () => {
  const everyQuarter = {
    cron: '*/15 * * * *',
    timezone: 'UTC',
    spread: { key: 'a', withinMs: 0 },
  };

  it('names the poll at which a missing listing is due, whatever the limits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 200 }), (afterPolls, age) => {
        const given = { ...limits, afterPolls, minAgeMs: age * minute };
        const polls = Array.from({ length: 30 }, (_, index) => index * 15);
        const due = dueAt({ polls, limits: given });
        // A listing that the first poll finds due is never in grace.
        fc.pre(due !== 0);
        const ends = graceEndsAt({ since: start, polls: 1 }, given, everyQuarter, start + 15 * minute);
        expect(ends).toBe(start + (due ?? NaN) * minute);
      }),
      { numRuns: 30 },
    );
  });
});

it('warns from three listings and eight percent, and asks for a typed number from ten and a third', () => {
  expect([isEarlyWarning(2, 4), isEarlyWarning(3, 37), isEarlyWarning(3, 38)]).toEqual([false, true, false]);
  const above = (lineCount: number, onPortal: number, kind: 'removals' | 'content' = 'removals') =>
    typedAbove({ kind, lineCount }, onPortal);
  expect([above(10, 29), above(10, 30), above(9, 9), above(60, 1000)]).toEqual([9, 50, 9, 50]);
  expect(above(10, 10, 'content')).toBe(50);
});
