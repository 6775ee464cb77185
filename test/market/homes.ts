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
  /** Null: the record has none. */
  rooms: number | null;
  eur: number;
  /** The property behind the id: an id may be reused for another one. */
  property: number;
  place: number;
  text: HomeText;
}

/** The figures in a title and a description. */
export interface HomeText {
  /** Who wrote them: the software out of the record's fields, errors included, or a person. */
  isComposed: boolean;
  /** Whether the title names the area. */
  titleArea: boolean;
  /** Whether the description names the area. */
  area: boolean;
  /** An area of something else in the description, as a terrace or a yard. */
  otherArea: { name: string; sqm: number } | null;
  /** Whether the description names the price. */
  price: boolean;
  /** The price that a person wrote. A later price need not be written there. */
  typedEur: number;
  /** A sum for something else, as a deposit or a garage. */
  other: { name: string; eur: number } | null;
}

interface Market {
  /** Median EUR per m². */
  sqm: number;
  /** Standard deviation of its logarithm in the whole country. */
  spread: number;
  area: readonly [least: number, most: number];
}

const sales: Readonly<Record<Exclude<Kind, 'room'>, Market>> = {
  flat: { sqm: 1_800, spread: 0.45, area: [22, 140] },
  house: { sqm: 750, spread: 0.6, area: [45, 320] },
  land: { sqm: 18, spread: 1.1, area: [300, 12_000] },
  premises: { sqm: 1_300, spread: 0.6, area: [15, 900] },
  garage: { sqm: 1_100, spread: 0.35, area: [11, 22] },
};
const rents: Readonly<Record<'flat' | 'house' | 'premises' | 'room', Market>> = {
  flat: { sqm: 9, spread: 0.35, area: [22, 110] },
  house: { sqm: 6, spread: 0.5, area: [60, 300] },
  premises: { sqm: 10, spread: 0.6, area: [15, 600] },
  room: { sqm: 12, spread: 0.3, area: [9, 24] },
};

/** Part of the spread lies between towns: Belgrade costs several times a small town. */
const placeCount = 40;
const placeSpread = 0.25;
/** Dearest towns, in which the dearest flats are, and poorest ones, in whose villages the cheapest houses are. */
const dearShare = 0.2;
const poorShare = 0.4;
/**
 * Shares of descriptions that name the price. Of 14 rents in an export of a Serbian agency all did, of 247 sales in exports of four countries
 * 7; of other sums, one in seven. One text in four is composed by software.
 */
const rentsWithPrice = 0.5;
const salesWithPrice = 0.03;
const withOtherSum = 1 / 7;
const composedShare = 0.25;
/**
 * Shares of texts that name the ad's own area: of 825 titles of Serbian ads 205, of 268 descriptions in exports of four countries 178 (of 25
 * Serbian ones 22). 131 of these descriptions name another area.
 */
const titlesWithArea = 0.25;
const withArea = 0.66;
const withOtherArea = 0.49;
/** m² for each room: of 1,810 Serbian flats the median is 26.5, with 5 % below 18 and 5 % above 43. */
const sqmPerRoom = 26.5;
const roomSpread = 0.29;
/** Of 1,813 Serbian flats 3 have no number of rooms. Records of houses have it less often. */
const withoutRooms: Readonly<Partial<Record<Kind, number>>> = { flat: 0.002, house: 0.2 };

export function marketOf({ kind, rent }: Pick<Home, 'kind' | 'rent'>): Market {
  return rent ? rents[kind as keyof typeof rents] : sales[kind as keyof typeof sales];
}

/** The logarithm of the rooms that an area usually has, and its deviation. */
export const roomsOfArea = { sqm: sqmPerRoom, spread: roomSpread };

/** Homes of a kind that are priced apart from all others, within a range in which each price is as likely. */
export interface Tail {
  share: number;
  range: readonly [least: number, most: number];
  /** Whether the range is of the whole price, not of that per m². */
  isTotal: boolean;
}

/** The stated tails: 1 % village houses, 0.5 % of the dearest flats, 2 % cheap land, 1 % dear garages. */
export function tailOf({ kind, rent, place }: Pick<Home, 'kind' | 'rent' | 'place'>): Tail | null {
  if (rent) return null;
  const isDear = place < placeCount * dearShare;
  const isPoor = place >= placeCount * (1 - poorShare);
  if (kind === 'house' && isPoor) return { share: 0.01 / poorShare, range: [12, 29], isTotal: false };
  if (kind === 'flat' && isDear) return { share: 0.005 / dearShare, range: [10_000, 13_000], isTotal: false };
  if (kind === 'land') return { share: 0.02, range: [0.2, 0.95], isTotal: false };
  if (kind === 'garage') return { share: 0.01, range: [40_000, 70_000], isTotal: true };
  return null;
}

/** Throws of one market, and the homes that they make. */
export class Builder {
  readonly #dice: Dice;
  /** Price levels of places, the dearest first. */
  readonly #levels: readonly number[];
  #properties = 0;

  constructor(seed: number) {
    this.#dice = new Dice(seed);
    this.#levels = Array.from({ length: placeCount }, () => Math.exp(placeSpread * this.#normal())).sort(
      (a, b) => b - a,
    );
  }

  get dice(): Dice {
    return this.#dice;
  }

  /** The logarithm of the median EUR per m² of a place, and the deviation of prices around it. */
  usual(home: Pick<Home, 'kind' | 'rent' | 'place'>): { median: number; within: number } {
    const { sqm, spread } = marketOf(home);
    const within = Math.sqrt(spread ** 2 - placeSpread ** 2);
    return { median: Math.log(sqm * (this.#levels[home.place] ?? 1)), within };
  }

  /** The places in which an agency works: the larger it is, the more. */
  places(size: number): number[] {
    const count = this.#dice.between(1, 1 + Math.min(6, Math.ceil(size / 60)));
    return Array.from({ length: count }, () => this.#dice.between(0, placeCount - 1));
  }

  home(id: string, places: readonly number[]): Home {
    const dice = this.#dice;
    const rent = dice.chance(0.25);
    const kind = rent
      ? dice.weighted({ flat: 78, house: 6, premises: 12, room: 4 })
      : dice.weighted({ flat: 60, house: 20, land: 12, premises: 4, garage: 4 });
    const place = dice.pick(places);
    const [least, most] = marketOf({ kind, rent }).area;
    const area = rounded(
      least * (most / least) ** dice.fraction(),
      kind === 'flat' && dice.chance(0.4) ? 1 : 0,
    );
    const value = this.#tail({ kind, rent, area, place }) ?? area * this.#perSqm({ kind, rent, place });
    const eur = asAsked(value, rent);
    const rooms = this.#rooms(kind, area);
    const text = this.#text(eur, { rent, kind });
    return { id, kind, rent, area, rooms, eur, property: this.#properties++, place, text };
  }

  #rooms(kind: Kind, area: number): number | null {
    const without = withoutRooms[kind];
    if (without === undefined || this.#dice.chance(without)) return null;
    const rooms = area / (sqmPerRoom * Math.exp(roomSpread * this.#normal()));
    return Math.max(0.5, Math.round(2 * rooms) / 2);
  }

  #perSqm(home: Pick<Home, 'kind' | 'rent' | 'place'>): number {
    const { median, within } = this.usual(home);
    return Math.exp(median + within * this.#normal());
  }

  #tail(home: Pick<Home, 'kind' | 'rent' | 'area' | 'place'>): number | null {
    const dice = this.#dice;
    const tail = tailOf(home);
    if (tail === null || !dice.chance(tail.share)) return null;
    const [least, most] = tail.range;
    return (tail.isTotal ? 1 : home.area) * (least + (most - least) * dice.fraction());
  }

  #text(eur: number, { rent, kind }: Pick<Home, 'rent' | 'kind'>): HomeText {
    const dice = this.#dice;
    return {
      isComposed: dice.chance(composedShare),
      titleArea: dice.chance(titlesWithArea),
      area: dice.chance(withArea),
      otherArea: dice.chance(withOtherArea) ? this.#otherArea(kind) : null,
      price: dice.chance(rent ? rentsWithPrice : salesWithPrice),
      typedEur: eur,
      other: dice.chance(withOtherSum) ? this.#otherSum(eur, rent) : null,
    };
  }

  #otherArea(kind: Kind): { name: string; sqm: number } {
    const dice = this.#dice;
    if (kind === 'house') return { name: 'Plac ima', sqm: 50 * dice.between(3, 40) };
    if (kind === 'land') return { name: 'Na placu je objekat od', sqm: dice.between(20, 120) };
    return dice.pick([
      { name: 'Terasa ima', sqm: dice.between(3, 20) },
      { name: 'Ostava ima', sqm: dice.between(2, 8) },
      { name: 'Dnevni boravak ima', sqm: dice.between(14, 40) },
    ]);
  }

  #otherSum(eur: number, rent: boolean): { name: string; eur: number } {
    const dice = this.#dice;
    if (rent)
      return dice.pick([
        { name: 'Depozit', eur: eur * dice.between(1, 2) },
        { name: 'Mesečni troškovi su oko', eur: 5 * dice.between(8, 40) },
      ]);
    return dice.pick([
      { name: 'Garažno mesto u zgradi', eur: 500 * dice.between(16, 70) },
      { name: 'Uz dogovor, nameštaj za', eur: 500 * dice.between(2, 30) },
      { name: 'Mesečni troškovi su oko', eur: 5 * dice.between(8, 40) },
    ]);
  }

  /** A standard normal value, cut at three deviations (sum of twelve throws). */
  #normal(): number {
    let sum = -6;
    for (let throws = 0; throws < 12; throws++) sum += this.#dice.fraction();
    return Math.max(-3, Math.min(3, sum));
  }
}

/** Prices as people ask them: rounded to a step of their size. */
function asAsked(eur: number, rent: boolean): number {
  const step = rent ? 5 : eur < 10_000 ? 100 : 500;
  return Math.max(step, Math.round(eur / step) * step);
}

/** At least one step of the last digit. */
export function rounded(value: number, digits: number): number {
  const by = 10 ** digits;
  return Math.max(1 / by, Math.round(value * by) / by);
}
