import type { Offer } from '../../../model/content.js';
import type { Issue } from '../../../model/outcome.js';

/**
 * Codes of issues by which the mapping notes what an amount says before it is converted. The payload does not show it any more, and the
 * guard judges by it (RULES R82).
 */
export const amountNotes = {
  /** The rent is for one day or night; the mapping makes a month of it. */
  perDay: 'rent_per_day',
  /** The rent is for one week; the mapping makes a month of it. */
  perWeek: 'rent_per_week',
  /** The amount is the lowest of several: `od 95.000 €`. The portal shows it as the price. */
  from: 'amount_from',
  /** The figure stands in for a price (`isPlaceholder`). */
  placeholder: 'placeholder_figure',
} as const;

export type Note = Pick<Issue, 'code' | 'pointer'>;

const noNotes: ReadonlySet<string> = new Set();

/** What is noted of the amount of one offer. Most records have no issue of it. */
export function notesOf(issues: readonly Note[], offer: Offer): ReadonlySet<string> {
  const amount = offer === 'rent' ? '/rent/amount' : '/price/amount';
  const ofAmount = issues.filter(({ pointer }) => pointer === amount);
  return ofAmount.length === 0 ? noNotes : new Set(ofAmount.map(({ code }) => code));
}

/** Figures that stand where a price is required and none may be shown: 1, 11 … 1111111, 123 … 1234567, 99999999, 999999999. */
export function isPlaceholder(amount: number): boolean {
  const digits = String(amount);
  return (
    /^1{1,7}$/.test(digits) || (digits.length >= 3 && '1234567'.startsWith(digits)) || /^9{8,9}$/.test(digits)
  );
}
