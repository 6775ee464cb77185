import { currencyOfText } from '../../../../mapping/values/amounts/read-amounts.js';
import { lookUp, transactions } from '../../words/word-lists.js';
import type { Figures, Findings, Subject } from './relation-findings.js';

const offersMax = 4;
const recordsMin = 4;
/** The lowest price of a sale that is no fee, and the highest rent of a month. */
const [saleLeast, rentMost] = [3_000, 20_000];
/** Prices of sales are more than this many times as high as monthly rents. */
const timesRent = 20;

/**
 * Proves the price of a file whose names say nothing by two signs: its amounts part sales from rents, or stand beside the currency. Where
 * several columns do, the one in front of the currency is the price.
 */
export function provePriceByOffer(
  subjects: readonly Subject[],
  figures: readonly Figures[],
  findings: Findings,
  records: number,
): void {
  const isKnown = ({ strong, field }: Subject): boolean =>
    strong.includes('price') || strong.includes('rent') || findings.proofs.get(field)?.has('price') === true;
  const offers = offersOf(subjects);
  if (offers === null || records < recordsMin || subjects.some(isKnown)) return;
  const amounts = figures.filter(
    ({ subject, values }) =>
      subject.strong.length === 0 &&
      !subject.isDecoy &&
      values.size >= records * 0.95 &&
      partsOffers(values, offers),
  );
  const beside = amounts.filter(({ subject }) => isBeforeCurrency(subject, subjects));
  const [price, another] = beside.length > 0 ? beside : amounts;
  const hasBoth = new Set(offers.values()).size > 1;
  if (price === undefined || another !== undefined || (!hasBoth && beside.length === 0)) return;
  findings.prove(price.subject, 'price');
}

/** Whether each record is a sale or a rent, by a column of which all words are known; null: there is none. */
function offersOf(subjects: readonly Subject[]): ReadonlyMap<number, 'sale' | 'rent'> | null {
  for (const { field, shape } of subjects) {
    if (shape.distinct > offersMax || shape.words < 0.9) continue;
    const all = [...field.values].map(
      ([record, [text = '']]) => [record, lookUp(text, transactions)] as const,
    );
    const known = all.flatMap(([record, finding]) =>
      finding?.sure === 1 && (finding.target === 'sale' || finding.target === 'rent')
        ? [[record, finding.target] as const]
        : [],
    );
    if (known.length > 0 && known.length === all.length) return new Map(known);
  }
  return null;
}

function partsOffers(
  values: ReadonlyMap<number, number>,
  offers: ReadonlyMap<number, 'sale' | 'rent'>,
): boolean {
  const amountsOf = (offer: string): number[] =>
    [...values]
      .flatMap(([record, figure]) => (offers.get(record) === offer ? [figure] : []))
      .sort((a, b) => a - b);
  const [sales, rents] = [amountsOf('sale'), amountsOf('rent')];
  const middle = (all: readonly number[]): number => all[all.length >> 1] ?? 0;
  return (
    sales.length >= recordsMin - 1 &&
    sales.filter((figure) => figure >= saleLeast).length >= sales.length * 0.95 &&
    new Set(sales).size >= sales.length * 0.5 &&
    rents.every((figure) => figure <= rentMost) &&
    (rents.length === 0 || middle(sales) > middle(rents) * timesRent)
  );
}

/** Whether a column of currencies is the next one. */
function isBeforeCurrency(subject: Subject, subjects: readonly Subject[]): boolean {
  const next = subjects[subjects.indexOf(subject) + 1];
  return next !== undefined && isCurrency(next);
}

function isCurrency({ field, shape }: Subject): boolean {
  return (
    shape.distinct <= offersMax && [...field.distinct.keys()].every((text) => currencyOfText(text) !== null)
  );
}
