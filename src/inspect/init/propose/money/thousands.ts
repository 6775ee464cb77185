import { amountFigure } from '../../profile/amount-figure.js';
import type { FieldProfile } from '../../profile/profile.js';
import { isThousand } from '../../words/thousand-words.js';
import { wordsOf } from '../../words/concepts.js';
import { ownName } from '../match/own-name.js';
import { nameCurrency } from './money-columns.js';

/** In euros and in dinars: above it no amount is a price or the rent of a month. */
const most = {
  sale: { EUR: 20_000_000, RSD: 1_000_000_000 },
  rent: { EUR: 20_000, RSD: 2_000_000 },
} as const;

/** Amounts of more than this are none of a column in thousands, but written in full. @param currency of the column; null: not known */
export function thousandfoldMost(offer: 'sale' | 'rent', currency: string | null): number {
  return most[offer][currency === 'RSD' ? 'RSD' : 'EUR'];
}

/** Whether the amounts of a column are in thousands: its name says so, and most figures are not too large for it. The others wait. */
export function isInThousands({ path, distinct }: Pick<FieldProfile, 'path' | 'distinct'>): boolean {
  if (!wordsOf(ownName(path)).some(isThousand)) return false;
  const figures = [...distinct.keys()].flatMap((text) => amountFigure(text) ?? []);
  const least = thousandfoldMost('sale', nameCurrency({ path })) / 1_000;
  return figures.length > 0 && figures.filter((figure) => figure > least).length < figures.length * 0.5;
}

/** In euros and in dinars: no property is sold for less, however small. */
const leastSale = 1_000;

/** A single one is a slip, which the guard of content holds. */
const smallMin = 2;

/** Whether several amounts of listings that are not let are too small for a price: people also write 85 for 85,000. */
export function hasTooSmall(
  { values }: Pick<FieldProfile, 'values'>,
  isLet: (record: number) => boolean,
): boolean {
  const small = [...values].filter(([record, [text = '']]) => {
    const figure = amountFigure(text);
    return figure !== null && figure > 1 && figure < leastSale && !isLet(record);
  });
  return small.length >= smallMin;
}

/** Keeps an amount that is too small for a sale from going live. */
export const refuseTooSmall = {
  when: `value < ${leastSale}`,
  why: 'No property is sold for less than 1,000. Where the agency writes thousands, add times: 1000 to the field.',
} as const;
