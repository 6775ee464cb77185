import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossesOver, shareNamed, type StateCounts } from '../../src/core/listing/state-share.js';

const counts = fc.record({
  ...{ named: fc.nat(2000), leaving: fc.nat(2000), empty: fc.nat(2000), asked: fc.constantFrom(0, 1, 30) },
});
const shareOf = (of: StateCounts): number => shareNamed(of) ?? 0;
const total = ({ named, empty, asked }: StateCounts): number => named + empty + asked;
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the share of records with a word for their state', () => {
  it.each([
    [0.2, { named: 80, leaving: 0, empty: 20, asked: 0 }, true],
    [0.8, { named: 20, leaving: 0, empty: 80, asked: 0 }, true],
    [0.8, { named: 0, leaving: 0, empty: 5, asked: 0 }, true],
    // Every cell has a word: no empty one is read wrongly.
    [0.2, { named: 100, leaving: 0, empty: 0, asked: 0 }, false],
    // A few more than half, and a few fewer before: the ordinary life of a feed.
    [0.45, { named: 55, leaving: 0, empty: 45, asked: 0 }, false],
    // Two of four cells that one person filled.
    [0.25, { named: 3, leaving: 0, empty: 1, asked: 0 }, false],
    [0.6, { named: 100, leaving: 0, empty: 1, asked: 0 }, false],
    // More are sold and reserved: that says nothing about an empty cell.
    [0, { named: 0, leaving: 80, empty: 20, asked: 0 }, false],
    // It is asked about already.
    [0.8, { named: 20, leaving: 0, empty: 0, asked: 80 }, false],
    [0.1, { named: 0, leaving: 0, empty: 0, asked: 0 }, false],
  ])('was %d and is %o: crosses over: %s', (former, now, crosses) => {
    expect(crossesOver(former, now)).toBe(crosses);
  });

  it('crosses only from one side of a half to the other, by a step that more than two records make', () => {
    fc.assert(
      fc.property(share, counts, (former, now) => {
        if (!crossesOver(former, now)) return;
        const is = shareOf(now);
        expect(is > 0.5).toBe(former <= 0.5);
        expect(now.empty).toBeGreaterThan(0);
        expect(Math.abs(is - former) * (now.named + now.empty + now.asked)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('crosses back as it crossed over, as long as some cells are empty', () => {
    fc.assert(
      fc.property(counts, counts, (before, after) => {
        fc.pre(before.empty > 0 && crossesOver(shareOf(before), after));
        fc.pre(total(before) >= total(after));
        expect(crossesOver(shareOf(after), before)).toBe(true);
      }),
    );
  });

  it('always crosses where a feed of five or more ads writes the words for the other half of them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 500 }),
        fc.double({ min: 0.05, max: 0.3, noNaN: true }),
        (all, part) => {
          const few = Math.max(1, Math.floor(all * part));
          const [mostly, rarely] = [
            { named: all - few, leaving: 0, empty: few, asked: 0 },
            { named: few, leaving: 0, empty: all - few, asked: 0 },
          ];
          expect(crossesOver(shareOf(rarely), mostly)).toBe(true);
          expect(crossesOver(shareOf(mostly), rarely)).toBe(true);
        },
      ),
    );
  });
});
