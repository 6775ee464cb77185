import { Dice } from '../simulator/dice.js';

/**
 * A Serbian market of our own making, whose truth is known: what each agency means, and what its software writes. It reads nothing of the
 * guard's profile. Prices in EUR, rents in EUR a month, areas in m².
 */
export type Kind = 'flat' | 'house' | 'land' | 'premises' | 'garage' | 'room';

/** What an agency means. */
export interface Home {
  id: string;
  kind: Kind;
  rent: boolean;
  area: number;
  eur: number;
  /** The property behind the id: an id may be reused for another one. */
  property: number;
}

/** What its software writes. */
export interface Written {
  home: Home;
  amount: number;
  currency: 'EUR' | 'RSD';
  area: number;
  /** The error in it; null: it is right. */
  error: PlantedError | null;
}

export const errorKinds = [
  'times_10',
  'divided_10',
  'divided_1000',
  'wrong_currency',
  'price_of_m2',
  'price_of_are',
  'area_without_comma',
  'stand_in',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

export interface PlantedError {
  kind: ErrorKind;
  /** By how much the value is wrong, at least 1. */
  factor: number;
  /** Whether the listing was on offer before. */
  onUpdate: boolean;
}

export interface Agency {
  name: string;
  inRsd: boolean;
  homes: Map<string, Written>;
  closed: (day: number) => boolean;
}

export const rsdPerEur = 117;

/** Median EUR per m² of sales, its spread (of the logarithm), and usual areas. */
const sales: Readonly<
  Record<Exclude<Kind, 'room'>, { sqm: number; spread: number; area: [number, number] }>
> = {
  flat: { sqm: 1_800, spread: 0.45, area: [22, 140] },
  house: { sqm: 750, spread: 0.6, area: [45, 320] },
  land: { sqm: 18, spread: 1.1, area: [300, 12_000] },
  premises: { sqm: 1_300, spread: 0.6, area: [15, 900] },
  garage: { sqm: 1_100, spread: 0.35, area: [11, 22] },
};
const rents: Readonly<
  Record<'flat' | 'house' | 'premises' | 'room', { sqm: number; spread: number; area: [number, number] }>
> = {
  flat: { sqm: 9, spread: 0.35, area: [22, 110] },
  house: { sqm: 6, spread: 0.5, area: [60, 300] },
  premises: { sqm: 10, spread: 0.6, area: [15, 600] },
  room: { sqm: 12, spread: 0.3, area: [9, 24] },
};

/** Throws of one market, and the homes that they make. */
export class Builder {
  readonly #dice: Dice;
  #properties = 0;

  constructor(seed: number) {
    this.#dice = new Dice(seed);
  }

  get dice(): Dice {
    return this.#dice;
  }

  home(id: string): Home {
    const dice = this.#dice;
    const rent = dice.chance(0.25);
    const kind = rent
      ? dice.weighted({ flat: 78, house: 6, premises: 12, room: 4 })
      : dice.weighted({ flat: 60, house: 20, land: 12, premises: 4, garage: 4 });
    const {
      sqm,
      spread,
      area: [least, most],
    } = rent ? rents[kind as keyof typeof rents] : sales[kind as keyof typeof sales];
    const area = round(
      least * (most / least) ** dice.fraction(),
      kind === 'flat' && dice.chance(0.4) ? 1 : 0,
    );
    const eur = this.#tail(kind, rent, area) ?? area * sqm * Math.exp(spread * this.#normal());
    return { id, kind, rent, area, eur: asAsked(eur, rent), property: this.#properties++ };
  }

  /** The stated tails: village houses, the dearest flats, cheap land, dear garages. */
  #tail(kind: Kind, rent: boolean, area: number): number | null {
    const dice = this.#dice;
    if (rent) return null;
    if (kind === 'house' && dice.chance(0.01)) return area * (12 + 17 * dice.fraction());
    if (kind === 'flat' && dice.chance(0.005)) return area * (10_000 + 3_000 * dice.fraction());
    if (kind === 'land' && dice.chance(0.02)) return area * (0.2 + 0.75 * dice.fraction());
    if (kind === 'garage' && dice.chance(0.01)) return 40_000 + 30_000 * dice.fraction();
    return null;
  }

  /** A standard normal value, cut at three deviations (sum of twelve throws). */
  #normal(): number {
    let sum = -6;
    for (let throws = 0; throws < 12; throws++) sum += this.#dice.fraction();
    return Math.max(-3, Math.min(3, sum));
  }

  agency(number: number, size: number): Agency {
    const dice = this.#dice;
    const from = dice.between(0, 75);
    const isAway = dice.chance(0.15);
    const agency: Agency = {
      name: `agency-${number}`,
      inRsd: dice.chance(0.08),
      homes: new Map(),
      closed: (day) => isAway && day >= from && day < from + 14,
    };
    for (let index = 0; index < size; index++) {
      const home = this.home(`${number}-${index}`);
      agency.homes.set(home.id, written(home, agency, null));
    }
    return agency;
  }
}

/** What right software writes of a home, or what a mistake makes of it. @param kind null: no mistake */
export function written(home: Home, { inRsd }: Pick<Agency, 'inRsd'>, error: PlantedError | null): Written {
  const currency = inRsd ? 'RSD' : 'EUR';
  const amount = inRsd ? Math.round(home.eur * rsdPerEur) : home.eur;
  return spoilt({ home, amount, currency, area: home.area, error });
}

function spoilt(right: Written): Written {
  const { amount, area, currency, error } = right;
  switch (error?.kind) {
    case undefined:
      return right;
    case 'times_10':
      return { ...right, amount: amount * 10 };
    case 'divided_10':
      return { ...right, amount: round(amount / 10, 2) };
    case 'divided_1000':
      return { ...right, amount: round(amount / 1_000, 3) };
    case 'wrong_currency':
      return { ...right, currency: currency === 'EUR' ? 'RSD' : 'EUR' };
    case 'price_of_m2':
      return { ...right, amount: round(amount / area, 0) };
    case 'price_of_are':
      return { ...right, amount: round((amount / area) * 100, 0) };
    case 'area_without_comma':
      return { ...right, area: area * 10 };
    case 'stand_in':
      return { ...right, amount: 1 };
  }
}

/** The factor by which a written value differs from what is meant. */
export function factorOf(kind: ErrorKind, { area, eur }: Home): number {
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

/** Prices as people ask them: rounded to a step of their size. */
function asAsked(eur: number, rent: boolean): number {
  const step = rent ? 5 : eur < 10_000 ? 100 : 500;
  return Math.max(step, Math.round(eur / step) * step);
}

function round(value: number, digits: number): number {
  const by = 10 ** digits;
  return Math.max(1 / by, Math.round(value * by) / by);
}
