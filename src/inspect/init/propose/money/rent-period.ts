import type { Recommendation } from '../../../../core/setup/proposal.js';
import { whyRecommended } from '../../../../texts/proposal-words.js';
import { periodWords, type Period } from '../../../../mapping/values/amounts/amount-words.js';
import { rsdPerEur } from '../../../../wire/limits.js';
import { amountFigure } from '../../profile/amount-figure.js';
import { roughFigure } from '../../profile/shapes.js';
import { wordsOf } from '../../words/concepts.js';
import { timeOfName } from '../../words/time-words.js';
import { lookUp, transactions } from '../../words/word-lists.js';
import type { Matches } from '../match/match-fields.js';
import { ownName } from '../match/own-name.js';
import { isInThousands } from './thousands.js';
import type { MoneyColumn } from './money-columns.js';

/** The time for which a column of rents is paid. */
export interface RentPeriod {
  /** As in a rule; null: a month. */
  period: Exclude<Period, 'month'> | 'ask' | null;
  recommended: Recommendation | null;
}

const monthly: RentPeriod = { period: null, recommended: null };

/**
 * The time that the name of a column states. Without one, rents are for a month where their amounts are as high as those of a month, also
 * for each square metre; otherwise the agency is asked.
 * @param of `isRent`: whether all its amounts are rents; `areaFactor`: what makes square metres of its areas
 * @param isStated whether another column states the time of a record
 */
export function rentPeriod(
  column: MoneyColumn,
  { isRent, areaFactor }: { isRent: boolean; areaFactor: number },
  matches: Matches,
  isStated: (record: number) => boolean,
): RentPeriod {
  const { path } = column.candidate.field;
  const named = timeOfName(wordsOf(ownName(path)));
  if (named !== null && isRent) return named === 'month' ? monthly : { period: named, recommended: null };
  const rents = rentsOf(column, isRent, matches)
    .filter(({ record }) => !isStated(record))
    .map((rent) => ({ ...rent, area: rent.area === null ? null : rent.area * areaFactor }));
  if (rents.length === 0 || currenciesOf(column).some((code) => areMonthly(rents, code))) return monthly;
  return { period: 'ask', recommended: recommendedOf(rents, currenciesOf(column)) };
}

interface Rent {
  record: number;
  amount: number;
  /** Null: unknown. */
  area: number | null;
}

function rentsOf({ candidate }: MoneyColumn, isRent: boolean, { best }: Matches): Rent[] {
  const [offers, areas] = [best.get('transaction')?.field.values, best.get('area')?.field.values];
  const factor = isInThousands(candidate.field) ? 1_000 : 1;
  return [...candidate.field.values].flatMap(([record, [text = '']]) => {
    const figure = amountFigure(text);
    const amount = figure === null ? null : figure * factor;
    const isLet = isRent || lookUp(offers?.get(record)?.[0] ?? '', transactions)?.target === 'rent';
    if (!isLet || amount === null || amount <= 1 || saysPeriod(text)) return [];
    const area = roughFigure(areas?.get(record)?.[0] ?? '');
    return [{ record, amount, area: area === null || area < 5 ? null : area }];
  });
}

function saysPeriod(cell: string): boolean {
  return /\p{L}/u.test(cell) && wordsOf(cell).some((word) => periodWords.has(word));
}

type Currency = 'EUR' | 'RSD';

function currenciesOf({ named, related }: MoneyColumn): Currency[] {
  const code = named ?? related;
  return code === 'EUR' || code === 'RSD' ? [code] : ['EUR', 'RSD'];
}

/** What most rents of a month are, in EUR: at all, and for a square metre. */
const usual = { least: 100, most: 6_000, perAreaLeast: 2.5, perAreaMost: 45 } as const;

function areMonthly(rents: readonly Rent[], currency: Currency): boolean {
  const rate = currency === 'EUR' ? 1 : rsdPerEur;
  const amount = median(rents.map((rent) => rent.amount)) / rate;
  if (amount < usual.least || amount > usual.most) return false;
  const perArea =
    median(rents.flatMap((rent) => (rent.area === null ? [] : [rent.amount / rent.area]))) / rate;
  return perArea === 0 || (perArea >= usual.perAreaLeast && perArea <= usual.perAreaMost);
}

function recommendedOf(
  rents: readonly Rent[],
  [first = 'EUR', ...others]: Currency[],
): Recommendation | null {
  if (others.length > 0) return null;
  const amount = median(rents.map((rent) => rent.amount));
  const inEur = first === 'EUR' ? amount : amount / rsdPerEur;
  const why = whyRecommended.middleRent(amount);
  if (inEur < usual.least) return { answer: 'day', why };
  return inEur > usual.most ? { answer: 'year', why } : null;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
