import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSwapped, SwapTally, type ValueChange } from '../../src/core/listing/swapped-rows.js';

const changes = (pairs: readonly (readonly [unknown, unknown])[]): ValueChange[] =>
  pairs
    .map(([from, to]) => ({ from: String(from), to: String(to), rises: (to as number) > (from as number) }))
    .filter(({ from, to }) => from !== to);

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
        const edited = others.map((from, row) => ({ from: String(from), to: `own ${row}`, rises: true }));
        expect(countSwapped([...edited, ...moved])).toBe(moved.length);
        expect(countSwapped([...moved, ...edited])).toBe(moved.length);
      }),
    );
  });

  it('finds them where rows left and came in the same file, so that no circle closes', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(40).keys()], { minLength: 30 }), (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const moved = values.map((from, row) => [from, sorted[row]] as const);
        const cut = moved.toSpliced(values.indexOf(Math.max(...values.slice(5, 25))), 1);
        const broken = countSwapped(changes(cut));
        expect(broken).toBeLessThanOrEqual(changes(cut).length);
        // What is cut off a circle is a chain, or too short to tell.
        expect(changes(cut).length - broken).toBeLessThan(changes(moved).length / 2);
      }),
    );
    const row = [3, 1, 4, 2, 6, 0, 7, 5];
    expect(countSwapped(changes(row.slice(1).map((to, index) => [row[index], to] as const)))).toBe(7);
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
      rises: n < 99_999,
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

  it('finds a street or a town that was sorted while the other stayed', () => {
    const at = (place: number, street: number) => ({
      location: { place_id: `p${place}`, address_line: `Ulica ${street}` },
    });
    const tally = (now: (n: number) => ReturnType<typeof at>) => {
      const found = new SwapTally();
      for (let n = 0; n < 10; n++) found.compare(at(n % 3, n), now(n));
      return found.swap(10);
    };
    expect(tally((n) => at(n % 3, turned(10, n)))).toEqual({ column: 'address', swapped: 10 });
    expect(tally((n) => at((n + 1) % 3, n))?.column).toBe('place');
    expect(tally((n) => at(n % 3, n < 2 ? n + 20 : n))).toBeNull();
  });

  it('finds a column of prices that sales and rents share', () => {
    const priced = (n: number, amount: number) =>
      n % 2 === 0
        ? { transaction: 'sale', price: { amount, currency: 'EUR' } }
        : { transaction: 'rent', rent: { amount, currency: 'EUR', type: 'long_term' } };
    const amounts = [90_000, 650, 120_000, 400, 70_000, 300];
    const tally = new SwapTally();
    amounts
      .toSorted((a, b) => a - b)
      .forEach((to, n) => tally.compare(priced(n, amounts[n] ?? 0), priced(n, to)));
    expect(tally.swap(6)).toEqual({ column: 'price', swapped: 6 });
  });

  it('counts rows that did not change, and rents', () => {
    expect(swap(10, (n) => ({ price: 90_000 + turned(10, n) }), 40)).toBeNull();
    const tally = new SwapTally();
    const rent = (amount: number) => ({
      transaction: 'rent',
      rent: { amount, currency: 'EUR', type: 'long_term' },
    });
    tally.compare(rent(300), rent(400));
    tally.compare(rent(400), rent(300));
    tally.compare(rent(500), {});
    expect(tally.swap(3)).toEqual({ column: 'price', swapped: 2 });
  });
});
