import type { Measure, Offer } from '../../../model/content.js';
import { ownValue } from '../../../model/own-value.js';
import { areaOf, offerOf, priceOf, type Payload } from './payload-values.js';
import { inEur, type ContentProfile } from './value-doubts.js';

/** Usual values: the median of their logarithms, and their standard deviation, as if no value were odd. */
export interface Usual {
  median: number;
  spread: number;
}

/** Usual values of one kind of property in one offer. */
export interface UsualOfKind {
  /** Number of listings from which they are. */
  count: number;
  /** EUR for each m². `spread` is the one within a place. */
  perSqm: Usual;
  /** Standard deviation of the places' medians. */
  betweenPlaces: number;
  /** Number of listings by how far their EUR for each m² is from what is usual in their place, in steps of `stepOf`. */
  deviations: ReadonlyMap<number, number>;
  places: ReadonlyMap<string, { count: number; median: number }>;
  area: Usual;
  /** m² for each room; null: too few listings have a number of rooms. */
  perRoom: Usual | null;
}

/** By `groupOf`. A group with too few listings is missing. */
export type UsualValues = ReadonlyMap<string, UsualOfKind>;

/** Fewer listings say nothing about others. */
const listingsMin = 20;
/** The median of all places counts as much as that of a place with so many listings. */
const placeWeight = 5;
/** How far places are usually apart: in the capital a flat costs about three times what it costs in a small town. */
const placesApart = 0.5;
/** Smaller deviations mean nothing, however alike the known listings are. */
const spreadMin = 0.2;
/** Half of the deviations of a normal distribution are below this share of its standard deviation. */
const medianDeviation = 0.6745;
/** Further listings of a group in a place add nothing. */
const keptMax = 1_000;

/** Null where nothing can be compared: without a known kind, a place or a price. */
export function measureOf(
  payload: Payload,
  { kinds, rsdPerEur }: Pick<ContentProfile, 'kinds' | 'rsdPerEur'>,
): Measure | null {
  const { category, location, structure } = payload;
  const kind = typeof category === 'string' ? kinds.get(category) : undefined;
  const place = ownValue(location, 'place_id');
  const price = priceOf(payload);
  if (kind === undefined || typeof place !== 'string' || price === null || price.amount <= 0) return null;
  return {
    ...{ kind, place, offer: offerOf(payload), currency: price.currency },
    eur: inEur(price, rsdPerEur),
    area: positive(areaOf(payload)),
    rooms: positive(ownValue(structure, 'rooms')),
  };
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}

/** A step of a logarithm: a factor of 1.28. */
const stepSize = 0.25;
/** The normal distribution counts as much as so many listings: odd ones are too few to show how odd values are spread. */
const normalWeight = 200;
/** Of values, so many are odd for a reason of their own. Among them, each value within `oddRange` of its logarithm is as likely. */
const oddShare = 0.01;
const oddRange = 8;
const partOfPlaces = 1 / 8;

export function groupOf({ kind, offer }: Pick<Measure, 'kind' | 'offer'>): string {
  return `${offer} ${kind}`;
}

/** Number of prices by currency, of sales and of rents. */
export type Currencies = Readonly<Record<Offer, ReadonlyMap<string, number>>>;

/** Gathers measures, listing by listing. */
export class UsualTally {
  count = 0;
  readonly #groups = new Map<string, Map<string, Measured[]>>();
  readonly #currencies = { sale: new Map<string, number>(), rent: new Map<string, number>() };

  add(measure: Measure): void {
    const { place, eur, area, rooms, offer, currency } = measure;
    this.count++;
    this.#currencies[offer].set(currency, (this.#currencies[offer].get(currency) ?? 0) + 1);
    if (area === null) return;
    const key = groupOf(measure);
    const places = this.#groups.get(key) ?? new Map<string, Measured[]>();
    this.#groups.set(key, places);
    const ofPlace = places.get(place) ?? [];
    if (ofPlace.length >= keptMax) return;
    const perRoom = rooms === null ? null : Math.log(area / rooms);
    ofPlace.push({ perSqm: Math.log(eur / area), area: Math.log(area), perRoom });
    places.set(place, ofPlace);
  }

  /** What is known of the listings so far. */
  known(): { usual: UsualValues; currencies: Currencies } {
    return { usual: this.values(), currencies: this.currencies() };
  }

  currencies(): Currencies {
    return this.#currencies;
  }

  values(): Map<string, UsualOfKind> {
    const found = new Map<string, UsualOfKind>();
    for (const [key, places] of this.#groups) {
      const usual = usualOf(places);
      if (usual !== null) found.set(key, usual);
    }
    return found;
  }
}

/** Logarithms of the values of one listing. */
interface Measured {
  perSqm: number;
  area: number;
  perRoom: number | null;
}

function usualOf(places: ReadonlyMap<string, readonly Measured[]>): UsualOfKind | null {
  const all = [...places.values()].flat();
  if (all.length < listingsMin) return null;
  const median = medianOf(all.map(({ perSqm }) => perSqm));
  const medians = new Map(
    [...places].map(([place, ofPlace]) => {
      const own = medianOf(ofPlace.map(({ perSqm }) => perSqm));
      return [place, { count: ofPlace.length, median: own }] as const;
    }),
  );
  const within = [...places].flatMap(([place, ofPlace]) => {
    const center = centerOf({ median, places: medians }, place);
    return ofPlace.map(({ perSqm }) => perSqm - center);
  });
  const spread = spreadOf(within, 0);
  const whole = spreadOf(
    all.map(({ perSqm }) => perSqm),
    median,
  );
  const rooms = all.flatMap(({ perRoom }) => perRoom ?? []);
  return {
    count: all.length,
    perSqm: { median, spread },
    deviations: countedBy(within, stepOf),
    betweenPlaces: betweenPlaces(places.size, Math.max(0, whole ** 2 - spread ** 2)),
    places: medians,
    area: usually(all.map(({ area }) => area)),
    perRoom: rooms.length < listingsMin ? null : usually(rooms),
  };
}

/** EUR for each m² in a place. The fewer listings are known of it, the more all other places count. */
function perSqmIn({ perSqm, betweenPlaces, places }: UsualOfKind, place: string): Usual {
  const unknown = 1 - knownShare(places.get(place)?.count ?? 0);
  return {
    median: centerOf({ median: perSqm.median, places }, place),
    spread: Math.hypot(perSqm.spread, betweenPlaces * Math.sqrt(unknown)),
  };
}

function centerOf(
  { median, places }: Pick<UsualOfKind, 'places'> & { median: number },
  place: string,
): number {
  const own = places.get(place);
  if (own === undefined) return median;
  return median + knownShare(own.count) * (own.median - median);
}

/** The fewer places are known, the less the difference between them says about others. */
function betweenPlaces(count: number, variance: number): number {
  return Math.sqrt((count * variance + placeWeight * placesApart ** 2) / (count + placeWeight));
}

function usually(values: readonly number[]): Usual {
  const median = medianOf(values);
  return { median, spread: spreadOf(values, median) };
}

function spreadOf(values: readonly number[], center: number): number {
  return Math.max(spreadMin, medianOf(values.map((value) => Math.abs(value - center))) / medianDeviation);
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** How likely a price is, by its EUR for each m² (density of the logarithm). Odd ones that are known make others of their kind likelier. */
export function perSqmDensity(ofKind: UsualOfKind, place: string, eurPerSqm: number): number {
  const { median, spread } = perSqmIn(ofKind, place);
  const deviation = Math.log(eurPerSqm) - median;
  const { count, deviations, places } = ofKind;
  const share = knownShare(places.get(place)?.count ?? 0);
  const seen = share * seenDensity(deviations, deviation);
  return withOdd(
    (seen + normalWeight * normalDensity(deviation, spread)) / (share * count + normalWeight),
    count,
  );
}

/** How much a place's own listings count beside those of all others. */
function knownShare(count: number): number {
  return count / (count + placeWeight);
}

/** How likely a value is. */
export function density({ median, spread, count }: Usual & { count: number }, value: number): number {
  return withOdd(normalDensity(Math.log(value) - median, spread), count);
}

/**
 * Among few listings odd ones may be missing by chance: up to three in their number. They lie in few places, as the dearest flats do, so that
 * only a part of the listings counts.
 */
function withOdd(usual: number, count: number): number {
  const share = oddShare + 3 / (count * partOfPlaces + 3);
  return (1 - share) * usual + share / oddRange;
}

function normalDensity(deviation: number, spread: number): number {
  return Math.exp(-0.5 * (deviation / spread) ** 2) / (spread * Math.sqrt(2 * Math.PI));
}

/** Listings near a deviation, for each unit of it. One counts less the further it is, up to two steps. */
function seenDensity(deviations: UsualOfKind['deviations'], deviation: number): number {
  const at = deviation / stepSize;
  let near = 0;
  for (let step = Math.ceil(at - 2); step < at + 2; step++)
    near += (deviations.get(step) ?? 0) * (1 - Math.abs(at - step) / 2);
  return near / (2 * stepSize);
}

function stepOf(deviation: number): number {
  return Math.round(deviation / stepSize);
}

function countedBy(values: readonly number[], keyOf: (value: number) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}
