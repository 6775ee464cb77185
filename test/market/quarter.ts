import { Builder, type Home } from './homes.js';
import {
  factorOf,
  newAgency,
  sheetErrors,
  singleErrors,
  sortedSheet,
  written,
  type Agency,
  type PlantedError,
  type Written,
} from './market.js';

/** What one poll of an agency's feed brings. */
export interface PollOfAgency {
  agency: Agency;
  day: number;
  changed: Written[];
  gone: string[];
}

export interface QuarterOptions {
  agencies: number;
  listings: number;
  days: number;
  seed: number;
}

const pollsADay = 4;
/** Of a listing and day: a new price, and a planted error. */
const repriced = 0.012;
const spoiltShare = 0.0006;
/** Of new listings: a planted error. */
const spoiltNew = 0.01;
const daysOnOffer = 90;
/** Of all new prices, those that are right and more than three times the former. */
const tripled = 1 / 300;
const reused = 0.000_05;
/** Of agencies: one table in the quarter of which one column is sorted while the others stay. */
const sortedOnce = 0.3;
/** Of new prices: the price in the text is written anew as well. */
const retyped = 0.5;

/** The polls of a quarter, in order. Errors are corrected by the agency after one to five days. */
export function* quarter({ agencies: count, listings, days, seed }: QuarterOptions): Generator<PollOfAgency> {
  const builder = new Builder(seed);
  const { dice } = builder;
  const agencies = sizes(count, listings, dice).map((size, index) => newAgency(index, size, builder));
  const corrections = new Map<string, number>();
  const sorted = new Map(
    agencies.filter(() => dice.chance(sortedOnce)).map(({ name }) => [name, dice.between(5, days - 10)]),
  );
  for (const agency of agencies) yield { agency, day: 0, changed: [...agency.homes.values()], gone: [] };
  for (let day = 1; day <= days; day++)
    for (let poll = 0; poll < pollsADay; poll++)
      for (const agency of agencies) {
        const { changed, gone } = agency.closed(day)
          ? { changed: [], gone: [] }
          : new AgencyPoll(agency, day, builder, corrections).step(
              poll === 0 && sorted.get(agency.name) === day,
            );
        yield { agency, day, changed, gone };
      }
}

class AgencyPoll {
  readonly #changed = new Map<string, Written>();
  readonly #gone: string[] = [];

  constructor(
    private readonly agency: Agency,
    private readonly day: number,
    private readonly builder: Builder,
    private readonly corrections: Map<string, number>,
  ) {}

  step(isSorted: boolean): { changed: Written[]; gone: string[] } {
    const { agency, builder, day } = this;
    const { dice } = builder;
    if (day === 30 && agency.name.endsWith('7') && dice.chance(0.06)) this.#renumber();
    if (day === 45 && agency.name.endsWith('3') && dice.chance(0.06)) this.#switchCurrency();
    for (const one of [...agency.homes.values()]) this.#live(one);
    const rate = agency.homes.size / daysOnOffer / pollsADay;
    const born = Math.floor(rate) + (dice.chance(rate % 1) ? 1 : 0);
    for (let index = 0; index < born; index++) {
      const home = builder.home(`${agency.name}-${day}-${dice.between(0, 1e9)}`, agency.places);
      this.#write(home, dice.chance(spoiltNew) ? this.#error(home) : null);
    }
    if (isSorted) this.#sort();
    return { changed: [...this.#changed.values()], gone: this.#gone };
  }

  /** One column of the table is sorted; a day or more later, all of it is put right at once. */
  #sort(): void {
    const { dice } = this.builder;
    const right = [...this.agency.homes.values()].filter(({ error }) => error === null);
    const until = this.day + dice.between(1, 5);
    for (const row of sortedSheet(right, dice.pick(sheetErrors))) {
      this.corrections.set(row.home.id, until);
      this.#keep(row);
    }
  }

  #live({ home, error }: Written): void {
    const { dice } = this.builder;
    const corrected = this.corrections.get(home.id);
    if (error !== null) {
      if (corrected !== undefined && corrected <= this.day) this.#write(home, null);
      return;
    }
    if (dice.chance(1 / daysOnOffer / pollsADay)) {
      this.agency.homes.delete(home.id);
      this.#gone.push(home.id);
    } else if (dice.chance(reused / pollsADay))
      this.#write(this.builder.home(home.id, this.agency.places), null);
    else if (dice.chance(spoiltShare / pollsADay)) this.#write(home, this.#error(home));
    else if (dice.chance(repriced / pollsADay)) {
      const by = dice.chance(tripled) ? 3 + 1.5 * dice.fraction() : 0.88 + 0.16 * dice.fraction();
      const eur = Math.max(5, Math.round((home.eur * by) / 5) * 5);
      const text = dice.chance(retyped) ? { ...home.text, typedEur: eur } : home.text;
      this.#write({ ...home, eur, text }, null);
    }
  }

  #error(home: Home): PlantedError {
    const { dice } = this.builder;
    const kind = dice.pick(singleErrors);
    this.corrections.set(home.id, this.day + dice.between(1, 5));
    return { kind, factor: factorOf(kind, home) };
  }

  #write(home: Home, error: PlantedError | null): void {
    this.#keep(written(home, this.agency, error));
  }

  #keep(one: Written): void {
    this.agency.homes.set(one.home.id, one);
    this.#changed.set(one.home.id, one);
  }

  /** Other software: each home has a new id. */
  #renumber(): void {
    for (const { home } of [...this.agency.homes.values()]) {
      this.agency.homes.delete(home.id);
      this.#gone.push(home.id);
      this.#write({ ...home, id: `n-${home.id}` }, null);
    }
  }

  /** The whole feed is in the other currency from now on, rightly converted. */
  #switchCurrency(): void {
    const { sale, rent } = this.agency.inRsd;
    this.agency.inRsd = { sale: !sale, rent: !rent };
    for (const { home, error } of [...this.agency.homes.values()])
      if (error === null) this.#write(home, null);
  }
}

/** Sizes of agencies from 2 to 900, many small and few large, that add up to about `listings`. */
function sizes(count: number, listings: number, dice: Builder['dice']): number[] {
  const drawn = Array.from({ length: count }, () => 2 * 450 ** (dice.fraction() ** 0.8));
  const by = listings / drawn.reduce((sum, size) => sum + size, 0);
  return drawn.map((size) => Math.max(2, Math.min(900, Math.round(size * by))));
}
