import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBalance, imbalances, type PollBalance } from '../../src/core/schedule/balance.js';

/** Each total and the parts that must make it up (RULES R36). */
const equations = [
  {
    name: 'records seen',
    totals: ['seen'],
    parts: [
      'known',
      'mapped',
      'invalid',
      'keep',
      'ignored',
      'removals',
      'duplicates',
      'conflicts',
      'elsewhere',
    ],
  },
  {
    name: 'listings present',
    totals: ['knownListings', 'mappedListings', 'shielded', 'untouched'],
    parts: ['unchanged', 'queued', 'alreadyQueued', 'blocked'],
  },
  { name: 'listings absent', totals: ['absent'], parts: ['inGrace', 'held', 'queuedForRemoval', 'pinned'] },
  {
    name: 'listings that become inactive',
    totals: ['becomingInactive'],
    parts: ['deactivated', 'deactivationsHeld', 'keptActive'],
  },
] as const satisfies { name: string; totals: (keyof PollBalance)[]; parts: (keyof PollBalance)[] }[];

const counters = equations.flatMap(({ name, totals, parts }) =>
  [...totals, ...parts].map((counter) => ({ name, counter })),
);

/** Any balance that adds up: parts as drawn, the first total of each equation their sum. */
const adding = fc.array(fc.nat(1000), { minLength: 23, maxLength: 23 }).map((numbers) => {
  const balance = emptyBalance();
  let next = 0;
  for (const { totals, parts } of equations) {
    let sum = 0;
    for (const part of parts) sum += balance[part] = numbers[next++]!;
    balance[totals[0]] = sum;
  }
  return balance;
});

describe('the balance of a poll', () => {
  it('has no counter outside the equations', () => {
    expect(counters.map(({ counter }) => counter).sort()).toEqual(Object.keys(emptyBalance()).sort());
    expect(imbalances(emptyBalance())).toEqual([]);
  });

  it('holds whenever the parts make up the totals', () => {
    fc.assert(
      fc.property(adding, (balance) => {
        expect(imbalances(balance)).toEqual([]);
      }),
    );
  });

  it.each(counters)('fails when one more is counted as $counter', ({ name, counter }) => {
    fc.assert(
      fc.property(adding, (balance) => {
        const wrong = imbalances({ ...balance, [counter]: balance[counter] + 1 });
        expect(wrong).toHaveLength(1);
        expect(wrong[0]).toContain(name);
      }),
      { numRuns: 20 },
    );
  });

  it('splits the listings present into those of known and of mapped records', () => {
    const balance = { ...emptyBalance(), knownListings: 3, mappedListings: 2, unchanged: 4, queued: 1 };
    expect(imbalances(balance)).toEqual([]);
  });

  it('says which numbers disagree', () => {
    expect(imbalances({ ...emptyBalance(), seen: 25, known: 20, mapped: 4 })).toEqual([
      'records seen: 25 counted, 24 accounted for',
    ]);
  });
});
