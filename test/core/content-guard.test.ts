import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serbianBands } from '../../src/core/content/guard/bands.js';
import { guardContent, type GuardInput } from '../../src/core/content/guard/guard-content.js';
import { kindOfCategory } from '../../src/core/content/guard/property-kinds.js';
import { valueDoubts, type ContentProfile } from '../../src/core/content/guard/value-doubts.js';
import { isPlaceholder, type Note } from '../../src/core/content/guard/amount-notes.js';
import type { Confirmation, PastValue } from '../../src/model/content.js';

const profile: ContentProfile = {
  bands: serbianBands,
  kinds: new Map([
    ['stan', 'flat'],
    ['kuca', 'house'],
    ['plac', 'land'],
    ['garaza', 'garage'],
  ]),
  rsdPerEur: 117,
};

type Payload = GuardInput['mapped'];

function sale(amount: number, change: Record<string, unknown> = {}): Payload {
  const { area = 54, currency = 'EUR', ...rest } = change;
  return {
    transaction: 'sale',
    category: 'stan',
    state: 'active',
    title: { sr: 'Stan na Limanu' },
    location: { place_id: 'p1', address_line: 'Narodnog fronta 1' },
    structure: area === null ? {} : { area_sqm: area },
    price: { amount, currency },
    ...rest,
  };
}

function rent(amount: number, change: Record<string, unknown> = {}): Payload {
  const { price, ...rest } = sale(0, change);
  const { currency = 'EUR' } = change;
  return { ...rest, transaction: 'rent', rent: { amount, currency, type: 'long_term' } };
}

const told = (payload: Payload): string[] =>
  valueDoubts(payload, profile).map(({ rule, fields, causes }) =>
    [rule, fields.join('+'), ...causes].join(' '),
  );

const now = 1_800_000_000_000;
const day = 86_400_000;

function guard(mapped: Payload, of: Partial<GuardInput> = {}): ReturnType<typeof guardContent> {
  return guardContent({
    mapped,
    cleared: null,
    valueDoubts: valueDoubts(mapped, profile),
    unknownState: null,
    history: [],
    confirmations: [],
    commonFactor: null,
    rsdPerEur: 117,
    now,
    ...of,
  });
}

describe('doubts of values by themselves', () => {
  it.each<[string, Payload, string[]]>([
    ['a usual flat', sale(95_000), []],
    ['thousands read as decimals', sale(95), ['offer_mismatch price reads_like_rent thousands_lost']],
    ['dinars called euros', sale(11_115_000), ['band price+area reads_like_rsd thousands_added']],
    [
      'euros called dinars',
      sale(95_000, { currency: 'RSD' }),
      ['offer_mismatch price reads_like_rent reads_like_eur per_sqm'],
    ],
    ['the price of one m²', sale(1_760), ['offer_mismatch price reads_like_rent per_sqm']],
    ['a figure in place of a price', sale(1), ['placeholder price']],
    ['another such figure', sale(1_234_567), ['placeholder price']],
    ['a marketing price is none', sale(99_999), []],
    ['an area without its comma', sale(95_000, { area: 5_432 }), ['area area']],
    ['land by the are', sale(2_500, { category: 'plac', area: 800 }), []],
    [
      'land by the are, as its text says',
      sale(2_500, { category: 'plac', area: 800, title: { sr: 'Plac, cena po aru' } }),
      ['band price per_are per_sqm'],
    ],
    ['cheap farm land', sale(1_000, { category: 'plac', area: 15_000 }), []],
    ['a usual rent', rent(450), []],
    ['a rent in dinars called euros', rent(52_000), ['offer_mismatch price reads_like_sale reads_like_rsd']],
    ['a rent of 111, which is one', rent(111), []],
    ['a night', rent(45, { title: { sr: 'Stan na dan, centar' } }), ['daily_rent price per_day']],
    [
      'a price without an area',
      sale(120, { area: null }),
      ['offer_mismatch price reads_like_rent thousands_lost'],
    ],
    ['a category without bands', sale(3, { category: 'zamak' }), []],
    [
      'a garage for the price of a flat',
      sale(250_000, { category: 'garaza', area: 15 }),
      ['band price reads_like_rsd'],
    ],
  ])('%s', (_name, payload, expected) => {
    expect(told(payload)).toEqual(expected);
  });

  it.each([1, 11, 111, 1_111_111, 123, 1234, 1_234_567, 99_999_999, 999_999_999])(
    '%i stands in',
    (amount) => {
      expect(isPlaceholder(amount)).toBe(true);
    },
  );
  it.each([0, 2, 12, 1112, 11_111_111, 99_999, 12_345_678, 1.1])('%d does not', (amount) => {
    expect(isPlaceholder(amount)).toBe(false);
  });

  it('are seen where the mapping converts what the feed writes', () => {
    const [month, flat] = [rent(730), sale(111_000)];
    const note = (code: Note['code'], of: 'price' | 'rent') => ({ code, pointer: `/${of}/amount` });
    const rulesOf = (payload: typeof month, ...issues: ReturnType<typeof note>[]): unknown[] =>
      valueDoubts(payload, profile, issues).map(({ rule }) => rule);
    expect([rulesOf(month), rulesOf(flat)]).toEqual([[], []]);
    expect(rulesOf(month, note('rent_per_day', 'rent'))).toEqual(['daily_rent']);
    expect(rulesOf(flat, note('placeholder_figure', 'price'))).toEqual(['placeholder']);
    expect(rulesOf(flat, note('amount_from', 'price'))).toEqual(['from_price']);
    expect(rulesOf(month, note('amount_from', 'rent'))).toEqual(['from_price']);
    // A rent that fits is no placeholder, whatever its figure was, and what is noted of the other offer says nothing.
    expect(rulesOf(month, note('placeholder_figure', 'rent'))).toEqual([]);
    expect(rulesOf(flat, note('placeholder_figure', 'rent'))).toEqual([]);
  });
});

describe('kinds of property', () => {
  it.each([
    [['apartment', 'Apartment', 'Stan'], 'flat'],
    [['Stan u kući'], 'flat'],
    [['house', 'Kuća'], 'house'],
    [['Sprat kuće', 'Floor of a house'], 'house'],
    [['Vikendica', 'Holiday home'], 'house'],
    [['Poljoprivredno zemljište', 'Farmland'], 'land'],
    [['Plac', 'Building plot'], 'land'],
    [['Poslovni prostor', 'Business premises'], 'premises'],
    [['Lokal', 'Shop'], 'premises'],
    [['Garaža', 'Garage'], 'garage'],
    [['Parking space'], 'garage'],
    [['Соба', 'Room'], 'room'],
    [['Zamak', 'Castle'], null],
    [['Stan', 'House'], null],
  ])('%j is %s', (texts, kind) => {
    expect(kindOfCategory(texts)).toBe(kind);
  });
});

const amounts = fc.integer({ min: 1, max: 2_000_000 });
const areas = fc.integer({ min: 1, max: 20_000 });
const past = (value: string, daysAgo: number, isBase = true): PastValue => ({
  ...{ field: 'price', offer: 'sale', value, isBase },
  until: now - daysAgo * day,
});

describe('the guard', () => {
  it('lets through what the mapping made, or a copy in which doubtful values are the live ones', () => {
    fc.assert(
      fc.property(amounts, amounts, areas, areas, (before, after, areaBefore, areaAfter) => {
        const cleared = sale(before, { area: areaBefore });
        const mapped = sale(after, { area: areaAfter, title: { sr: 'Nov naslov' } });
        const { wanted, doubts } = guard(mapped, { cleared });
        if (doubts.length === 0) expect(wanted).toBe(mapped);
        expect(wanted).toMatchObject({ title: { sr: 'Nov naslov' } });
        const price = (wanted?.price as { amount: number }).amount;
        expect([before, after]).toContain(price);
        if (after >= 5 * before || after * 5 <= before) expect(price).toBe(before);
      }),
    );
  });

  it('never doubts what is live, was live, or is confirmed', () => {
    fc.assert(
      fc.property(amounts, areas, (amount, area) => {
        const mapped = sale(amount, { area });
        expect(guard(mapped, { cleared: mapped }).doubts).toEqual([]);
        const history = [past(`${amount} EUR`, 80), { ...past(`${area}`, 80), field: 'area' as const }];
        expect(guard(mapped, { history }).doubts).toEqual([]);
      }),
    );
  });

  it('never delays that a listing leaves public view', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.boolean(), (before, after, isOther) => {
        const place = { place_id: 'p2', address_line: 'Druga 2' };
        const change = isOther ? { location: place, category: 'garaza' } : {};
        const mapped = sale(after, { ...change, state: 'inactive' });
        expect(guard(mapped, { cleared: sale(before) }).wanted).toMatchObject({ state: 'inactive' });
      }),
    );
  });

  it('compares a jump with the prices of the last 7 days that were in no doubt', () => {
    const jump = (history: PastValue[], amount = 17_000): string[] =>
      guard(sale(amount), { cleared: sale(80_000), history }).doubts.map(({ rule }) => rule);
    expect(jump([])).toEqual([]);
    expect(jump([past('90000 EUR', 6)])).toEqual(['jump']);
    expect(jump([past('90000 EUR', 8)])).toEqual([]);
    expect(jump([past('90000 EUR', 6, false)])).toEqual([]);
    expect(jump([past('90000 EUR', 6)], 18_100)).toEqual([]);
  });

  it('keeps a price waiting that most prices of its file brought, while it is closer to that than to the live one', () => {
    const price = fc.integer({ min: 40_000, max: 300_000 });
    fc.assert(
      fc.property(price, fc.constantFrom(0.25, 0.5, 2, 3), price, (live, factor, now) => {
        const standing = [{ offer: 'sale' as const, value: `${live * factor} EUR` }];
        const of = (amount: number, mapped = sale(amount)): ReturnType<typeof guard> =>
          guard(mapped, { cleared: sale(live), standing, valueDoubts: [] });
        const isCloser =
          Math.max(now / (live * factor), (live * factor) / now) < Math.max(now / live, live / now);
        const isHeld = isCloser || now >= 5 * live || now * 5 <= live;
        expect(of(now).doubts.map(({ field }) => field)).toEqual(isHeld ? ['price'] : []);
        // In dinars it is the same price.
        expect(of(0, sale(now * 117, { currency: 'RSD' })).doubts).toHaveLength(isHeld ? 1 : 0);
        expect(of(live).doubts).toEqual([]);
        expect(of(0, rent(450)).doubts).toEqual([]);
      }),
    );
  });

  const decided = (change: Partial<Confirmation>): Confirmation => ({
    ...{ field: 'price', offer: 'sale', value: '9500 EUR', before: '95000 EUR' },
    ...{ by: 'ana', at: now - day, takenBackAt: null },
    ...change,
  });

  it('undoes a taken-back confirmation once: what was let through after it stays', () => {
    const state = { field: 'state', value: 'Povučen', takenBackAt: now } as const;
    const reserved = sale(95_000, { state: 'inactive' });
    const taken = decided({ ...state, before: 'active' });
    const first = guard(sale(95_000), { cleared: reserved, unknownState: 'Povučen', confirmations: [taken] });
    expect(first).toMatchObject({ wanted: { state: 'active' }, undone: [taken] });
    for (const unknownState of ['Povučen', 'U7']) {
      const confirmations = [decided({ ...state, before: null })];
      const later = guard(sale(95_000), { cleared: reserved, unknownState, confirmations });
      expect(later).toMatchObject({ wanted: { state: 'inactive' }, undone: [] });
    }
  });

  it.each<[string, Payload, Partial<Confirmation>]>([
    ['a price', sale(180_000), { value: '180000 EUR', before: '95000 EUR' }],
    ['an area', sale(95_000, { area: 80 }), { field: 'area', value: '80', before: '54' }],
  ])(
    'asks about %s again whose confirmation was taken back, though no rule names it',
    (_name, mapped, of) => {
      const cleared = sale(95_000);
      const found = guard(mapped, { cleared, confirmations: [decided({ ...of, takenBackAt: now })] });
      expect(found.doubts).toMatchObject([{ value: of.value }]);
      expect(found.wanted).toEqual(cleared);
      expect(guard(mapped, { cleared, confirmations: [decided(of)] }).wanted).toBe(mapped);
    },
  );

  it('takes a confirmed area for no answer about the price that is doubtful with it', () => {
    const mapped = sale(40_000, { area: 900 });
    const cleared = sale(90_000);
    const area = decided({ field: 'area', value: '900', before: '54' });
    const of = (confirmations: Confirmation[]): ReturnType<typeof guard> =>
      guard(mapped, { cleared, confirmations });
    expect(of([area])).toMatchObject({ wanted: { price: { amount: 90_000 }, structure: { area_sqm: 900 } } });
    const price = decided({ value: '40000 EUR', before: '90000 EUR' });
    expect(of([price]).wanted).toMatchObject({ price: { amount: 40_000 }, structure: { area_sqm: 54 } });
    expect(of([price, area]).wanted).toBe(mapped);
  });

  it('takes a confirmation for no answer about another value, and sends again what was before one that is taken back', () => {
    const confirmed: Confirmation = {
      ...{ field: 'price', offer: 'sale', value: '9100 EUR', by: 'a', at: now - day },
      ...{ before: '90000 EUR', takenBackAt: null },
    };
    const cleared = sale(90_000);
    expect(guard(sale(9_100), { cleared, confirmations: [confirmed] }).doubts).toEqual([]);
    expect(guard(sale(9_200), { cleared, confirmations: [confirmed] })).toMatchObject({
      wanted: cleared,
      doubts: [{ rule: 'jump', value: '9200 EUR' }],
    });
    const takenBack = { ...confirmed, takenBackAt: now };
    expect(guard(sale(9_100), { cleared: sale(9_100), confirmations: [takenBack] })).toMatchObject({
      wanted: cleared,
      doubts: [{ field: 'price', value: '9100 EUR' }],
      undone: [takenBack],
    });
  });

  it('keeps a price waiting that changed as most prices of its file did, and no other', () => {
    const cleared = sale(90_000);
    expect(guard(sale(180_000), { cleared, commonFactor: 2 })).toMatchObject({
      wanted: cleared,
      doubts: [{ rule: 'jump', causes: ['most_prices'] }],
    });
    for (const amount of [95_000, 200_000])
      expect(guard(sale(amount), { cleared, commonFactor: 2 }).doubts).toEqual([]);
  });

  it('never compares with a value that was confirmed, also where that was taken back', () => {
    for (const takenBackAt of [null, now]) {
      const { replaced } = guard(sale(61_000), {
        cleared: sale(9_500),
        confirmations: [decided({ takenBackAt, before: null })],
      });
      expect(replaced).toMatchObject([{ value: '9500 EUR', isBase: false }]);
    }
  });

  it('asks about the same figure in another currency, and not about a converted one', () => {
    expect(guard(sale(95_000, { currency: 'RSD' }), { cleared: sale(95_000) }).doubts).toMatchObject([
      { rule: 'currency_only', value: '95000 RSD' },
    ]);
    expect(guard(sale(11_115_000, { currency: 'RSD' }), { cleared: sale(95_000) }).doubts).toEqual([]);
  });

  it('keeps the state that is live where the word for it is not known, and lets a new listing wait', () => {
    const mapped = sale(95_000, { title: { sr: 'Nov naslov' } });
    const cleared = sale(95_000, { state: 'inactive' });
    expect(guard(mapped, { cleared, unknownState: 'Povučen' })).toMatchObject({
      wanted: { state: 'inactive', title: { sr: 'Nov naslov' } },
      doubts: [{ rule: 'unknown_state', field: 'state', value: 'Povučen' }],
    });
    expect(guard(mapped, { unknownState: 'Povučen' }).wanted).toBeNull();
  });

  it('lets the whole change wait where it looks like another offer or property', () => {
    const cleared = sale(95_000);
    const garage = sale(9_000, {
      category: 'garaza',
      area: 14,
      location: { place_id: 'p2', address_line: 'Druga 2' },
    });
    expect(guard(garage, { cleared }).wanted).toEqual(cleared);
    expect(guard(garage, { cleared }).doubts).toMatchObject([{ rule: 'jump', causes: ['other_property'] }]);
    expect(guard(rent(95_000), { cleared }).wanted).toEqual(cleared);
    expect(guard(rent(450), { cleared }).wanted).toEqual(rent(450));
  });

  it('publishes a new listing without a doubtful area, and not with a doubtful price', () => {
    expect(guard(sale(95_000, { area: 5_432 })).wanted).toMatchObject({ structure: {} });
    expect(guard(sale(95)).wanted).toBeNull();
  });
});
