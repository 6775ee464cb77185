import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lanes } from '../../src/model/listing-states.js';
import { agedEvery, ageingMs, orderQueue, type QueuedRow } from '../../src/core/schedule/queue-order.js';

const now = 1_000 * ageingMs;

function rows(feedId: number | null, lane: QueuedRow['lane'], count: number, age = 0): QueuedRow[] {
  return Array.from({ length: count }, (_, n) => ({
    externalId: `${feedId ?? 'hand'}-${lane}-${n}`,
    lane,
    feedId,
    queuedAt: now - age + n,
  }));
}

const none = new Map<number | null, number>();

describe('the order of a connection’s outbox', () => {
  it('does not let 50,000 new listings of a feed starve three price changes, or three new listings, of another', () => {
    const many = rows(1, 'new', 50_000, 1000);
    const prices = rows(2, 'state_or_price', 3);
    const few = rows(3, 'new', 3);
    const ordered = orderQueue([...many, ...prices, ...few], none, now, 0);
    expect(ordered.slice(0, 3).map((row) => row.feedId)).toEqual([2, 2, 2]);
    expect(ordered.slice(3, 9).filter((row) => row.feedId === 3)).toHaveLength(3);
  });

  it('shares a lane by weight', () => {
    const ordered = orderQueue([...rows(1, 'new', 90), ...rows(2, 'new', 90)], new Map([[1, 2]]), now, 0);
    expect(ordered.slice(0, 90).filter((row) => row.feedId === 1)).toHaveLength(60);
  });

  it('is as fair in batches of one as in a large one', () => {
    let left = [...rows(1, 'new', 200, 1000), ...rows(2, 'new', 20)];
    let sentOfTwo = 0;
    for (let turn = 0; turn < 40; turn++) {
      const [first] = orderQueue(left, none, now, turn);
      if (first?.feedId === 2) sentOfTwo++;
      left = left.filter((row) => row !== first);
    }
    expect(sentOfTwo).toBe(20);
  });

  it('gives one place in ten to what has waited longest, and the others to the earlier lanes', () => {
    const old = rows(1, 'own_change', 30, 2 * ageingMs);
    const ordered = orderQueue([...rows(1, 'state_or_price', 300), ...old], none, now, 0);
    expect(ordered.slice(0, 100).filter((row) => row.lane === 'own_change')).toHaveLength(100 / agedEvery);
    expect(ordered[agedEvery - 1]).toBe(old[0]);
  });

  it('properties: keeps every row, the age inside a feed’s lane, and never has a feed wait for more than a round', () => {
    const row = fc.record({
      externalId: fc.uuid(),
      lane: fc.constantFrom(...lanes),
      feedId: fc.constantFrom(null, 1, 2, 3),
      queuedAt: fc.integer({ min: now - ageingMs + 1, max: now }),
    });
    const queue = fc.uniqueArray(row, { selector: (one) => one.externalId, maxLength: 60 });
    const weights = fc.record({ one: fc.integer({ min: 1, max: 5 }), two: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(queue, weights, fc.nat(1000), (queued, { one, two }, turn) => {
        const weighed = new Map([
          [1, one],
          [2, two],
        ]);
        const ordered = orderQueue(queued, weighed, now, turn);
        expect(new Set(ordered)).toEqual(new Set(queued));
        expect(ordered).toHaveLength(queued.length);
        const ranks = ordered.map(({ lane }) => lanes.indexOf(lane));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        const round = one + two + 2;
        for (const lane of lanes)
          for (const feedId of [null, 1, 2, 3]) {
            const ofLane = ordered.filter((each) => each.lane === lane);
            const own = ofLane.filter((each) => each.feedId === feedId);
            const ages = own.map(({ queuedAt }) => queuedAt);
            expect(ages).toEqual(ages.toSorted((a, b) => a - b));
            own.forEach((each, index) => {
              expect(ofLane.indexOf(each)).toBeLessThan((index + 1) * round);
            });
          }
      }),
      { numRuns: 100 },
    );
  });
});
