import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSwapped, SwapTally, type ValueChange } from '../../src/core/listing/swapped-rows.js';

const changes = (pairs: readonly (readonly [unknown, unknown])[]): ValueChange[] =>
  pairs.map(([from, to]) => ({ from: String(from), to: String(to) })).filter(({ from, to }) => from !== to);

describe('countSwapped', () => {
  it.each<[string, [unknown, unknown][], number]>([
    ['nothing', [], 0],
    [
      'two rows',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      2,
    ],
    [
      'three in a circle',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
      3,
    ],
    [
      'two circles at one value',
      [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'c'],
        ['c', 'a'],
      ],
      4,
    ],
    [
      'a chain is no circle',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'd'],
      ],
      0,
    ],
    [
      'a circle beside a chain',
      [
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'c'],
        ['c', 'd'],
      ],
      2,
    ],
    [
      'rents on a grid that all rise',
      [
        [300, 350],
        [350, 400],
        [400, 450],
        [450, 500],
        [300, 350],
      ],
      0,
    ],
  ])('%s', (_name, pairs, count) => {
    expect(countSwapped(changes(pairs))).toBe(count);
  });

  const value = fc.nat(12);
  const column = fc.array(value, { minLength: 1, maxLength: 40 });

  it('finds each row whose value moved when a column is sorted alone', () => {
    fc.assert(
      fc.property(column, (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const moved = changes(values.map((from, row) => [from, sorted[row]] as const));
        expect(countSwapped(moved)).toBe(moved.length);
      }),
    );
  });

  it('finds them among rows that got values of their own', () => {
    fc.assert(
      fc.property(column, fc.array(value), (values, others) => {
        const sorted = values.toSorted((a, b) => b - a);
        const moved = changes(values.map((from, row) => [from, sorted[row]] as const));
        const edited = others.map((from, row) => ({ from: String(from), to: `own ${row}` }));
        expect(countSwapped([...edited, ...moved])).toBe(moved.length);
        expect(countSwapped([...moved, ...edited])).toBe(moved.length);
      }),
    );
  });

  it('finds none where all values rise, and never more than there are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 60 }), (pairs) => {
        const all = changes(pairs);
        const rising = changes(pairs.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const));
        expect(countSwapped(rising)).toBe(0);
        expect(countSwapped(all)).toBeLessThanOrEqual(all.length);
      }),
    );
  });

  it('takes no longer than the changes are many', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => ({
      from: String(n),
      to: String((n + 1) % 100_000),
    }));
    expect(countSwapped(many)).toBe(100_000);
  });
});

describe('SwapTally', () => {
  const flat = (n: number, change: { price?: number; area?: number; street?: string } = {}) => ({
    price: { amount: change.price ?? 90_000 + n, currency: 'EUR' },
    structure: { area_sqm: change.area ?? 50 + n },
    location: { place_id: 'p', address_line: change.street ?? `Ulica ${n}` },
  });
  type Change = (n: number) => Parameters<typeof flat>[1];
  const swap = (rows: number, changed: Change, listings = rows) => {
    const tally = new SwapTally();
    for (let n = 0; n < rows; n++) tally.compare(flat(n), flat(n, changed(n)));
    return tally.swap(listings);
  };
  const turned = (count: number, n: number): number => (n < count ? (n + 1) % count : n);

  it.each<[string, Change, number, ReturnType<typeof swap>]>([
    ['prices', (n) => ({ price: 90_000 + turned(4, n) }), 10, { column: 'price', swapped: 4 }],
    ['areas', (n) => ({ area: 50 + turned(10, n) }), 10, { column: 'area', swapped: 10 }],
    ['addresses', (n) => ({ street: `Ulica ${turned(6, n)}` }), 10, { column: 'address', swapped: 6 }],
    ['30 % are not over 30 %', (n) => ({ price: 90_000 + turned(3, n) }), 10, null],
    ['of a small feed', (n) => ({ price: 90_000 + turned(2, n) }), 4, { column: 'price', swapped: 2 }],
    ['a price list that rises on a grid', (n) => ({ price: 90_001 + n }), 10, null],
    ['nothing', () => ({}), 10, null],
    [
      'the most of several',
      (n) => ({ price: 90_000 + turned(4, n), area: 50 + turned(5, n) }),
      10,
      { column: 'area', swapped: 5 },
    ],
  ])('%s', (_name, changed, rows, found) => {
    expect(swap(rows, changed)).toEqual(found);
  });

  it('counts rows that did not change, and rents', () => {
    expect(swap(10, (n) => ({ price: 90_000 + turned(10, n) }), 40)).toBeNull();
    const tally = new SwapTally();
    const rent = (amount: number) => ({ rent: { amount, currency: 'EUR', type: 'long_term' } });
    tally.compare(rent(300), rent(400));
    tally.compare(rent(400), rent(300));
    tally.compare(rent(500), {});
    expect(tally.swap(3)).toEqual({ column: 'price', swapped: 2 });
  });
});
