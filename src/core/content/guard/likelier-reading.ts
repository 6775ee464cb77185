import type { ContentCause, Measure, ValueDoubt } from '../../../model/content.js';
import type { NamedFigures } from './named-figures.js';
import { density, groupOf, perSqmDensity, type UsualOfKind, type UsualValues } from './usual-values.js';

/** What the texts of a listing say about its values. */
interface TextWitness {
  /** The fields whose value stands in a text. */
  asIs: readonly ('price' | 'area')[];
  /** The slips without which the value would be the one in a text. */
  slips: readonly ContentCause[];
}

/** What a listing is judged by. */
export interface Neighbourhood {
  usual: UsualValues;
  /** Number of the feed's other prices of the same offer, by currency; empty: too few to say anything. */
  currencies: ReadonlyMap<string, number>;
  rsdPerEur: number;
}

/** The values without a slip that a person or a program may have made. */
interface Reading {
  slip: ContentCause;
  field: 'price' | 'area';
  eur: number;
  area: number;
}

type Sized = Measure & { area: number };

/** Logarithms of likelihood ratios. One text in four is composed by software, and repeats the error of a field. */
const repeated = Math.log(4);
/** A text hardly ever names by chance what a value would be without a slip. */
const named = Math.log(50);
/** A feed hardly ever has one price in another currency than all others. */
const strange = Math.log(50);
/** From this ratio on, a value is a question. */
const asked = Math.log(60);
/** Up to this ratio, slips of the price and of the area are alike. */
const alike = Math.log(20);

const sqmPerAre = 100;
const sqmPerHectare = 10_000;

/**
 * Doubts a value that is odd among others of its kind and place, where one of the common slips explains it: without the slip the listing is
 * usual, and a slip is much likelier than such a listing (RULES R82). A value that no slip explains, or with few known neighbours, is in no
 * doubt. Where the price and the area explain it alike, both are named.
 * @param figures read from the texts only where they could decide
 */
export function likelierReading(
  measure: Measure,
  figures: () => NamedFigures,
  { usual, currencies, rsdPerEur }: Neighbourhood,
): ValueDoubt | null {
  const ofKind = usual.get(groupOf(measure));
  if (ofKind === undefined || !isSized(measure)) return null;
  const scale = scaleOf(ofKind, measure);
  const asIs = scale(measure.eur, measure.area);
  const bare = readingsOf(measure, rsdPerEur).map(({ slip, field, eur, area }) => ({
    ...{ slip, field },
    odds: scale(eur, area) - asIs + currencyOdds(slip, measure, currencies),
  }));
  if (bare.every(({ odds }) => odds + named < asked)) return null;
  const witness = textWitness(measure, figures(), rsdPerEur);
  const readings = bare
    .map((one) => ({ ...one, odds: one.odds + textOdds(one, witness) }))
    .sort((a, b) => b.odds - a.odds);
  const [best] = readings;
  if (best === undefined || best.odds < asked) return null;
  const likely = new Set(readings.filter(({ odds }) => odds > best.odds - alike).map(({ field }) => field));
  return {
    rule: 'unlikely',
    fields: (['price', 'area'] as const).filter((field) => likely.has(field)),
    causes: [best.slip],
  };
}

/** What of the texts counts for or against a slip. */
function textWitness(measure: Measure, figures: NamedFigures, rsdPerEur: number): TextWitness {
  const { eur, area } = measure;
  const says = (field: 'price' | 'area', value: number | null): boolean =>
    value !== null && figures[field === 'price' ? 'prices' : 'areas'].some((figure) => isNear(figure, value));
  return {
    asIs: (['price', 'area'] as const).filter((field) => says(field, field === 'price' ? eur : area)),
    slips: isSized(measure)
      ? readingsOf(measure, rsdPerEur)
          .filter((reading) => says(reading.field, reading.field === 'price' ? reading.eur : reading.area))
          .map(({ slip }) => slip)
      : [],
  };
}

function isSized(measure: Measure): measure is Sized {
  return measure.area !== null;
}

/** Texts round. */
function isNear(figure: number, value: number): boolean {
  return Math.abs(figure - value) <= 0.005 * value;
}

function readingsOf({ eur, area, currency, kind }: Sized, rsdPerEur: number): Reading[] {
  const ofPrice = (slip: ContentCause, value: number): Reading => ({
    slip,
    field: 'price',
    eur: value,
    area,
  });
  const ofArea = (slip: ContentCause, value: number): Reading => ({ slip, field: 'area', eur, area: value });
  return [
    currency === 'RSD'
      ? ofPrice('reads_like_eur', eur * rsdPerEur)
      : ofPrice('reads_like_rsd', eur / rsdPerEur),
    ofPrice('digit_added', eur / 10),
    ofPrice('digit_lost', eur * 10),
    ofPrice('thousands_added', eur / 1000),
    ofPrice('thousands_lost', eur * 1000),
    ofPrice('per_sqm', eur * area),
    ofArea('area_comma_lost', area / 10),
    ofArea('area_comma_lost', area / 100),
    ...(kind === 'land'
      ? [
          ofPrice('per_are', (eur * area) / sqmPerAre),
          ofPrice('per_hectare', (eur * area) / sqmPerHectare),
          ofArea('area_in_ares', area * sqmPerAre),
        ]
      : []),
  ];
}

/** The logarithm of how likely a price and an area are together. */
type Scale = (eur: number, area: number) => number;

function scaleOf(ofKind: UsualOfKind, { place, rooms }: Sized): Scale {
  const perRoom = rooms === null ? null : ofKind.perRoom;
  return (eur, area) =>
    Math.log(perSqmDensity(ofKind, place, eur / area)) +
    Math.log(density({ ...ofKind.area, count: ofKind.count }, area)) +
    (perRoom === null || rooms === null
      ? 0
      : Math.log(density({ ...perRoom, count: ofKind.count }, area / rooms)));
}

function textOdds({ slip, field }: Pick<Reading, 'slip' | 'field'>, { asIs, slips }: TextWitness): number {
  return (slips.includes(slip) ? named : 0) - (asIs.includes(field) ? repeated : 0);
}

/** A currency of its own tells of a slip. That of all others tells nothing: the figure may still be in the other one. */
function currencyOdds(
  slip: ContentCause,
  { currency }: Measure,
  currencies: Neighbourhood['currencies'],
): number {
  const isOfCurrency = slip === 'reads_like_rsd' || slip === 'reads_like_eur';
  return isOfCurrency && currencies.size > 0 && (currencies.get(currency) ?? 0) === 0 ? strange : 0;
}
