import { rsdPerEur } from '../../../wire/limits.js';
import { isTaken } from './currencies.js';
import type { Amount, AmountFault } from './read-amounts.js';

/** What an amount is read for. */
export type Purpose = 'sale' | 'rent';

/** The price of a sale has a period, so that it may be a rent. */
type ChoiceFault = AmountFault | 'rent';

/** How far the same price in RSD and in EUR may lie from the portal's factor. */
const rateTolerance = 1.5;

/**
 * The amount of a cell that counts: for a sale without a period, for a rent the one with a period if there is any. In several currencies it
 * is that in EUR, else that in RSD, else any: a currency that the portal does not take is never dropped. Unclear where two amounts may be
 * different prices.
 */
export function chooseAmount(
  amounts: readonly Amount[],
  purpose: Purpose,
): { kind: 'one'; amount: Amount } | { kind: 'unclear'; fault: ChoiceFault } {
  const periodic = amounts.filter(({ period }) => period !== null);
  const plain = amounts.filter(({ period }) => period === null);
  const own = purpose === 'sale' ? plain : periodic.length > 0 ? periodic : plain;
  if (own.length === 0) return { kind: 'unclear', fault: 'rent' };
  const distinct = [...new Map(own.map((one) => [`${one.figure} ${one.currency ?? ''}`, one])).values()];
  const [first] = distinct;
  if (first !== undefined && distinct.length === 1) return { kind: 'one', amount: first };
  const [eur, ...moreEur] = distinct.filter(({ currency }) => currency === 'EUR');
  const [rsd, ...moreRsd] = distinct.filter(({ currency }) => currency === 'RSD');
  const bare = distinct.filter(({ currency }) => currency === null);
  const several = { kind: 'unclear', fault: 'several' } as const;
  if (moreEur.length > 0 || moreRsd.length > 0) return several;
  if (eur !== undefined && rsd !== undefined && !isSame(eur.figure, rsd.figure)) return several;
  const chosen = eur ?? rsd;
  if (chosen === undefined) {
    const isOneCurrency = new Set(distinct.map(({ currency }) => currency)).size < distinct.length;
    return isOneCurrency || bare.length > 0 || first === undefined ? several : { kind: 'one', amount: first };
  }
  // A figure without a currency beside this one is the same price in the other currency, or nothing is certain.
  const isExplained = bare.every(({ figure }) =>
    chosen === eur ? isSame(chosen.figure, figure) : isSame(figure, chosen.figure),
  );
  const hasOthers = distinct.some(({ currency }) => currency !== null && !isTaken(currency));
  return isExplained && !(hasOthers && bare.length > 0) ? { kind: 'one', amount: chosen } : several;
}

function isSame(eur: number, rsd: number): boolean {
  const rate = rsd / eur / rsdPerEur;
  return rate < rateTolerance && rate > 1 / rateTolerance;
}
