import { describe, expect, it } from 'vitest';
import { hostShrinks } from '../../src/core/removals/host-shrink.js';
import { areMarksLost, inactiveMark, FieldTally } from '../../src/core/listing/lost-fields.js';
import { priceJump, type PriceChange } from '../../src/core/listing/price-jump.js';
import { reminderDueAt } from '../../src/core/removals/reminders.js';
import { pairRenamed } from '../../src/core/listing/renamed-ids.js';

describe('fault 49: most prices move by a like factor', () => {
  const times = (factor: number, count: number): PriceChange[] =>
    Array.from({ length: count }, (_, n) => ({
      externalId: `a${n}`,
      from: 50_000 + n,
      to: (50_000 + n) * factor,
    }));
  it.each([
    ['tenfold', times(10, 10), 10, 10],
    ['a tenth', times(0.1, 6), 10, 0.1],
    ['another currency', times(117.2, 10), 10, 117.2],
    ['a tenth less', times(0.9, 10), 10, null],
    ['half of them', times(10, 5), 10, null],
    ['too few to tell', times(10, 4), 4, null],
    ['each by another factor', times(10, 10).map((one, n) => ({ ...one, to: one.from * (n + 2) })), 10, null],
  ])('%s', (_name, changes, priced, factor) => {
    const jump = priceJump(changes, priced);
    if (factor === null) expect(jump).toBeNull();
    else expect(jump?.factor).toBeCloseTo(factor);
  });
});

describe('fields that a feed no longer has', () => {
  const full = {
    photos: [{ url: 'a' }],
    title: { sr: 'a', en: 'b' },
    price: { amount: 1 },
    source: { id: 1 },
  };
  const lostOf = (listings: number, comparisons: readonly [former: object, now: object][]): string[] => {
    const tally = new FieldTally();
    for (const [former, now] of comparisons) tally.compare({ ...former }, { ...now });
    return tally.lostByMost(listings).map(({ field, had, lost }) => `${field} ${lost}/${had}`);
  };
  const times = (count: number, former: object, now: object): [object, object][] =>
    Array.from({ length: count }, () => [former, now]);
  it.each([
    ['photos', times(6, full, { ...full, photos: [] }), 6, ['photos 6/6']],
    ['one of several texts', times(6, full, { ...full, title: { sr: 'a', en: '' } }), 6, ['title.en 6/6']],
    ['what is decided elsewhere', times(6, full, { ...full, source: {} }), 6, []],
    ['too few to tell', times(4, full, { title: full.title }), 4, []],
    ['half of all', times(6, full, { ...full, photos: [] }), 12, []],
    ['most keep it', [...times(6, full, { ...full, photos: [] }), ...times(1, full, full)], 7, []],
    [
      'nearly all',
      [...times(19, full, { ...full, photos: [] }), ...times(1, full, full)],
      20,
      ['photos 19/20'],
    ],
    ['few had it', [...times(5, full, {}), ...times(6, {}, {})], 11, []],
  ] as const)('%s', (_name, comparisons, listings, told) => {
    expect(lostOf(listings, [...comparisons])).toEqual(told);
  });

  it.each([
    [{ had: 5, lost: 5 }, 20, true],
    [{ had: 5, lost: 5 }, 2_000, false],
    [{ had: 20, lost: 20 }, 2_000, true],
    [{ had: 4, lost: 4 }, 20, false],
    [{ had: 10, lost: 9 }, 20, false],
    [{ had: 0, lost: 0 }, 20, false],
  ])('marks of what is sold: %o in %i listings', (marks, listings, areLost) => {
    expect(areMarksLost('remove sold', marks, listings)).toBe(areLost);
  });

  it.each([
    [{ had: 12, lost: 12 }, 20, true],
    [{ had: 20, lost: 12 }, 20, true],
    [{ had: 10, lost: 5 }, 20, true],
    [{ had: 11, lost: 5 }, 20, false],
    [{ had: 4, lost: 4 }, 20, false],
    [{ had: 19, lost: 19 }, 2_000, false],
    [{ had: 0, lost: 0 }, 20, false],
  ])('marks of what is reserved: %o in %i listings', (marks, listings, areLost) => {
    expect(areMarksLost(inactiveMark, marks, listings)).toBe(areLost);
  });
});

describe('renamed ids', () => {
  const flat = (address: string, price: number, area: number | undefined = 54) => ({
    transaction: 'sale',
    location: { place_id: 'p', address_line: address },
    structure: { area_sqm: area },
    price: { amount: price, currency: 'EUR' },
  });
  it('pairs what matches in address, area and price, and what nothing else resembles', () => {
    const former = [
      { id: 'a1', payload: flat('Bulevar 1', 90_000) },
      { id: 'a2', payload: flat('Bulevar 2', 90_000) },
      { id: 'a3', payload: flat('Bulevar 3', 90_000) },
      { id: 'a4', payload: flat('Bulevar 3', 90_000) },
      { id: 'a5', payload: { ...flat('Bulevar 5', 90_000), structure: {} } },
    ];
    const now = [
      { id: 'b1', payload: flat('Bulevar 1', 90_000) },
      { id: 'b2', payload: flat('Bulevar 2', 95_000) },
      { id: 'b3', payload: flat('Bulevar 3', 90_000) },
      { id: 'b5', payload: { ...flat('Bulevar 5', 90_000), structure: {} } },
    ];
    expect(pairRenamed(former, now)).toEqual([{ from: 'a1', to: 'b1' }]);
  });
});

describe('feeds of one host that shrink together', () => {
  const feed = (feedId: number, missed: number, of = 20) => ({ feedId, missed, of });
  it.each([
    ['three of three', [feed(1, 10), feed(2, 4), feed(3, 3)], [1, 2, 3]],
    ['two are chance', [feed(1, 10), feed(2, 10), feed(3, 0)], []],
    ['sales are no failure', [feed(1, 2), feed(2, 2), feed(3, 2), feed(4, 3, 100)], []],
    [
      'three of a host with sixty',
      [...Array(57).keys()].map((id) => feed(id + 4, 0)).concat([feed(1, 9), feed(2, 9), feed(3, 9)]),
      [],
    ],
  ])('%s', (_name, feeds, shrunk) => {
    expect(hostShrinks(feeds)).toEqual(shrunk);
  });
});

describe('reminders', () => {
  it('come at `remind_after` and then every week of a hold’s age, each once', () => {
    const day = 86_400_000;
    const told: number[] = [];
    let remindedAt: number | null = null;
    for (let hour = 0; hour <= 24 * 30; hour++) {
      const now = (hour * day) / 24;
      if (reminderDueAt({ openedAt: 0, remindedAt }, 3 * day) > now) continue;
      told.push(now / day);
      remindedAt = now;
    }
    expect(told).toEqual([3, 7, 14, 21, 28]);
  });
});
