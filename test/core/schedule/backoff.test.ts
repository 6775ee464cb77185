import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, backoffs, waitAsLongAgain, type Backoff } from '../../../src/core/schedule/backoff.js';

const minute = 60_000;
const backoff = fc.record({
  firstMs: fc.integer({ min: 1, max: 60 * minute }),
  mostMs: fc.integer({ min: 1, max: 24 * 60 * minute }),
  chance: fc.double({ min: 0, max: 1, noNaN: true }),
});
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const failures = fc.oneof(fc.nat(40), fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER));
const withoutChance = ({ firstMs, mostMs }: Backoff): Backoff => ({ firstMs, mostMs });

describe('backoffMs', () => {
  it('doubles up to its cap, and stays there', () => {
    const lane = [1, 2, 3, 6, 7, 8, 5000].map((n) => backoffMs(n, backoffs.lane) / minute);
    expect(lane).toEqual([1, 2, 4, 32, 60, 60, 60]);
  });

  it('fault 62: chance takes the share of a wait that it is given', () => {
    expect([0, 0.5].map((part) => backoffMs(2, backoffs.portal, part))).toEqual([0, 2000]);
    expect([0, 0.5].map((part) => backoffMs(1, backoffs.poll, part) / minute)).toEqual([7.5, 11.25]);
  });

  it('never waits longer than its cap, nor less than what chance leaves of it, whatever the count', () => {
    fc.assert(
      fc.property(failures, backoff, fraction, (count, how, part) => {
        const longest = backoffMs(count, withoutChance(how));
        const wait = backoffMs(count, how, part);
        expect(longest).toBeLessThanOrEqual(how.mostMs);
        expect(wait).toBeLessThanOrEqual(longest);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(longest * (1 - how.chance)));
      }),
    );
  });

  it('never shrinks with one more failure, and is at least the first wait while the cap allows it', () => {
    fc.assert(
      fc.property(failures, backoff, (count, how) => {
        const steady = withoutChance(how);
        expect(backoffMs(count + 1, steady)).toBeGreaterThanOrEqual(backoffMs(count, steady));
        expect(backoffMs(count, steady)).toBeGreaterThanOrEqual(Math.min(how.firstMs, how.mostMs));
      }),
    );
  });
});

it('what is under way is asked about after as long again as it has lasted, within the limits', () => {
  const waits = [-3_600_000, 0, 40_000, 3_600_000].map((age) => waitAsLongAgain(age, backoffs.runningBatch));
  expect(waits).toEqual([1000, 1000, 40_000, 5 * minute]);
});
