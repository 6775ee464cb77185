import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roomLeft, windowMarginMs, type Spend, timeNeeded } from '../../../src/core/schedule/budget.js';

const hour = 3_600_000;
const now = Date.parse('2026-05-01T12:00:00Z');
const ago = (ms: number, amount: number, ownChange = 0): Spend => ({ at: now - ms, amount, ownChange });
const inFlight = (amount: number): Spend => ({ at: null, amount, ownChange: 0 });

describe('roomLeft', () => {
  it.each<[name: string, spends: Spend[], items: number, moreAt: number | null]>([
    ['nothing spent', [], 40, null],
    ['some spent', [ago(1000, 10), ago(hour / 2, 20)], 10, null],
    ['all spent', [ago(1000, 10), ago(hour / 2, 30)], 0, now + hour / 2 + windowMarginMs],
    ['an hour old: the margin is not over', [ago(hour, 40)], 0, now + windowMarginMs],
    ['an hour and the margin old', [ago(hour + windowMarginMs, 40)], 40, null],
    ['in flight counts as spent', [inFlight(15), ago(1000, 5)], 20, null],
    ['in flight alone fills it: only replies can free it', [inFlight(40)], 0, null],
    ['in flight fills it, whatever leaves the window', [inFlight(40), ago(hour / 2, 30)], 0, null],
    [
      'a reply dated in the future (our clock was set back)',
      [{ at: now + 5000, amount: 40, ownChange: 0 }],
      0,
      now + 5000 + hour + windowMarginMs,
    ],
    [
      'over a lowered limit: when enough of them have left',
      [ago(50_000, 30), ago(40_000, 30), ago(30_000, 30)],
      0,
      now - 40_000 + hour + windowMarginMs,
    ],
    [
      'an oldest spend of nothing frees nothing',
      [ago(50_000, 0), ago(40_000, 40)],
      0,
      now - 40_000 + hour + windowMarginMs,
    ],
  ])('%s', (_name, spends, items, moreAt) => {
    expect(roomLeft(spends, 40, hour, now)).toMatchObject({ items, moreAt });
  });

  it.each<[name: string, spends: Spend[], ownChanges: number]>([
    ['80 % of the limit at first', [], 32],
    ['less what was spent on them', [ago(1000, 20, 20)], 12],
    ['changes of the feed do not use up the share', [ago(1000, 8, 0)], 32],
    ['but the room does', [ago(1000, 30, 0)], 10],
    ['share used up, room left for the feed', [ago(1000, 32, 32)], 0],
    ['the share frees with the window', [ago(hour + windowMarginMs, 32, 32)], 32],
  ])('own changes: %s', (_name, spends, ownChanges) => {
    expect(roomLeft(spends, 40, hour, now).ownChanges).toBe(ownChanges);
  });

  it('is monotone: no further spend ever makes room', () => {
    const spend = fc.record({
      at: fc.option(fc.integer({ min: now - 2 * hour, max: now })),
      amount: fc.nat(20),
      ownChange: fc.constant(0),
    });
    fc.assert(
      fc.property(fc.array(spend), spend, fc.nat(100), (spends, one, limit) => {
        const before = roomLeft(spends, limit, hour, now);
        const after = roomLeft([...spends, one], limit, hour, now);
        expect(after.items).toBeLessThanOrEqual(before.items);
        expect(after.ownChanges).toBeLessThanOrEqual(before.ownChanges);
        expect(after.items).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('names the very moment of more room', () => {
    const spend = fc.record({
      at: fc.option(fc.integer({ min: now - hour, max: now }), { freq: 8 }),
      amount: fc.nat(20),
      ownChange: fc.constant(0),
    });
    fc.assert(
      fc.property(fc.array(spend), fc.integer({ min: 1, max: 60 }), (spends, limit) => {
        const { items, moreAt } = roomLeft(spends, limit, hour, now);
        const never = roomLeft(spends, limit, hour, now + 10 * hour).items === 0;
        if (items > 0 || never) {
          expect(moreAt).toBeNull();
        } else {
          expect(roomLeft(spends, limit, hour, moreAt! - 1).items).toBe(0);
          expect(roomLeft(spends, limit, hour, moreAt!).items).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('a sender that follows roomLeft', () => {
  const windowMs = 60_000;
  const attempt = fc.record({
    pauseMs: fc.nat(40_000),
    wanted: fc.integer({ min: 1, max: 30 }),
    /** From sending to the portal's booking, and from there to the reply. */
    outMs: fc.nat(5000),
    backMs: fc.nat(30_000),
    /** The portal's clock trembles against ours by up to half a second. */
    jitterMs: fc.integer({ min: -499, max: 499 }),
  });

  it('never puts more than the limit into any sliding window of the portal', () => {
    fc.assert(
      fc.property(
        fc.array(attempt, { minLength: 10, maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (attempts, limit) => {
          const sent: { amount: number; bookedAt: number; repliedAt: number }[] = [];
          let time = now;
          for (const { pauseMs, wanted, outMs, backMs, jitterMs } of attempts) {
            time += pauseMs;
            const ledger = sent.map(({ amount, repliedAt }) => ({
              at: repliedAt <= time ? repliedAt : null,
              amount,
              ownChange: 0,
            }));
            const amount = Math.min(wanted, roomLeft(ledger, limit, windowMs, time).items);
            if (amount === 0) continue;
            const bookedAt = time + outMs + jitterMs;
            sent.push({ amount, bookedAt, repliedAt: time + outMs + backMs });
          }
          for (const { bookedAt: end } of sent) {
            const inWindow = sent.filter(({ bookedAt }) => bookedAt <= end && bookedAt > end - windowMs);
            expect(inWindow.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('uses the whole limit again in each window: 150 items at 40 a window need four', () => {
    const ledger: Spend[] = [];
    let time = now;
    for (let left = 150; left > 0;) {
      const { items, moreAt } = roomLeft(ledger, 40, hour, time);
      if (items === 0) {
        time = moreAt!;
        continue;
      }
      ledger.push({ at: time, amount: Math.min(items, left), ownChange: 0 });
      left -= Math.min(items, left);
    }
    expect(time - now).toBe(3 * (hour + windowMarginMs));
  });
});

describe('the time that a change needs', () => {
  const free = { items: 100, ownChanges: 80 };
  it.each([
    ['nothing', { items: 0, ownChanges: 0 }, free, 0],
    ['what there is room for', { items: 100, ownChanges: 80 }, free, 0],
    ['one of our own more than its share', { items: 81, ownChanges: 81 }, free, 1],
    ['the agency’s own changes, which get all of it', { items: 200, ownChanges: 0 }, free, 1],
    ['many of our own: the share decides', { items: 1000, ownChanges: 1000 }, free, 12],
    ['both: the whole decides', { items: 1000, ownChanges: 100 }, free, 9],
    ['a spent hour', { items: 1, ownChanges: 1 }, { items: 0, ownChanges: 0 }, 1],
  ])('for %s', (_what, asked, room, windows) => {
    expect(timeNeeded(asked, room, 100, hour)).toBe(windows * hour);
  });

  it('never ends where the share is nothing', () => {
    expect(timeNeeded({ items: 1, ownChanges: 1 }, { items: 1, ownChanges: 0 }, 1, hour)).toBe(Infinity);
  });
});
