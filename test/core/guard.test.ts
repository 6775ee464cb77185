import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardRemovals, type GuardLimits, type OwnedListing } from '../../src/core/removals/guard.js';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-05-20T12:00:00Z');
const limits: GuardLimits = { alwaysAllow: 2, maxShare: 0.3, maxCount: 500 };

interface Sent {
  sentAgo?: number | null;
  offAgo?: number | null;
}

/** `count` listings named `<name>0`, `<name>1`, …; on the portal for a month unless said otherwise. */
function listings(
  name: string,
  count: number,
  { sentAgo = 30 * day, offAgo = null }: Sent = {},
): OwnedListing[] {
  return Array.from({ length: count }, (_, n) => ({
    externalId: `${name}${n}`,
    firstSentAt: sentAgo === null ? null : now - sentAgo,
    offSince: offAgo === null ? null : now - offAgo,
  }));
}

function ids(name: string, count: number): Set<string> {
  return new Set(listings(name, count).map(({ externalId }) => externalId));
}

interface Case {
  owned: OwnedListing[];
  due: ReadonlySet<string>;
  weak?: boolean;
  limits?: Partial<GuardLimits>;
}

function guard({ owned, due, weak = false, limits: changed = {} }: Case): string {
  const verdict = guardRemovals(due, owned, { ...limits, ...changed }, weak, now);
  return verdict.kind === 'pass' ? 'pass' : `hold: ${verdict.reason}`;
}

type Row = [name: string, given: Case, verdict: 'pass' | RegExp];

function check(rows: Row[]): void {
  it.each(rows)('%s', (_name, given, verdict) => {
    if (verdict === 'pass') expect(guard(given)).toBe('pass');
    else expect(guard(given)).toMatch(verdict);
  });
}

describe('guardRemovals: share and count', () => {
  check([
    ['nothing to take off', { owned: listings('a', 9), due: new Set() }, 'pass'],
    ['30 % of 100', { owned: listings('a', 100), due: ids('a', 30) }, 'pass'],
    [
      '31 % of 100',
      { owned: listings('a', 100), due: ids('a', 31) },
      /31 of 100 .* removals\.max_share \(30 %\)/,
    ],
    ['halved', { owned: listings('a', 1000), due: ids('a', 500) }, /500 of 1000/],
    ['500 of 10,000', { owned: listings('a', 10_000), due: ids('a', 500) }, 'pass'],
    [
      '501 of 10,000',
      { owned: listings('a', 10_000), due: ids('a', 501) },
      /501 listings .* removals\.max_count \(500\)/,
    ],
    [
      'a stricter setting',
      { owned: listings('a', 100), due: ids('a', 6), limits: { maxShare: 0.055 } },
      /5\.5 %/,
    ],
  ]);
});

describe('guardRemovals: always allowed, if they are all there are and leave more than one', () => {
  const soldYesterday = listings('b', 1, { offAgo: 23 * hour });
  check([
    ['2 of 5', { owned: listings('a', 5), due: ids('a', 2) }, 'pass'],
    ['1 of 3', { owned: listings('a', 3), due: ids('a', 1) }, 'pass'],
    ['3 of 5: all three are held', { owned: listings('a', 5), due: ids('a', 3) }, /3 of 5/],
    [
      '2 of 5 are held with another one of yesterday',
      { owned: [...listings('a', 5), ...soldYesterday], due: ids('a', 2) },
      /2 of 5/,
    ],
    [
      '1 of 5 after another one yesterday',
      { owned: [...listings('a', 5), ...soldYesterday], due: ids('a', 1) },
      'pass',
    ],
    ['2 of 4 leave two', { owned: listings('a', 4), due: ids('a', 2) }, 'pass'],
    ['2 of 3 leave one', { owned: listings('a', 3), due: ids('a', 2) }, /leave 1 of the 3/],
    ['3 of 3 leave none', { owned: listings('a', 3), due: ids('a', 3) }, /leave 0 of the 3/],
    ['1 of 2 leaves one', { owned: listings('a', 2), due: ids('a', 1) }, /1 of 2/],
    ['2 of 2 leave none', { owned: listings('a', 2), due: ids('a', 2) }, /2 of 2/],
    ['the only one', { owned: listings('a', 1), due: ids('a', 1) }, /1 of 1/],
    [
      'never allowed by setting',
      { owned: listings('a', 5), due: ids('a', 2), limits: { alwaysAllow: 0 } },
      /2 of 5/,
    ],
  ]);
});

describe('fault 44: guardRemovals: a drop to almost nothing', () => {
  const generous = { maxShare: 1, alwaysAllow: 50 };
  check([
    ['9 to 1', { owned: listings('a', 9), due: ids('a', 8) }, /leave 1 of the 9/],
    ['9 to 0', { owned: listings('a', 9), due: ids('a', 9) }, /leave 0 of the 9/],
    [
      '9 to 1, whatever the limits',
      { owned: listings('a', 9), due: ids('a', 8), limits: generous },
      /leave 1 of the 9/,
    ],
    [
      '9 to 2, where the limits allow it',
      { owned: listings('a', 9), due: ids('a', 7), limits: generous },
      'pass',
    ],
    [
      'one of the last two of 9, the others gone within the week',
      {
        owned: [...listings('a', 2), ...listings('b', 7, { offAgo: 5 * day })],
        due: ids('a', 1),
        limits: generous,
      },
      /leave 1 of the 9 listings of the last 7 days/,
    ],
    [
      'listings that were never sent do not remain on the portal',
      { owned: [...listings('a', 3), ...listings('n', 10, { sentAgo: null })], due: ids('a', 2) },
      /leave 1 of the 3/,
    ],
  ]);
});

describe('guardRemovals: windows', () => {
  check([
    [
      '20 % today after 20 % this morning',
      { owned: [...listings('a', 80), ...listings('b', 20, { offAgo: 6 * hour })], due: ids('a', 20) },
      /40 of 100 listings within the last 24 hours/,
    ],
    [
      '20 % today after 20 % five days ago',
      { owned: [...listings('a', 80), ...listings('b', 20, { offAgo: 5 * day })], due: ids('a', 20) },
      /40 of 100 listings within the last 7 days/,
    ],
    [
      '20 % today after 20 % eight days ago',
      { owned: [...listings('a', 80), ...listings('b', 20, { offAgo: 8 * day })], due: ids('a', 20) },
      'pass',
    ],
    [
      'what came back does not count',
      { owned: [...listings('a', 80), ...listings('back', 20, { offAgo: null })], due: ids('a', 20) },
      'pass',
    ],
    [
      'two now are held with the many that went before',
      { owned: [...listings('a', 70), ...listings('b', 30, { offAgo: day / 2 })], due: ids('a', 2) },
      /32 of 100/,
    ],
  ]);
});

describe('guardRemovals: the base is what was on when the window began', () => {
  check([
    [
      'a young feed: what it has sent so far',
      { owned: listings('a', 100, { sentAgo: 2 * hour }), due: ids('a', 30) },
      'pass',
    ],
    [
      'a young feed halved',
      { owned: listings('a', 100, { sentAgo: 2 * hour }), due: ids('a', 50) },
      /50 of 100/,
    ],
    [
      'new ids make no room for taking off old ones',
      { owned: [...listings('a', 20), ...listings('new', 100, { sentAgo: 2 * hour })], due: ids('a', 20) },
      /20 of the 20 listings that were live before the last 24 hours/,
    ],
    [
      'nor do those of this week',
      { owned: [...listings('a', 20), ...listings('new', 100, { sentAgo: 3 * day })], due: ids('a', 10) },
      /10 of the 20 listings that were live before the last 7 days/,
    ],
    [
      'a feed that grew loses some of its new ones',
      { owned: [...listings('a', 20), ...listings('new', 100, { sentAgo: 3 * day })], due: ids('new', 30) },
      'pass',
    ],
    [
      'what was never sent is no base',
      { owned: [...listings('a', 10), ...listings('n', 90, { sentAgo: null })], due: ids('a', 4) },
      /4 of 10/,
    ],
    [
      'what was never sent is no removal',
      {
        owned: [...listings('a', 10), ...listings('n', 9, { sentAgo: null, offAgo: hour })],
        due: ids('a', 2),
      },
      'pass',
    ],
  ]);
});

describe('guardRemovals: weakly complete snapshots, at most max(2, 5 %)', () => {
  check([
    ['2 of 10', { owned: listings('a', 10), due: ids('a', 2), weak: true }, 'pass'],
    ['3 of 10', { owned: listings('a', 10), due: ids('a', 3), weak: true }, /3 of 10 .* max\(2, 5 %\)/],
    ['3 of 10, proven whole', { owned: listings('a', 10), due: ids('a', 3) }, 'pass'],
    ['5 of 100', { owned: listings('a', 100), due: ids('a', 5), weak: true }, 'pass'],
    ['6 of 100', { owned: listings('a', 100), due: ids('a', 6), weak: true }, /6 of 100/],
    ['2 of 3 leave one', { owned: listings('a', 3), due: ids('a', 2), weak: true }, /leave 1/],
    [
      '6 of 100, whatever the limits',
      { owned: listings('a', 100), due: ids('a', 6), weak: true, limits: { maxShare: 1, alwaysAllow: 50 } },
      /6 of 100/,
    ],
  ]);
});

describe('guardRemovals: dripped removals', () => {
  /** Each day so many more are due, at the same hour: the first day on which they are held. */
  function heldOnDay(size: number, perDay: number, sentAgo: number): number | null {
    const owned = listings('a', size, { sentAgo });
    for (let n = 0; n < 30; n++) {
      const time = now + n * day;
      const due = owned.filter((l) => l.offSince === null).slice(0, perDay);
      const verdict = guardRemovals(new Set(due.map((l) => l.externalId)), owned, limits, false, time);
      if (verdict.kind === 'hold') return n + 1;
      for (const listing of due) listing.offSince = time;
    }
    return null;
  }

  it.each([
    { size: 20, perDay: 2, since: 30 * day },
    { size: 100, perDay: 10, since: 30 * day },
    { size: 10, perDay: 1, since: 30 * day },
    { size: 20, perDay: 2, since: hour },
    { size: 100, perDay: 10, since: hour },
  ])('10 % a day of $size are held on the fourth day', ({ size, perDay, since }) => {
    expect(heldOnDay(size, perDay, since)).toBe(4);
  });

  it('an agency that sells one of a hundred each day is never asked', () => {
    expect(heldOnDay(100, 1, 30 * day)).toBeNull();
  });
});

describe('guardRemovals: properties', () => {
  const moment = fc.integer({ min: 1, max: 10 * day });
  const owned = fc
    .array(
      fc.record({
        firstSentAt: fc.option(moment, { freq: 10 }),
        offSince: fc.option(moment, { freq: 1 }),
        isDue: fc.boolean(),
        isAlsoDue: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    .map((rows) =>
      rows.map(({ firstSentAt, offSince, ...rest }, n) => ({
        ...rest,
        externalId: `a${n}`,
        firstSentAt: firstSentAt === null ? null : now - Math.max(firstSentAt, offSince ?? 0),
        offSince: offSince === null ? null : now - offSince,
      })),
    );
  const anyLimits = fc.record({
    alwaysAllow: fc.nat(5),
    maxShare: fc.double({ min: 0, max: 1, noNaN: true }),
    maxCount: fc.nat(20),
  });
  const setting = fc.record({ owned, limits: anyLimits, weak: fc.boolean() });
  const named = (rows: readonly OwnedListing[]): Set<string> => new Set(rows.map((l) => l.externalId));

  it('is monotone: where a set is held, every set that contains it is held', () => {
    fc.assert(
      fc.property(setting, ({ owned: rows, limits: given, weak }) => {
        const on = rows.filter((l) => l.offSince === null);
        const fewer = named(on.filter((l) => l.isDue));
        const more = named(on.filter((l) => l.isDue || l.isAlsoDue));
        if (guardRemovals(fewer, rows, given, weak, now).kind === 'hold')
          expect(guardRemovals(more, rows, given, weak, now).kind).toBe('hold');
      }),
      { numRuns: 1000 },
    );
  });

  it('is monotone in its limits: what passes passes under wider ones, and in a file proven whole', () => {
    fc.assert(
      fc.property(setting, anyLimits, ({ owned: rows, limits: given, weak }, other) => {
        const due = named(rows.filter((l) => l.offSince === null && l.isDue));
        const wider = {
          alwaysAllow: Math.max(given.alwaysAllow, other.alwaysAllow),
          maxShare: Math.max(given.maxShare, other.maxShare),
          maxCount: Math.max(given.maxCount, other.maxCount),
        };
        if (guardRemovals(due, rows, given, weak, now).kind === 'pass')
          expect(guardRemovals(due, rows, wider, false, now).kind).toBe('pass');
      }),
      { numRuns: 1000 },
    );
  });

  it('passes nothing beyond its promise: 2, or 30 % of what is on, and always more than one is left', () => {
    fc.assert(
      fc.property(owned, fc.boolean(), (rows, weak) => {
        const on = rows.filter((l) => l.offSince === null && l.firstSentAt !== null);
        const due = on.filter((l) => l.isDue);
        if (due.length === 0 || guardRemovals(named(due), rows, limits, weak, now).kind === 'hold') return;
        expect(on.length - due.length).toBeGreaterThan(1);
        expect(due.length).toBeLessThanOrEqual(Math.max(2, on.length * 0.3));
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of the listings', () => {
    fc.assert(
      fc.property(setting, ({ owned: rows, limits: given, weak }) => {
        const due = named(rows.filter((l) => l.offSince === null && l.isDue));
        expect(guardRemovals(due, rows.toReversed(), given, weak, now)).toEqual(
          guardRemovals(due, rows, given, weak, now),
        );
      }),
    );
  });
});
