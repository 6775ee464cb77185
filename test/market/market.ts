import { Builder, rounded, type Home } from './homes.js';

/** What an agency's software writes. */
export interface Written {
  home: Home;
  amount: number;
  currency: 'EUR' | 'RSD';
  area: number;
  street: string;
  /** The error in it; null: it is right. */
  error: PlantedError | null;
}

/** Errors of one listing. */
export const singleErrors = [
  'times_10',
  'divided_10',
  'divided_1000',
  'wrong_currency',
  'price_of_m2',
  'price_of_are',
  'area_without_comma',
  'stand_in',
] as const;
/** Errors of a whole table, of which one column was sorted while the others stayed. */
export const sheetErrors = ['sorted_by_price', 'sorted_by_area', 'sorted_by_address'] as const;
export const errorKinds = [...singleErrors, ...sheetErrors] as const;
export type SingleError = (typeof singleErrors)[number];
export type SheetError = (typeof sheetErrors)[number];
export type ErrorKind = (typeof errorKinds)[number];

export interface PlantedError {
  kind: ErrorKind;
  /** By how much the value is wrong, at least 1. */
  factor: number;
}

export interface Agency {
  name: string;
  /** Whether sales, and rents, are stated in RSD. */
  inRsd: Record<'sale' | 'rent', boolean>;
  places: readonly number[];
  homes: Map<string, Written>;
  closed: (day: number) => boolean;
}

export const rsdPerEur = 117;
/** Of agencies: all prices in RSD. Of some thirty exports, one states sales and rents in different currencies. */
const allInRsd = 0.08;
const rentsInRsd = 0.03;

/** An agency with its first listings, all of them right. */
export function newAgency(number: number, size: number, builder: Builder): Agency {
  const { dice } = builder;
  const from = dice.between(0, 75);
  const isAway = dice.chance(0.15);
  const sale = dice.chance(allInRsd);
  const agency: Agency = {
    name: `agency-${number}`,
    inRsd: { sale, rent: sale || dice.chance(rentsInRsd) },
    places: builder.places(size),
    homes: new Map(),
    closed: (day) => isAway && day >= from && day < from + 14,
  };
  for (let index = 0; index < size; index++) {
    const home = builder.home(`${number}-${index}`, agency.places);
    agency.homes.set(home.id, written(home, agency));
  }
  return agency;
}

/** What right software writes of a home, or what a mistake makes of it. @param error null: no mistake */
export function written(
  home: Home,
  { inRsd }: Pick<Agency, 'inRsd'>,
  error: PlantedError | null = null,
): Written {
  const isRsd = inRsd[home.rent ? 'rent' : 'sale'];
  const currency = isRsd ? 'RSD' : 'EUR';
  const amount = isRsd ? Math.round(home.eur * rsdPerEur) : home.eur;
  return spoilt({ home, amount, currency, area: home.area, street: `Ulica ${streetOf(home)}`, error });
}

/** No agency lists its properties in the order of their streets. */
function streetOf({ property }: Home): number {
  return (property * 7_919) % 100_003;
}

function spoilt(right: Written): Written {
  const { amount, area, currency, error } = right;
  switch (error?.kind) {
    case 'times_10':
      return { ...right, amount: amount * 10 };
    case 'divided_10':
      return { ...right, amount: rounded(amount / 10, 2) };
    case 'divided_1000':
      return { ...right, amount: rounded(amount / 1_000, 3) };
    case 'wrong_currency':
      return { ...right, currency: currency === 'EUR' ? 'RSD' : 'EUR' };
    case 'price_of_m2':
      return { ...right, amount: rounded(amount / area, 0) };
    case 'price_of_are':
      return { ...right, amount: rounded((amount / area) * 100, 0) };
    case 'area_without_comma':
      return { ...right, area: area * 10 };
    case 'stand_in':
      return { ...right, amount: 1 };
    default:
      return right;
  }
}

/** The factor by which a written value differs from what is meant. */
export function factorOf(kind: SingleError, { area, eur }: Home): number {
  switch (kind) {
    case 'times_10':
    case 'divided_10':
    case 'area_without_comma':
      return 10;
    case 'divided_1000':
      return 1_000;
    case 'wrong_currency':
      return rsdPerEur;
    case 'price_of_m2':
      return area;
    case 'price_of_are':
      return Math.max(area / 100, 100 / area);
    case 'stand_in':
      return eur;
  }
}

/** The values of a table's column, each of which moves with the others of its kind. */
const columns: Readonly<Record<SheetError, (row: Written) => Partial<Written>>> = {
  sorted_by_price: ({ amount, currency }) => ({ amount, currency }),
  sorted_by_area: ({ area }) => ({ area }),
  sorted_by_address: ({ street }) => ({ street }),
};

/** The rows of a table whose value is another's after one column was sorted while the others stayed. Errors of single rows move along. */
export function sortedSheet(rows: readonly Written[], kind: SheetError): Written[] {
  const values = rows.map(columns[kind]).sort(compared);
  return rows.flatMap((row, index): Written[] => {
    const value: Partial<Written> | undefined = values[index];
    if (value === undefined || compared(columns[kind](row), value) === 0) return [];
    const one = { ...row, ...value };
    const ratio = (inEur(one) / inEur(row)) * (one.area / row.area);
    return [{ ...one, error: { kind, factor: Math.max(ratio, 1 / ratio) } }];
  });
}

function compared(a: Partial<Written>, b: Partial<Written>): number {
  if (a.street !== undefined && b.street !== undefined)
    return a.street < b.street ? -1 : a.street > b.street ? 1 : 0;
  return (a.area ?? a.amount ?? 0) - (b.area ?? b.amount ?? 0);
}

function inEur({ amount, currency }: Written): number {
  return currency === 'RSD' ? amount / rsdPerEur : amount;
}
