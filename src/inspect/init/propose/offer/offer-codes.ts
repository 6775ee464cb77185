import { fold } from '../../../../model/fold.js';
import { isStateWord } from '../build-state.js';
import type { Candidate } from '../match/candidate.js';
import { isCoded, offersMax } from '../match/coded-columns.js';
import type { Matches } from '../match/match-fields.js';
import type { Offer } from './offer-signs.js';
import type { FieldProfile } from '../../profile/profile.js';
import { roughFigure, shapeOf } from '../../profile/shapes.js';
import { isKnownName } from '../../words/concepts.js';

/** Initials of sale and rent in one language each: prodaja and izdavanje, najam, zakup; sale and rent; vente, venta, vendita, eladó … */
const pairs: readonly (readonly [sale: string, rent: string])[] = [
  ...(['i', 'n', 'z'] as const).map((rent) => ['p', rent] as const),
  ...(['l', 'a'] as const).map((rent) => ['v', rent] as const),
  ...(['r', 'l', 'w', 'n'] as const).map((rent) => ['s', rent] as const),
  ['k', 'm'],
  ['e', 'k'],
];

/** Prices of sales are more than this many times as high as monthly rents. */
const timesRent = 20;

/** A column of codes for sale and rent. */
export interface OfferCodes {
  column: Candidate;
  /** What the codes mean, where their initials and the size of the amounts agree; null: only the agency knows. */
  words: Record<string, Offer> | null;
}

/** A column that is named for sale or rent and holds a few short codes for all records (`ponuda`: P, I); null: there is none. */
export function offerCodes(
  { all, best }: Matches,
  fields: readonly FieldProfile[],
  records: number,
): OfferCodes | null {
  const column = (all.get('transaction') ?? []).find(
    ({ byName, field, shape }) =>
      byName &&
      field.path !== best.get('category')?.field.path &&
      isCoded(field, shape, records, offersMax) &&
      ![...field.distinct.keys()].some(isStateWord),
  );
  return column === undefined
    ? unnamedCodes(best, fields, records)
    : { column, words: provenWords(column, best) };
}

/** A column whose name says nothing (`Prod/Izd`), where initials and amounts both say what its two codes mean; null: there is none. */
function unnamedCodes(
  best: Matches['best'],
  fields: readonly FieldProfile[],
  records: number,
): OfferCodes | null {
  const taken = new Set([...best.values()].map(({ field }) => field.path));
  for (const field of fields) {
    if (taken.has(field.path) || isKnownName(field.name) || field.distinct.size !== 2) continue;
    const shape = shapeOf(field);
    if (!isCoded(field, shape, records, offersMax)) continue;
    const column: Candidate = { concept: 'transaction', field, shape, score: 0.75, byName: false };
    const words = provenWords(column, best);
    if (words !== null) return { column, words };
  }
  return null;
}

function provenWords({ field }: Candidate, best: Matches['best']): OfferCodes['words'] {
  const codes = [...field.distinct.keys()];
  const price = best.get('price') ?? best.get('rent');
  if (codes.length !== 2 || price === undefined || field.disputed === true) return null;
  for (const [sale = '', rent = ''] of [codes, codes.toReversed()]) {
    const initials = [fold(sale).slice(0, 1), fold(rent).slice(0, 1)];
    if (!pairs.some(([one, other]) => initials[0] === one && initials[1] === other)) continue;
    const amounts = (code: string): number[] =>
      [...field.values]
        .filter(([, [text]]) => text === code)
        .flatMap(([record]) => price.field.values.get(record)?.slice(0, 1) ?? [])
        .flatMap((text) => roughFigure(text) ?? [])
        .filter((amount) => amount > 0);
    const [ofSales, ofRents] = [median(amounts(sale)), median(amounts(rent))];
    if (ofSales !== null && ofRents !== null && ofSales > ofRents * timesRent)
      return { [sale]: 'sale', [rent]: 'rent' };
  }
  return null;
}

function median(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
