import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roomLeft, windowMarginMs, type Spend } from '../../src/core/schedule/budget.js';
import { etaOf, etaOfFeed, type WaitingRows } from '../../src/core/schedule/eta.js';

const hour = 3_600_000;
const now = 100 * hour;
const none = new Map<number | null, number>();

function spent(minutesAgo: number, amount: number, ownChange = 0): Spend {
  return { at: now - minutesAgo * 60_000, amount, ownChange };
}

describe('when a listing is sent', () => {
  const waiting: WaitingRows[] = [
    { feedId: 1, lane: 'state_or_price', count: 12 },
    { feedId: 1, lane: 'new', count: 500 },
    { feedId: 2, lane: 'new', count: 40 },
  ];

  it('counts what goes before it: earlier lanes, its feed’s older rows, the turns of other feeds', () => {
    const budget = { spends: [], limit: 1000, windowMs: hour };
    expect(etaOf({ lane: 'new', feedId: 1, place: 300 }, waiting, none, budget, now)).toEqual({
      at: now,
      before: 12 + 300 + 40,
    });
    const first = etaOf({ lane: 'new', feedId: 2, place: 4 }, waiting, none, budget, now);
    expect(first?.before).toBe(12 + 4 + 5);
    const heavy = etaOf({ lane: 'new', feedId: 2, place: 4 }, waiting, new Map([[1, 3]]), budget, now);
    expect(heavy?.before).toBe(12 + 4 + 15);
  });

  it('waits for the window: in about 40 minutes, where 312 are before it and the budget was spent 20 minutes ago', () => {
    const budget = { spends: [spent(20, 1000)], limit: 1000, windowMs: hour };
    const eta = etaOf({ lane: 'new', feedId: 1, place: 300 }, [waiting[0]!, waiting[1]!], none, budget, now);
    expect(eta).toEqual({ at: now + 40 * 60_000 + windowMarginMs, before: 312 });
  });

  it('keeps changes of our own making to their share, and says nothing where the budget never lets them', () => {
    const own: WaitingRows[] = [{ feedId: 1, lane: 'own_change', count: 90 }];
    const budget = { spends: [], limit: 100, windowMs: hour };
    expect(etaOf({ lane: 'own_change', feedId: 1, place: 79 }, own, none, budget, now)?.at).toBe(now);
    expect(etaOfFeed(1, own, none, budget, now)?.at).toBe(now + hour + windowMarginMs);
    expect(
      etaOf({ lane: 'own_change', feedId: 1, place: 0 }, own, none, { ...budget, limit: 1 }, now),
    ).toBeNull();
    expect(etaOfFeed(2, own, none, budget, now)).toBeNull();
  });

  it('properties: is when a patient sender would send it', () => {
    const spend = fc.record({
      minutesAgo: fc.integer({ min: 0, max: 59 }),
      amount: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(spend, { maxLength: 6 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 80 }),
        (given, limit, place) => {
          const spends = given.map(({ minutesAgo, amount }) => spent(minutesAgo, amount));
          const queue: WaitingRows[] = [{ feedId: 1, lane: 'new', count: place + 1 }];
          const eta = etaOf(
            { lane: 'new', feedId: 1, place },
            queue,
            none,
            { spends, limit, windowMs: hour },
            now,
          );
          expect(eta?.at).toBe(sentByHand(place, spends, limit));
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** Sends one after the other, each as soon as there is room. */
function sentByHand(place: number, before: readonly Spend[], limit: number): number {
  const spends = [...before];
  let at = now;
  for (let sent = 0; ;) {
    const room = roomLeft(spends, limit, hour, at);
    if (room.items === 0) {
      at = room.moreAt ?? Infinity;
      continue;
    }
    spends.push({ at, amount: 1, ownChange: 0 });
    if (sent++ === place) return at;
  }
}
