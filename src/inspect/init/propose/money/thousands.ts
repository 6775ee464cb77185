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

/** Whether the amounts of a column are in thousands: its name says so, and hardly any figure is too large for it. */
export function isInThousands({ path, distinct }: Pick<FieldProfile, 'path' | 'distinct'>): boolean {
  if (!wordsOf(ownName(path)).some(isThousand)) return false;
  const figures = [...distinct.keys()].flatMap((text) => amountFigure(text) ?? []);
  const least = thousandfoldMost('sale', nameCurrency({ path })) / 1_000;
  return figures.length > 0 && figures.filter((figure) => figure > least).length <= figures.length * 0.05;
}
