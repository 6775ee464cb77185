import type { FieldProfile } from '../../profile/profile.js';
import { isOtherAmount } from '../../words/amount-names.js';
import * as lists from '../../words/word-lists.js';
import type { Candidate } from '../match/candidate.js';
import type { Matches } from '../match/match-fields.js';
import { amountFigure } from '../../profile/amount-figure.js';

/** A monthly rent below this, in any currency of Europe, is none: the period is that of another amount. */
const monthLeast = 40;

/**
 * The column that names the period of the rent, with the factors that make a month of each; null: there is none. A column of a tax or a
 * deposit, or one that stands directly behind such an amount, is the period of that one; so is one by which most rents would be too low.
 */
export function ownPeriod(
  { all, best }: Matches,
  fields: readonly FieldProfile[],
): { field: FieldProfile; factors: Record<string, number> } | null {
  const rent = best.get('rent') ?? best.get('price');
  for (const { field, score } of all.get('period') ?? []) {
    if (score < 0.6 || field.path.includes("'") || isOtherAmount(field.path) || isBehindOther(field, fields))
      continue;
    const factors: Record<string, number> = {};
    for (const word of field.distinct.keys()) {
      const finding = lists.lookUp(word, lists.periods);
      if (typeof finding?.target === 'number') factors[word] = Math.round(finding.target * 10_000) / 10_000;
    }
    if (Object.keys(factors).length === 0 || (rent !== undefined && isTooLittle(rent, field, factors)))
      continue;
    // The table includes the usual periods even if the sample lacks them.
    return { field, factors: { month: 1, week: 4.3333, day: 30, year: 0.0833, ...factors } };
  }
  return null;
}

/** Whether the column before this one, in the same element, holds an amount of another kind. */
function isBehindOther(field: FieldProfile, fields: readonly FieldProfile[]): boolean {
  const group = groupOf(field.path);
  const before = fields.slice(0, fields.indexOf(field)).findLast(({ path }) => groupOf(path) === group);
  return before !== undefined && isOtherAmount(before.path);
}

function groupOf(path: string): string {
  return path.replace(/[^/]+$/, '');
}

/** Whether most rents with a period longer than a month would be less than any rent of a month. */
function isTooLittle(
  { field }: Candidate,
  period: FieldProfile,
  factors: Readonly<Record<string, number>>,
): boolean {
  let all = 0;
  let small = 0;
  for (const [record, [word = '']] of period.values) {
    const factor = factors[word];
    const figure = amountFigure(field.values.get(record)?.[0] ?? '');
    if (factor === undefined || factor >= 1 || figure === null || figure === 0) continue;
    all++;
    if (figure * factor < monthLeast) small++;
  }
  return all > 0 && small > all / 2;
}
