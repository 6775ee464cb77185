import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  guardLeaving,
  guardRemovals,
  type GuardLimits,
  type LeavingListing,
} from '../../src/core/removals/guard.js';
import { dueDeactivations, visibilityOf, type ShownListing } from '../../src/core/removals/visibility.js';

const day = 24 * 3_600_000;
const now = Date.parse('2026-05-20T12:00:00Z');
const limits: GuardLimits = { alwaysAllow: 2, maxShare: 0.3, maxCount: 500 };

/** `count` listings named `<name>0`, …; on the portal for a month. @param inactiveAgo undefined: shown */
function listings(
  name: string,
  count: number,
  { inactiveAgo, offAgo }: { inactiveAgo?: number; offAgo?: number } = {},
): LeavingListing[] {
  return Array.from({ length: count }, (_, n) => ({
    externalId: `${name}${n}`,
    firstSentAt: now - 30 * day,
    offSince: offAgo === undefined ? null : now - offAgo,
    inactiveSince: inactiveAgo === undefined ? null : now - inactiveAgo,
  }));
}

const ids = (name: string, count: number): string[] => listings(name, count).map((l) => l.externalId);
const guard = (due: readonly string[], owned: readonly LeavingListing[]): string => {
  const verdict = guardLeaving(new Set(due), owned, limits, false, now);
  return verdict.kind === 'pass' ? 'pass' : verdict.reason;
};

describe('guardLeaving', () => {
  it.each<[string, string[], LeavingListing[], 'pass' | RegExp]>([
    ['30 % become inactive', ids('a', 30), listings('a', 100), 'pass'],
    ['31 % become inactive', ids('a', 31), listings('a', 100), /^31 of 100 listings within this run/],
    [
      '20 % after 20 % of five days ago that are inactive since',
      ids('a', 20),
      [...listings('a', 80), ...listings('b', 20, { inactiveAgo: 5 * day })],
      /^40 of 100 listings within the last 7 days/,
    ],
    [
      '20 % after 20 % of eight days ago',
      ids('a', 20),
      [...listings('a', 80), ...listings('b', 20, { inactiveAgo: 8 * day })],
      'pass',
    ],
    [
      'reserved yesterday and sold today counts once in the week',
      ids('b', 10),
      [
        ...listings('a', 90),
        ...listings('b', 10, { inactiveAgo: day / 2 }),
        ...listings('c', 15, { offAgo: day }),
      ],
      'pass',
    ],
    [
      'many inactive ones make no room for hiding the few that are shown',
      ids('a', 4),
      [...listings('a', 10), ...listings('b', 90, { inactiveAgo: 60 * day })],
      /^4 of 10 listings within this run .*, counting only listings that visitors see$/,
    ],
    [
      'nor for removing them',
      ids('a', 9),
      [...listings('a', 10), ...listings('b', 90, { inactiveAgo: now })],
      /^it would leave 1 of the 10 listings of this run, counting only/,
    ],
    [
      'removing what was inactive for long leaves public view alone, and counts as a removal',
      ids('b', 40),
      [...listings('a', 60), ...listings('b', 40, { inactiveAgo: 60 * day })],
      /^40 of 100 listings within this run is more than removals\.max_share \(30 %\)$/,
    ],
    [
      'a few of it go',
      ids('b', 20),
      [...listings('a', 60), ...listings('b', 40, { inactiveAgo: 60 * day })],
      'pass',
    ],
    ['two of four may', ids('a', 2), listings('a', 4), 'pass'],
    ['not the last two', ids('a', 2), listings('a', 3), /leave 1 of the 3/],
    [
      'nor the last two shown',
      ids('a', 2),
      [...listings('a', 3), ...listings('b', 20, { inactiveAgo: 60 * day })],
      /leave 1 of the 3 .*visitors see/,
    ],
  ])('%s', (_name, due, owned, expected) => {
    if (expected === 'pass') expect(guard(due, owned)).toBe('pass');
    else expect(guard(due, owned)).toMatch(expected);
  });

  const moment = fc.integer({ min: 0, max: 10 * day }).map((ago) => now - ago);
  const owned = fc
    .array(
      fc.record({
        off: fc.option(moment, { freq: 1 }),
        inactive: fc.option(fc.oneof(moment, fc.constant(0)), { freq: 1 }),
        isDue: fc.boolean(),
        isAlsoDue: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    .map((rows) =>
      rows.map(({ off, inactive, ...rest }, n) => ({
        ...rest,
        externalId: `a${n}`,
        firstSentAt: now - 20 * day,
        offSince: off,
        inactiveSince: inactive,
      })),
    );
  type Row = LeavingListing & { isDue: boolean; isAlsoDue: boolean };
  const isOn = ({ offSince }: Row): boolean => offSince === null;
  const setOf = (rows: readonly Row[]): Set<string> => new Set(rows.map((l) => l.externalId));
  const verdictOf = (due: ReadonlySet<string>, rows: readonly Row[], at = limits) =>
    guardLeaving(due, rows, at, false, now).kind;

  it('lets no more leave public view than the limits allow, with what left it before', () => {
    fc.assert(
      fc.property(owned, (rows) => {
        const isShown = (l: Row): boolean => isOn(l) && l.inactiveSince === null;
        const due = rows.filter((l) => isOn(l) && l.isDue);
        const leaving = due.filter(isShown);
        if (leaving.length === 0 || verdictOf(setOf(due), rows) === 'hold') return;
        const shown = rows.filter(isShown);
        const left = rows.filter((l) => {
          const at = Math.min(l.offSince ?? Infinity, l.inactiveSince ?? Infinity);
          return at > now - 7 * day && at !== Infinity;
        });
        expect(shown.length - leaving.length).toBeGreaterThan(1);
        expect(leaving.length + left.length).toBeLessThanOrEqual(
          Math.max(limits.alwaysAllow, (shown.length + left.length) * limits.maxShare),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('is never looser than the guard of removals, and the same where nothing is inactive', () => {
    fc.assert(
      fc.property(owned, (rows) => {
        const due = setOf(rows.filter((l) => isOn(l) && l.isDue));
        const alone = guardRemovals(due, rows, limits, false, now);
        if (alone.kind === 'hold') expect(verdictOf(due, rows)).toBe('hold');
        const shown = rows.map((l) => ({ ...l, inactiveSince: null }));
        expect(guardLeaving(due, shown, limits, false, now)).toEqual(alone);
      }),
      { numRuns: 1000 },
    );
  });

  it('is monotone: where a set is held, every set that contains it is held', () => {
    fc.assert(
      fc.property(owned, (rows) => {
        const fewer = setOf(rows.filter((l) => isOn(l) && l.isDue));
        const more = setOf(rows.filter((l) => isOn(l) && (l.isDue || l.isAlsoDue)));
        if (verdictOf(fewer, rows) === 'hold') expect(verdictOf(more, rows)).toBe('hold');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('visibilityOf', () => {
  const live: ShownListing = {
    ...{ firstSentAt: now - day, offSince: null, inactiveSince: null, portal: 'live' },
    isUnshown: false,
  };
  it.each<[string, Parameters<typeof visibilityOf>, boolean, number | null]>([
    ['active again', [false, { ...live, inactiveSince: now }, 'inactive'], false, null],
    ['new', [true, null, null], false, 0],
    ['never sent', [true, { ...live, firstSentAt: null }, 'active'], false, 0],
    ['removed before: it left then', [true, { ...live, offSince: now - 5 }, 'active'], false, now - 5],
    ['shown', [true, live, 'active'], true, null],
    ['not shown', [true, { ...live, portal: 'rejected', isUnshown: true }, 'active'], false, 0],
    ['sent, and not answered yet', [true, { ...live, portal: 'sent' }, 'active'], true, null],
    ['inactive before this was stored', [true, live, 'inactive'], false, 0],
    ['inactive since', [true, { ...live, inactiveSince: now - 9 }, 'inactive'], false, now - 9],
    ['taken over from the portal, where it is live', [true, live, null], true, null],
    [
      'taken over from the portal, where it is inactive',
      [true, { ...live, portal: 'inactive' }, null],
      false,
      0,
    ],
  ])('%s', (_name, given, becomesInactive, inactiveSince) => {
    expect(visibilityOf(...given)).toEqual({ becomesInactive, inactiveSince });
  });

  it('a rejection keeps what it kept until its time, and not a moment longer', () => {
    const rows = [null, now - 1, now, now + 1].map((activeUntil, n) => ({ externalId: `${n}`, activeUntil }));
    const { due, pinned } = dueDeactivations(rows, now);
    expect([due.map((l) => l.externalId), pinned.map((l) => l.externalId)]).toEqual([['0', '1', '2'], ['3']]);
  });
});
