import { Builder, marketOf, roomsOfArea, tailOf, type Home } from './homes.js';
import { rsdPerEur, singleErrors, type Agency, type SingleError, type Written } from './market.js';

/** A listing as its record shows it. */
type Shown = Pick<Home, 'kind' | 'rent' | 'place' | 'rooms'> & { eur: number; area: number };

/** Further from the usual price no home of the market lies, but for what rounding adds. */
const cut = 3.1;
/** Shares of descriptions that are composed by software, which repeats an error of a field. */
const composed = 0.25;

/**
 * Knows how the market is made: the level of each place, the spreads, the tails, how often each slip is planted and what texts repeat. Its
 * likelihood ratio separates errors from right values as well as any rule can that looks at one new listing and the sizes of its figures;
 * that people round them is left out, because the market rounds all alike.
 */
export class Oracle {
  readonly #market: Builder;

  constructor(seed: number) {
    this.#market = new Builder(seed);
  }

  /** The logarithm of how much likelier some error is than a right listing, before how rare errors are. */
  oddsOfError(one: Written, agency: Pick<Agency, 'inRsd'>): number {
    const { home, amount, currency, area } = one;
    const isOwnCurrency = (currency === 'RSD') === agency.inRsd[home.rent ? 'rent' : 'sale'];
    if (!isOwnCurrency || amount === 1 || textsDiffer(one)) return Infinity;
    const { kind, rent, place, rooms } = home;
    const shown = { kind, rent, place, rooms, area, eur: currency === 'RSD' ? amount / rsdPerEur : amount };
    const right = this.#density(shown);
    const wrong = singleErrors.reduce((sum, slip) => {
      const meant = without(slip, shown);
      return meant === null ? sum : sum + this.#density(meant) * textFactor(one, slip);
    }, 0);
    if (wrong === 0) return -Infinity;
    return Math.log(wrong / singleErrors.length) - Math.log(right);
  }

  /** How likely the logarithms of price, area and area for each room are. */
  #density(shown: Shown): number {
    const { kind, rent, place, rooms, eur, area } = shown;
    const [least, most] = marketOf({ kind, rent }).area;
    if (area < least - 0.5 || area > most + 0.5) return 0;
    const { median, within } = this.#market.usual({ kind, rent, place });
    const tail = tailOf({ kind, rent, place });
    const ofTail = tail === null ? 0 : tail.share * uniform(tail.isTotal ? eur : eur / area, tail.range);
    const usual = ((1 - (tail?.share ?? 0)) * normal((Math.log(eur / area) - median) / within)) / within;
    const ofRooms =
      rooms === null
        ? 1
        : normal(Math.log(area / rooms / roomsOfArea.sqm) / roomsOfArea.spread, Infinity) /
          roomsOfArea.spread;
    return ((usual + ofTail) * ofRooms) / Math.log(most / least);
  }
}

/** What would have been written without the slip; null: the record shows that it was not made. */
function without(slip: SingleError, shown: Shown): Shown | null {
  const { eur, area } = shown;
  switch (slip) {
    case 'times_10':
      return { ...shown, eur: eur / 10 };
    case 'divided_10':
      return { ...shown, eur: eur * 10 };
    case 'divided_1000':
      return { ...shown, eur: eur * 1_000 };
    case 'price_of_m2':
      return { ...shown, eur: eur * area };
    case 'price_of_are':
      return { ...shown, eur: (eur * area) / 100 };
    case 'area_without_comma':
      return { ...shown, area: area / 10 };
    case 'wrong_currency':
    case 'stand_in':
      return null;
  }
}

/** Whether a text names another price or area than the field has. Only an error of a field brings that about in a new listing. */
function textsDiffer({ home, amount, currency, area }: Written): boolean {
  const { isComposed, price, typedEur } = home.text;
  if (isComposed) return false;
  const eur = currency === 'RSD' ? amount / rsdPerEur : amount;
  return (price && !isNear(typedEur, eur)) || (namesArea(home) && !isNear(home.area, area));
}

function namesArea({ text }: Home): boolean {
  return text.area || text.titleArea;
}

/** A text that names the field's own value repeats the error, if there is one. */
function textFactor({ home }: Written, slip: SingleError): number {
  const isNamed = slip === 'area_without_comma' ? namesArea(home) : home.text.price;
  return isNamed ? composed : 1;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.005 * other;
}

function normal(deviation: number, most = cut): number {
  return Math.abs(deviation) > most ? 0 : Math.exp(-0.5 * deviation ** 2) / Math.sqrt(2 * Math.PI);
}

/** Of the logarithm of a value within a range. */
function uniform(value: number, [least, most]: readonly [number, number]): number {
  return value < least || value > most ? 0 : value / (most - least);
}
