import { currencyOfName } from '../../../../mapping/values/amounts/currencies.js';
import { currencyOfText, readAmounts } from '../../../../mapping/values/amounts/read-amounts.js';
import { numberForm, type NumberForm } from '../../profile/number-forms.js';
import type { FieldProfile } from '../../profile/profile.js';
import { amountFigure, figuresIn } from '../../profile/amount-figure.js';
import { piecesOf, wordsOf, type Concept } from '../../words/concepts.js';
import {
  isOtherAmount,
  isReducedAmount,
  isPriceName,
  isReducedFromRegular,
  isRegularAmount,
} from '../../words/amount-names.js';
import type { Candidate } from '../match/candidate.js';
import { covering, type Matches } from '../match/match-fields.js';
import { ownName } from '../match/own-name.js';

/** A column of prices or rents, with what is known of its currency. */
export interface MoneyColumn {
  candidate: Candidate;
  /** The currency that its name states; null: none. */
  named: string | null;
  /** The currency that follows from a column beside it, which holds the same prices; null: none does. */
  related: 'EUR' | 'RSD' | null;
  /** A column beside it whose cells name the same figure with its currency; null: there is none. */
  beside: FieldProfile | null;
  /** Whether cells hold more than a figure: a currency, a period, a magnitude. */
  isMixed: boolean;
}

/**
 * The columns from which an amount is read, in the order in which they count: EUR before RSD, before those whose currency is not known,
 * before any other. Beside the columns that cover the concept come those with the same prices, as mere figures or in EUR or RSD by their
 * name.
 */
export function moneyColumns(matches: Matches, concept: Concept, records: number): MoneyColumn[] {
  const covered = inForce(
    covering(matches, concept, records).filter(({ field }) => !isOtherAmount(field.path)),
    matches.all.get(concept) ?? [],
  );
  const [main] = covered;
  if (main === undefined) return [];
  const taken = new Set(
    [...matches.best].filter(([one]) => one !== concept).map(([, { field }]) => field.path),
  );
  const free = (matches.all.get(concept) ?? []).filter(
    ({ field }) => !taken.has(field.path) && !isOtherAmount(field.path),
  );
  const inOther = free.filter(
    (one) =>
      !covered.includes(one) &&
      one.score >= 0.5 &&
      isTakenName(nameCurrency(one.field)) &&
      isSamePrice(main.field, one.field),
  );
  // A column of mere figures is read before one that writes the same figures among words.
  const plain = isMixed(main.field)
    ? free.filter(
        ({ field }) => !covered.some((one) => one.field === field) && isPlainTwin(field, main.field),
      )
    : [];
  const columns = [...new Set([...plain, ...covered, ...inOther])].map((candidate) => {
    const { field } = candidate;
    const others = [...free.map((one) => one.field), main.field];
    const beside = isMixed(field)
      ? null
      : (others.find((one) => one !== field && isPlainTwin(field, one)) ?? null);
    const named =
      nameCurrency(field) ?? (isReducedAmount(field.path) ? reducedCurrency(field, covered) : null);
    return { candidate, named, related: null, beside, isMixed: isMixed(field) };
  });
  const spoken = onlyCurrency(matches.best.get('currency')?.field);
  return related(columns).sort((a, b) => rank(a, spoken) - rank(b, spoken));
}

/**
 * The columns with the price in force: beside one before a reduction the reduced one, which is nowhere higher, and any other price in place of
 * both. None where the reduced one is higher somewhere: it is not known then which counts.
 */
function inForce(covered: readonly Candidate[], all: readonly Candidate[]): readonly Candidate[] {
  const regular = all.find(({ field }) => isRegularAmount(field.path));
  if (regular === undefined) return withReduced(covered, all);
  const others = covered.filter(
    ({ field }) => !isRegularAmount(field.path) && !isReducedFromRegular(field.path),
  );
  if (others.length > 0) return others;
  const reduced = all.find(({ field }) => isReducedFromRegular(field.path));
  if (reduced === undefined) return [regular];
  return isNowhereHigher(reduced.field, regular.field) ? [reduced, regular] : [];
}

/** A price whose column is not called the regular one, beside a reduced one. None also where their names state different currencies. */
function withReduced(covered: readonly Candidate[], all: readonly Candidate[]): readonly Candidate[] {
  const reduced = all.find(({ field }) => isReducedAmount(field.path));
  const plain = covered.filter((one) => one !== reduced);
  const [main] = plain;
  if (reduced === undefined || main === undefined) return covered;
  const [own, other] = [nameCurrency(reduced.field), nameCurrency(main.field)];
  const isOfOneCurrency = own === other || own === null || other === null;
  if (isOfOneCurrency && isReducedFrom(reduced.field, main.field)) return [reduced, ...plain];
  // `Akcija` may say by how many per cent; a price that contradicts the other one is a doubt about both.
  return isPriceName(reduced.field.path) ? [] : plain;
}

/** The currency in the name of the price that a reduced one without a currency stands beside. */
function reducedCurrency(reduced: FieldProfile, covered: readonly Candidate[]): string | null {
  const plain = covered.find(({ field }) => field !== reduced);
  return plain === undefined ? null : nameCurrency(plain.field);
}

/** No home costs less than this share of its former price: the amount is in another currency, or says by how much the price fell. */
const reducedLeast = 0.3;

/** Whether amounts are those of another column after a reduction. */
function isReducedFrom(one: FieldProfile, other: FieldProfile): boolean {
  const shares = sharesOf(one, other);
  return shares.every((share) => share === 0 || (share <= 1 && share >= reducedLeast));
}

function sharesOf(one: FieldProfile, other: FieldProfile): number[] {
  return [...one.values].flatMap(([record, [text = '']]) => {
    const [a, b] = [amountFigure(text), amountFigure(other.values.get(record)?.[0] ?? '')];
    return a === null || b === null || b === 0 ? [] : [a / b];
  });
}

function isNowhereHigher(one: FieldProfile, other: FieldProfile): boolean {
  return [...one.values].every(([record, [text = '']]) => {
    const [a, b] = [amountFigure(text), amountFigure(other.values.get(record)?.[0] ?? '')];
    return a === null || b === null || a <= b;
  });
}

/** The currency that all cells of a column of currencies name; null: there are several, or there is no such column. */
function onlyCurrency(field: FieldProfile | undefined): string | null {
  const codes = new Set([...(field?.distinct.keys() ?? [])].map(currencyOfText));
  return codes.size === 1 ? ([...codes][0] ?? null) : null;
}

/** Whether a column holds, as mere figures, what another writes with a currency. */
function isPlainTwin(plain: FieldProfile, written: FieldProfile): boolean {
  if (isMixed(plain) || !isMixed(written) || !statesCurrency(written)) return false;
  const ratio = constantRatio(plain, written);
  return ratio !== null && Math.abs(ratio - 1) < 0.001;
}

/** The currency that the name of a column states. */
export function nameCurrency({ path }: Pick<FieldProfile, 'path'>): string | null {
  const name = ownName(path);
  return currencyOfName([...piecesOf(name), ...(name.match(/\p{Sc}/gu) ?? [])]);
}

function isTakenName(code: string | null): boolean {
  return code === 'EUR' || code === 'RSD';
}

/** @param spoken the currency of the columns whose name states none */
function rank({ named, related: other }: MoneyColumn, spoken: string | null): number {
  const code = named ?? other ?? spoken;
  return code === 'EUR' ? 0 : code === 'RSD' ? 1 : code === null ? 2 : 3;
}

/**
 * Columns without a currency beside one in EUR: a constant ratio of their prices shows that they are in EUR or in RSD; any other constant
 * ratio leaves them out.
 */
function related(columns: readonly MoneyColumn[]): MoneyColumn[] {
  const eur = columns.find(({ named }) => named === 'EUR');
  if (eur === undefined) return [...columns];
  return columns.flatMap((column) => {
    if (column.named !== null || column.beside !== null || statesCurrency(column.candidate.field))
      return [column];
    const ratio = constantRatio(eur.candidate.field, column.candidate.field);
    if (ratio === null) return [column];
    if (ratio > 0.98 && ratio < 1.02) return [{ ...column, related: 'EUR' as const }];
    if (ratio > 100 && ratio < 130) return [{ ...column, related: 'RSD' as const }];
    return [];
  });
}

function statesCurrency({ distinct }: FieldProfile): boolean {
  return [...distinct.keys()].some((text) => currenciesIn(text).length > 0);
}

/** Whether two columns hold the same prices: their names differ by the currency alone, or their ratio is the same in all records. */
function isSamePrice(one: FieldProfile, other: FieldProfile): boolean {
  return stem(one) === stem(other) || constantRatio(one, other) !== null;
}

function stem({ path }: FieldProfile): string {
  const group = path.replace(/[^/]+$/, '');
  return (
    group +
    wordsOf(ownName(path))
      .filter((word) => currencyOfName([word]) === null)
      .join(' ')
  );
}

/** The ratio of the figures of two columns, if at least 3 records have both and it is the same in nine of ten; null: it is not. */
function constantRatio(below: FieldProfile, above: FieldProfile): number | null {
  const ratios: number[] = [];
  for (const [record, [text = '']] of above.values) {
    const [a, b] = [amountFigure(text), amountFigure(below.values.get(record)?.[0] ?? '')];
    if (a !== null && b !== null && a > 0 && b > 0) ratios.push(a / b);
  }
  ratios.sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)];
  if (median === undefined || ratios.length < 3) return null;
  const alike = ratios.filter((ratio) => Math.abs(ratio / median - 1) < 0.03).length;
  return alike >= ratios.length * 0.9 ? median : null;
}

/** How a column of amounts writes its figures, whatever stands beside them. */
export function amountForm(field: FieldProfile): NumberForm {
  const values = new Map(
    [...field.values].map(([record, texts]) => [record, texts.flatMap(figuresIn)] as const),
  );
  return numberForm({ ...field, values });
}

/** Whether some cells hold letters or signs beside their figures. */
function isMixed({ distinct }: FieldProfile): boolean {
  return [...distinct.keys()].some(
    (text) => /\d/.test(text) && /[\p{L}\p{Sc}()/|+]|\d\s*[-–]\s*\d/u.test(text),
  );
}

const notations = [
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ',' },
] as const;

/** The codes of the currencies that a text names, beside figures or alone. */
export function currenciesIn(text: string): string[] {
  if (!/\d/.test(text)) {
    const code = currencyOfText(text);
    return code === null ? [] : [code];
  }
  for (const notation of notations) {
    const cell = readAmounts(text, notation);
    if (cell.kind === 'amounts')
      return cell.amounts.flatMap(({ currency }) => (currency === null ? [] : [currency]));
  }
  return [];
}
