import { rule, rulesOf, type MappingDraft } from './draft.js';
import type { Candidate } from './candidate.js';
import { covering, type Matches } from './match-fields.js';
import { fold } from '../../../model/fold.js';
import { commonFlags } from '../../../mapping/words/boolean-words.js';
import { flagOf, roughFigure } from '../profile/shapes.js';
import type { FieldProfile } from '../profile/profile.js';
import * as lists from '../words/word-lists.js';

/** Adds price, rent and currency. */
export function buildMoney(
  draft: MappingDraft,
  matches: Matches,
  fields: readonly FieldProfile[],
): { currencies: string[] } {
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
  const published = onRequest(draft, fields);
  const rules = prices.map((one) =>
    rule(one.field.path, { nulls: [0, ...sentinels(one)], ...draft.number(one).rule, ...published }),
  );
  draft.put('price.amount', rulesOf(rules), sale, doubt);
  buildRent(
    draft,
    best,
    prices,
    let_ === undefined ? [] : covering(matches, 'rent', draft.records),
    published,
  );
  return { currencies: buildCurrency(draft, best, sale) };
}

/** Names of columns whose yes keeps the price from being published, and of those whose no does. */
const hidingNames =
  /(on_?request|on_?application|upon_?request|na_?upit|po_?dogovoru|auf_?anfrage|sur_?demande|su_?richiesta|a_?consultar|na_?zapytanie|(^|_)poa|(hide|hidden|sakri\w*|skriven\w*)_?(price|cen[aue])|(price|cena)_?(hidden|skriven\w*|sakrivena))$/;
const showingNames =
  /((show|display|publish|prikazi|prikaz|objavi)_?(price|cen[aue])|(price|cena|preis|prix|precio|prezzo)_?(show|shown|display\w*|visible|public|published|vidljiva|prikazana|javna|sichtbar|anzeigen))$/;

/**
 * The condition under which a price is published, where a column of yes and no says so: `Cena na upit`, `price/@display`. Empty: there is
 * no such column.
 */
function onRequest(draft: MappingDraft, fields: readonly FieldProfile[]): { when?: string } {
  for (const field of fields) {
    const name = nameOfFlag(field.path);
    const hides = hidingNames.test(name);
    if ((!hides && !showingNames.test(name)) || field.path.includes("'")) continue;
    const flags = [...field.distinct.keys()].map((word) => [fold(word), flagOf(word)] as const);
    if (flags.length === 0 || flags.some(([, flag]) => flag === null)) continue;
    const usual = [...commonFlags].flatMap(([word, flag]) => (flag === hides ? [word] : []));
    const words = [
      ...new Set([...flags.flatMap(([word, flag]) => (flag === hides ? [word] : [])), ...usual]),
    ];
    const doubt =
      'Where it says that the price is on request, the price is left out and the listing is not published.';
    draft.note('price.amount', field, doubt, 0.8);
    return { when: `!(fold(field('${field.path}')) in [${words.map((word) => `'${word}'`).join(', ')}])` };
  }
  return {};
}

/** `preise/kaufpreis/@auf_anfrage` and `Cena na upit` in the form that names are compared in; `price/@display` is `price_display`. */
function nameOfFlag(path: string): string {
  return fold(path.split('/').slice(-2).join('_').replaceAll('@', '')).replace(/[^a-z\d]+/g, '_');
}

function buildRent(
  draft: MappingDraft,
  best: Matches['best'],
  prices: readonly Candidate[],
  rents: readonly Candidate[],
  published: { when?: string },
): void {
  const period = best.get('period');
  const rules: unknown[] = [];
  const candidates = [...new Map([...rents, ...prices].map((one) => [one.field.path, one])).values()];
  for (const candidate of candidates) {
    const base = { nulls: [0, ...sentinels(candidate)], ...draft.number(candidate).rule };
    const unit = period === undefined ? null : periodUnit(period);
    if (unit !== null && period !== undefined)
      rules.push({
        from: candidate.field.path,
        ...base,
        when: [`field('${period.field.path}') != ''`, published.when]
          .filter((one) => one !== undefined)
          .join(' && '),
        unit,
      });
    if (unit === null || (period !== undefined && period.shape.filled < draft.records))
      rules.push(rule(candidate.field.path, { ...base, ...published }));
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
