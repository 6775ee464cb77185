import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedFigures } from '../../src/core/content/guard/named-figures.js';
import { Neighbours, noListings, type KnownListings } from '../../src/core/content/guard/neighbours.js';
import { measureOf, UsualTally } from '../../src/core/content/guard/usual-values.js';
import type { Measure, ValueDoubt } from '../../src/model/content.js';

const rsdPerEur = 117;

const flat = (change: Partial<Measure> = {}): Measure => ({
  ...{ kind: 'flat', offer: 'sale', place: 'novi-sad', currency: 'EUR' },
  ...{ eur: 120_000, area: 60, rooms: 2.5 },
  ...change,
});
const land = (change: Partial<Measure> = {}): Measure =>
  flat({ kind: 'land', eur: 9_000, area: 500, rooms: null, ...change });

/** Values around a middle, each as far from it as the normal distribution has them: no chance. */
function around(middle: number, spread: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 0.5) / count;
    const deviation = Math.log(share / (1 - share)) / 1.7;
    return middle * Math.exp(spread * deviation);
  });
}

/** Flats at about 2,000 EUR/m² and land at about 18 EUR/m², which differs much more. */
function market(): Measure[] {
  const perSqm = around(2_000, 0.3, 600);
  const areas = around(60, 0.4, 600);
  const flats = perSqm.map((sqm, index) => {
    const area = areas[(index * 7) % areas.length] ?? 60;
    return flat({ area, eur: sqm * area, rooms: Math.max(0.5, Math.round(area / 13) / 2) });
  });
  const plots = around(18, 1, 1_500).map((sqm, index) => {
    const area = 300 + 40 * ((index * 11) % 200);
    return land({ area, eur: sqm * area, place: ['novi-sad', 'vrbas', 'futog'][index % 3] ?? '' });
  });
  return [...flats, ...plots];
}

function known(measures: readonly Measure[]): KnownListings {
  const tally = new UsualTally();
  for (const measure of measures) tally.add(measure);
  return { usual: tally.values(), currencies: tally.currencies() };
}

const live = known(market());
const none = { areas: [], prices: [] };

function doubtOf(
  measure: Measure,
  { areas = [], prices = [] }: { areas?: number[]; prices?: number[] } = {},
  of: KnownListings = live,
): string | null {
  const doubt = new Neighbours(of, noListings, rsdPerEur).doubtOf(measure, () => ({ areas, prices }));
  return doubt && told(doubt);
}

const told = ({ rule, fields, causes }: ValueDoubt): string => [rule, fields.join('+'), ...causes].join(' ');

describe('a new listing beside others of its kind', () => {
  it.each<[string, Measure, string | null]>([
    ['a usual flat', flat(), null],
    ['a dear one', flat({ eur: 400_000 }), null],
    ['a cheap one', flat({ eur: 45_000 }), null],
    ['ten times the price', flat({ eur: 1_200_000 }), 'unlikely price digit_added'],
    ['a tenth of it', flat({ eur: 12_000 }), 'unlikely price digit_lost'],
    ['a thousandth of it', flat({ eur: 120 }), 'unlikely price thousands_lost'],
    ['dinars called euros', flat({ eur: 120_000 * 117 }), 'unlikely price reads_like_rsd'],
    ['euros called dinars', flat({ eur: 120_000 / 117, currency: 'RSD' }), 'unlikely price reads_like_eur'],
    ['the price of one m²', flat({ eur: 2_000 }), 'unlikely price per_sqm'],
    ['an area without its comma', flat({ area: 605 }), 'unlikely area area_comma_lost'],
    ['an area without a comma before two digits', flat({ area: 6_054 }), 'unlikely area area_comma_lost'],
    ['three times the price, which no slip explains', flat({ eur: 360_000 }), null],
    ['land at a usual price', land(), null],
    ['land at ten times the price, as some land is', land({ eur: 90_000 }), null],
    ['land by the are', land({ eur: 1_800, area: 5_000 }), 'unlikely price per_are'],
    ['a kind of which nothing is known', flat({ kind: 'house', eur: 1_200_000 }), null],
    ['an offer of which nothing is known', flat({ offer: 'rent', eur: 5 }), null],
    ['no area', flat({ area: null, eur: 12_000 }), null],
  ])('%s', (_name, measure, expected) => {
    expect(doubtOf(measure)).toBe(expected);
  });

  it('is in no doubt where few listings are known', () => {
    const few = known(market().slice(0, 19));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (eur, area) => {
          expect(doubtOf(flat({ eur, area }), {}, noListings)).toBeNull();
          expect(doubtOf(flat({ eur, area }), { areas: [area / 10] }, few)).toBeNull();
        },
      ),
    );
  });

  it('is asked about only where it is odd, and less odd without a slip', () => {
    const distance = (eur: number, area: number): number => Math.abs(Math.log(eur / area / 2_000));
    fc.assert(
      fc.property(
        fc.double({ min: 3, max: 17, noNaN: true }),
        // Usual areas: of an odd one, a slip of the area may explain more than the price shows.
        fc.integer({ min: 30, max: 120 }),
        (log, area) => {
          const eur = Math.exp(log);
          const measure = flat({ eur, area, rooms: null });
          const doubt = new Neighbours(live, noListings, rsdPerEur).doubtOf(measure, () => none);
          if (doubt === null) return;
          expect(distance(eur, area)).toBeGreaterThan(Math.log(3));
          const without = [eur * 10, eur / 10, eur * 1000, eur / 1000, eur / 117, eur * area, eur * 100];
          expect(Math.min(...without.map((value) => distance(value, area)))).toBeLessThan(
            distance(eur, area),
          );
        },
      ),
    );
  });

  it('is judged by its texts only where they could decide, and then by them', () => {
    const read = (measure: Measure): number => {
      let times = 0;
      new Neighbours(live, noListings, rsdPerEur).doubtOf(measure, () => (times++, none));
      return times;
    };
    expect([read(flat()), read(flat({ eur: 200_000 })), read(flat({ eur: 1_200_000 }))]).toEqual([0, 0, 1]);
    const cheap = land({ eur: 900, area: 500 });
    expect(doubtOf(cheap)).toBeNull();
    expect(doubtOf(cheap, { prices: [9_000] })).toBe('unlikely price digit_lost');
    expect(doubtOf(cheap, { prices: [900] })).toBeNull();
    const wide = land({ eur: 12_000, area: 9_000 });
    expect(doubtOf(wide)).toBeNull();
    expect(doubtOf(wide, { areas: [900] })).toMatch(/area area_comma_lost/);
    expect(doubtOf(wide, { areas: [9_000, 900] })).toBeNull();
  });

  it('is asked about in a currency that no other price of the feed has, and not in one that they have', () => {
    const plot = land({ eur: 300, currency: 'RSD' });
    expect(doubtOf(plot)).toBe('unlikely price reads_like_eur');
    const inDinars = known(market().map((one) => ({ ...one, currency: 'RSD' })));
    expect(doubtOf(plot, {}, inDinars)).toBeNull();
  });

  it('names price and area where both may be wrong', () => {
    const mixed = doubtOf(land({ eur: 1_000, area: 50_000 }));
    expect(mixed).toMatch(/^unlikely price\+area/);
  });

  it('is in no doubt where others are as odd as it is', () => {
    const castle = flat({ eur: 1_650_000, area: 110, rooms: 4 });
    expect(doubtOf(castle)).toBe('unlikely price digit_added');
    const castles = around(1_650_000, 0.1, 8).map((eur) => flat({ eur, area: 110, rooms: 4 }));
    expect(doubtOf(castle, {}, known([...market(), ...castles]))).toBeNull();
  });

  it('is compared with the rest of its file where few are live, and never with that where many are', () => {
    const wrong = market().map((one) => ({ ...one, eur: one.eur * 10 }));
    const beside = (ofLive: KnownListings, ofFile: KnownListings): boolean =>
      new Neighbours(ofLive, ofFile, rsdPerEur).doubtOf(flat({ eur: 1_200_000 }), () => none) !== null;
    expect(beside(noListings, live)).toBe(true);
    expect(beside(noListings, known(wrong))).toBe(false);
    expect(beside(live, known(wrong))).toBe(true);
  });

  it('does not depend on the order of the others', () => {
    const backwards = known(market().toReversed());
    for (const [group, { places, deviations, ...usual }] of live.usual) {
      expect(backwards.usual.get(group)).toMatchObject(usual);
      expect(new Map(backwards.usual.get(group)?.deviations)).toEqual(deviations);
      expect(new Map(backwards.usual.get(group)?.places)).toEqual(places);
    }
  });
});

describe('what is compared', () => {
  const kinds = new Map([['stan', 'flat'] as const]);
  const payload = {
    ...{ transaction: 'sale', category: 'stan', location: { place_id: 'p1' } },
    ...{ structure: { area_sqm: 54, rooms: 2 }, price: { amount: 117_000, currency: 'RSD' } },
  };
  it('is read from the payload', () => {
    expect(measureOf(payload, { kinds, rsdPerEur })).toEqual({
      ...{ kind: 'flat', offer: 'sale', place: 'p1', currency: 'RSD', eur: 1_000, area: 54, rooms: 2 },
    });
  });
  it.each([
    { category: 'zamak' },
    { location: {} },
    { price: undefined },
    { price: { amount: 0, currency: 'EUR' } },
  ])('is nothing with %j', (change) => {
    expect(measureOf({ ...payload, ...change }, { kinds, rsdPerEur })).toBeNull();
  });
});

describe('figures in texts', () => {
  it.each<[string, number[], number[]]>([
    ['Dvosoban stan 54m2, Liman', [54], []],
    ['Kuća 120,5 m² na placu od 1.250 m2', [120.5, 1_250], []],
    ['Stan 41.5 kvm', [41.5], []],
    ['60 kvadrata, cena 95.000 €', [60], [95_000]],
    ['Cena 95.000,00 EUR ili 11 115 000 RSD', [], [95_000, 95_000]],
    ['Kirija 450 evra, depozit 900 eur', [], [450, 900]],
    ['Стан 54 м², 63.180 динара', [54], [540]],
    ['Sprat 3, lift, 2 terase, izgrađen 1985', [], []],
    ['Stan 2.0 u zgradi, šifra 54321', [], []],
    ['12m2x', [], []],
  ])('%s', (sr, areas, prices) => {
    expect(namedFigures({ title: { sr } }, rsdPerEur)).toEqual({ areas, prices });
    expect(namedFigures({ description: { sr } }, rsdPerEur)).toEqual({ areas, prices });
  });
});
