import type { FieldProfile } from '../../profile/profile.js';
import { conceptsOf, strongName, wordsOf } from '../../words/concepts.js';
import type { Figures, Findings } from './relation-findings.js';

const partedMin = 3;
const sameBeginning = 4;
/** Prices of sales are more than this many times as high as monthly rents. */
const timesRent = 10;

/**
 * Two columns of amounts whose names begin alike, of which each record fills one: the higher amounts are prices and the lower ones rents
 * (`precioinmo`, `precioalq`).
 */
export function partOffers(figures: readonly Figures[], records: number, findings: Findings): void {
  for (const sale of figures)
    for (const rent of figures) {
      if (sale === rent || sale.subject.isDecoy || rent.subject.isDecoy) continue;
      if (!beginAlike(sale.subject.field, rent.subject.field) || !arePrices(sale, rent, records)) continue;
      findings.prove(sale.subject, 'price');
      findings.ruleOut(sale.subject, ['rent']);
      findings.prove(rent.subject, 'rent');
      findings.ruleOut(rent.subject, ['price']);
    }
}

function beginAlike(one: FieldProfile, other: FieldProfile): boolean {
  const [name, beside] = [one, other].map((field) => wordsOf(field.name).join('')) as [string, string];
  const beginning = name.slice(0, sameBeginning);
  return (
    one.around === other.around &&
    beginning.length === sameBeginning &&
    beside.startsWith(beginning) &&
    saysMoney(name)
  );
}

/** Whether a name begins with the word for a price. */
function saysMoney(name: string): boolean {
  return Array.from({ length: name.length - sameBeginning + 1 }, (_, index) =>
    name.slice(0, index + sameBeginning),
  ).some((part) => (conceptsOf(part).get('price') ?? 0) >= strongName);
}

function arePrices(sale: Figures, rent: Figures, records: number): boolean {
  if (sale.values.size < partedMin || rent.values.size < partedMin) return false;
  if ([...sale.values.keys()].some((record) => rent.values.has(record))) return false;
  if (sale.values.size + rent.values.size < records * 0.9) return false;
  return medianOf(sale) > medianOf(rent) * timesRent;
}

function medianOf({ values }: Figures): number {
  return [...values.values()].sort((a, b) => a - b)[values.size >> 1] ?? 0;
}
