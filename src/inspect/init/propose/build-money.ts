import { rule, rulesOf, type MappingDraft } from './draft.js';
import type { Candidate } from './candidate.js';
import { covering, type Matches } from './match-fields.js';
import { roughFigure } from '../profile/shapes.js';
import type { FieldProfile } from '../profile/profile.js';
import * as lists from '../words/word-lists.js';

/** Adds price, rent and currency. */
export function buildMoney(draft: MappingDraft, matches: Matches): { currencies: string[] } {
  const { best } = matches;
  const price = best.get('price');
  const rent = best.get('rent');
  const sale = price ?? rent;
  const let_ = rent !== undefined && (rent.byName || price === undefined) ? rent : undefined;
  if (sale === undefined) {
    draft.miss('price.amount', 'No price was found. Without one a listing cannot be published.');
    return { currencies: [] };
  }
  const { doubt } = draft.number(sale);
  const prices = price === undefined ? [sale] : covering(matches, 'price', draft.records);
  const rules = prices.map((one) =>
    rule(one.field.path, { nulls: [0, ...sentinels(one)], ...draft.number(one).rule }),
  );
  draft.put('price.amount', rulesOf(rules), sale, doubt);
  buildRent(draft, best, prices, let_ === undefined ? [] : covering(matches, 'rent', draft.records));
  return { currencies: buildCurrency(draft, best, sale) };
}

function buildRent(
  draft: MappingDraft,
  best: Matches['best'],
  prices: readonly Candidate[],
  rents: readonly Candidate[],
): void {
  const period = best.get('period');
  const rules: unknown[] = [];
  const candidates = [...new Map([...rents, ...prices].map((one) => [one.field.path, one])).values()];
  for (const candidate of candidates) {
    const base = { nulls: [0, ...sentinels(candidate)], ...draft.number(candidate).rule };
    const unit = period === undefined ? null : periodUnit(period);
    if (unit !== null && period !== undefined)
      rules.push({ from: candidate.field.path, ...base, when: `field('${period.field.path}') != ''`, unit });
    if (unit === null || (period !== undefined && period.shape.filled < draft.records))
      rules.push(rule(candidate.field.path, base));
  }
  const [lead] = candidates;
  if (lead !== undefined) draft.put('rent.amount', rulesOf(rules), lead, draft.number(lead).doubt);
}

/**
 * Factors that convert a rent per day, week or year to one per month; null if no word of the period is known, the field's score is under
 * 0.6, or its path has an apostrophe.
 */
function periodUnit({ field, score }: Candidate): { from: string; factors: Record<string, number> } | null {
  if (score < 0.6 || field.path.includes("'")) return null;
  const factors: Record<string, number> = {};
  for (const word of field.distinct.keys()) {
    const finding = lists.lookUp(word, lists.periods);
    if (typeof finding?.target === 'number') factors[word] = Math.round(finding.target * 10_000) / 10_000;
  }
  if (Object.keys(factors).length === 0) return null;
  // The table includes the usual periods even if the sample lacks them.
  return { from: field.path, factors: { month: 1, week: 4.3333, day: 30, year: 0.0833, ...factors } };
}

function buildCurrency(draft: MappingDraft, best: Matches['best'], price: Candidate): string[] {
  const own = best.get('currency');
  const inPrice = [...price.field.distinct.keys()].some((text) => lists.currencyOf(text) !== null);
  const named = /(^|[_\W])(eur|rsd)([_\W]|$)/i.exec(price.field.path)?.[2]?.toUpperCase();
  const source = own !== undefined && own.score >= 0.5 ? own : inPrice ? price : undefined;
  if (source === undefined) {
    if (named !== undefined) {
      const why = `Only the name of the column ${price.field.path} states ${named}.`;
      draft.put('price.currency', { const: named }, null, why, 0.75);
      draft.put('rent.currency', { const: named }, null, why, 0.75);
      return [named];
    }
    return [];
  }
  const codes = new Set<string>();
  for (const text of source.field.distinct.keys()) {
    const code = lists.currencyOf(text);
    if (code !== null) codes.add(code);
  }
  const containing: Record<string, string> = { EUR: 'EUR', '€': 'EUR', evra: 'EUR', RSD: 'RSD', din: 'RSD' };
  draft.tables.currency = { containing };
  const foreign = [...codes].filter((code) => code !== 'EUR' && code !== 'RSD');
  const doubt =
    foreign.length === 0
      ? null
      : `The portal accepts only EUR and RSD: prices in ${foreign.join(', ')} wait until the agency exports them in euros.`;
  // Extracted from a price, the word alone is looked up, so that the table needs one line per currency.
  const match = source.field === price.field ? signPattern(price.field) : null;
  const currencyRule = rule(source.field.path, { ...(match !== null && { match }), table: 'currency' });
  for (const field of ['price.currency', 'rent.currency']) draft.put(field, currencyRule, source, doubt);
  return [...codes];
}

/** A pattern that extracts the currency from a price: `6000000 RUB`, `€ 120.000`, `450 zł`; null: none fits all values. */
function signPattern({ distinct }: FieldProfile): string | null {
  const signs = [...distinct.keys()].filter((text) => lists.currencyOf(text) !== null);
  const patterns = [/([A-Z]{3})$/u, /^([A-Z]{3})/u, /([^\d\s.,]+)\.?$/u, /^([^\d\s.,]+)/u];
  return patterns.find((pattern) => signs.every((text) => pattern.test(text)))?.source ?? null;
}

/** Values of a number field that mean "none": `x`, `-`, `on request`. */
export function sentinels({ field }: Candidate): string[] {
  return [...field.distinct.keys()]
    .filter((text) => roughFigure(text) === null && text.length <= 20)
    .slice(0, 10);
}
