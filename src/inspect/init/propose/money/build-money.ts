import { ambiguityDoubt, rule, rulesOf, type MappingDraft } from '../draft/draft.js';
import type { Candidate } from '../match/candidate.js';
import type { Matches } from '../match/match-fields.js';
import { amountForm, currenciesIn, moneyColumns, type MoneyColumn } from './money-columns.js';
import { ownPeriod } from './own-period.js';
import { hasTooSmall, isInThousands, refuseTooSmall, thousandfoldMost } from './thousands.js';
import { rentPeriod, type RentPeriod } from './rent-period.js';
import { fold } from '../../../../model/fold.js';
import { commonFlags } from '../../../../mapping/words/boolean-words.js';
import { flagOf, roughFigure } from '../../profile/shapes.js';
import type { FieldProfile } from '../../profile/profile.js';
import { isSaleAmount } from '../../words/amount-names.js';
import { transactions } from '../../words/word-lists.js';
import { lookUpIn } from '../build-words.js';

/** Adds price, rent and currency. @param areAllRents whether all listings are let, as far as the file shows */
export function buildMoney(
  draft: MappingDraft,
  matches: Matches,
  fields: readonly FieldProfile[],
  { areAllRents, areaFactor }: { areAllRents: boolean; areaFactor: number },
): { currencies: string[] } {
  const prices = moneyColumns(matches, 'price', draft.records);
  const rents = moneyColumns(matches, 'rent', draft.records);
  const columns = prices.length > 0 ? prices : rents.slice(0, 1);
  const [sale] = columns;
  if (sale === undefined) {
    draft.miss('price.amount', 'No price was found. Without one a listing cannot be published.');
    return { currencies: [] };
  }
  const isOwnRent = rents[0]?.candidate.byName === true || prices.length === 0;
  const ofRents = [
    ...new Map(
      (isOwnRent
        ? [...rents, ...columns.filter((one) => !isSaleAmount(one.candidate.field.path))]
        : columns
      ).map((one) => [one.candidate.field.path, one]),
    ).values(),
  ];
  const money: Money = {
    published: onRequest(draft, fields),
    currency: matches.best.get('currency') ?? null,
    currencies: (matches.all.get('currency') ?? []).filter(({ score }) => score >= ownCurrencyLeast),
    names: new Set([...columns, ...ofRents].map(({ named }) => named)),
    isLet: letIn(matches),
  };
  const rules = columns.map((one) =>
    rule(one.candidate.field.path, { ...reading(one, money, { draft, offer: 'sale' }), ...money.published }),
  );
  draft.put('price.amount', rulesOf(rules), sale.candidate, formDoubt(sale, draft));
  const soldFor = new Set(prices.map(({ candidate }) => candidate.field.path));
  const isRent = ({ candidate: { field } }: MoneyColumn): boolean => areAllRents || !soldFor.has(field.path);
  buildRent(draft, ofRents, money, {
    stated: ownPeriod(matches, fields),
    of: (column, records) => rentPeriod(column, { isRent: isRent(column), areaFactor }, matches, records),
  });
  return { currencies: noteCurrency(draft, [...new Set([...columns, ...ofRents])], money) };
}

/** What all amounts of a feed have in common. */
interface Money {
  /** The condition under which a price is published; empty: always. */
  published: { when?: string };
  /** The column that names currencies; null: there is none. */
  currency: Candidate | null;
  /** All columns that may name currencies, best first. */
  currencies: readonly Candidate[];
  /** The currencies that names of columns state; null for a column whose name states none. */
  names: ReadonlySet<string | null>;
  /** Whether the words of a record say that it is let. */
  isLet: (record: number) => boolean;
}

function letIn({ best }: Matches): Money['isLet'] {
  const offers = best.get('transaction')?.field;
  return (record) =>
    (offers?.values.get(record) ?? []).some(
      (text) => offers !== undefined && lookUpIn(offers, text, transactions)?.target === 'rent',
    );
}

/** The keys of a rule that reads a column of amounts. */
function reading(
  column: MoneyColumn,
  money: Money,
  { draft, offer }: { draft: MappingDraft; offer: 'sale' | 'rent' },
): Record<string, unknown> {
  const form = figuresOf(column, money, draft);
  const { field } = column.candidate;
  if (!isInThousands(field))
    return offer === 'sale' && hasTooSmall(field, money.isLet) ? { ...form, refuse: refuseTooSmall } : form;
  const why = 'The column is one of amounts in thousands, and this one is too large for it.';
  return { ...form, times: 1000, refuse: { when: `value > ${thousandfoldMost(offer, column.named)}`, why } };
}

function figuresOf(column: MoneyColumn, money: Money, draft: MappingDraft): Record<string, unknown> {
  const { candidate, isMixed } = column;
  const stated = statements(column, money);
  if (!isMixed && stated.length === 0)
    return { nulls: [0, ...sentinels(candidate)], ...draft.number(candidate).rule };
  const { decimal, thousands } = amountForm(candidate.field);
  const { common } = draft;
  const isCommon =
    thousands === 'none'
      ? isWhole(candidate) || decimal === common.decimal
      : decimal === common.decimal && thousands === common.thousands;
  const amount = stated.length === 0 ? 1 : { edition: 1, currency: stated.length === 1 ? stated[0] : stated };
  return {
    nulls: [0, ...wordsIn(candidate)],
    ...(!isCommon && { number: { decimal, ...(thousands !== 'none' && { thousands }) } }),
    amount,
  };
}

/** Where the currency of a column's amounts is stated, besides their cells. */
function statements(column: MoneyColumn, money: Money): unknown[] {
  const { named, related, beside } = column;
  const { names } = money;
  const currency = currencyOf(column, money);
  // A column of currencies speaks of the amounts whose own name states none, if there are such.
  const isSpokenOf = currency !== null && (named === null || names.size === 1);
  return [
    ...(named === null ? [] : [named]),
    ...(named === null && related !== null ? [related] : []),
    ...(isSpokenOf ? [{ from: currency.field.path, table: 'currency' }] : []),
    ...(beside !== null && named === null && !isSpokenOf ? [{ from: beside.path }] : []),
  ];
}

const ownCurrencyLeast = 0.5;

/** The column that names the currency of these amounts: an attribute of theirs, one in their own group, or that of the file. */
function currencyOf(
  { candidate: { field } }: MoneyColumn,
  { currency, currencies }: Money,
): Candidate | null {
  const [, group] = /^(.*)\/[^/]+$/.exec(field.path) ?? [];
  const isBeside = ({ field: { path } }: Candidate): boolean =>
    group !== undefined && path.startsWith(`${group}/`) && !path.slice(group.length + 1).includes('/');
  return (
    currencies.find(({ field: { path } }) => path.startsWith(`${field.path}/@`)) ??
    currencies.find(isBeside) ??
    currency
  );
}

function isWhole({ field }: Candidate): boolean {
  return ![...field.distinct.keys()].some((text) => /\d[.,]\d/.test(text));
}

/** Values without a figure: `po dogovoru`. */
function wordsIn({ field }: Candidate): string[] {
  return [...field.distinct.keys()].filter((text) => !/\d/.test(text) && text.length <= 20).slice(0, 10);
}

/** The doubt about a figure that may be read in two ways. */
function formDoubt({ candidate, isMixed }: MoneyColumn, draft: MappingDraft): string | null {
  if (!isMixed) return draft.number(candidate).doubt;
  const { ambiguous } = amountForm(candidate.field);
  return ambiguous === null ? null : ambiguityDoubt(ambiguous);
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

/** The times for which rents are paid. */
interface Periods {
  /** The column that states them, with their factors; null: there is none. */
  stated: { field: FieldProfile; factors: Record<string, number> } | null;
  /** That of a column, where no record states it. @param isStated whether a record does */
  of: (column: MoneyColumn, isStated: (record: number) => boolean) => RentPeriod;
}

/** Adds the rent, with the factor of its period. */
function buildRent(
  draft: MappingDraft,
  columns: readonly MoneyColumn[],
  money: Money,
  { stated, of }: Periods,
): void {
  const { published } = money;
  const rules: unknown[] = [];
  let asks: string | null = null;
  for (const column of columns) {
    const { path } = column.candidate.field;
    const base = reading(column, money, { draft, offer: 'rent' });
    if (stated !== null) {
      const when = [`field('${stated.field.path}') != ''`, published.when].filter((one) => one !== undefined);
      const unit = { from: stated.field.path, factors: stated.factors };
      rules.push({ from: path, ...base, when: when.join(' && '), unit });
    }
    if (stated !== null && stated.field.values.size >= draft.records) continue;
    const { period, recommended } = of(column, (record) => stated?.field.values.has(record) === true);
    rules.push(rule(path, { ...base, ...published, ...(period !== null && { period }) }));
    if (period !== 'ask') continue;
    asks = 'rent.period';
    if (recommended !== null) draft.recommended.set(asks, recommended);
  }
  const [lead] = columns;
  if (lead !== undefined)
    draft.put('rent.amount', rulesOf(rules), lead.candidate, formDoubt(lead, draft), undefined, asks);
}

/**
 * Reports where the currency is stated, and adds the table of a currency column that is read. @returns the codes of all currencies that are
 * stated
 */
function noteCurrency(draft: MappingDraft, columns: readonly MoneyColumn[], money: Money): string[] {
  const { currency } = money;
  const codes = new Set<string>();
  for (const column of columns) {
    const { named, related, beside, candidate } = column;
    for (const code of [named, related]) if (code !== null) codes.add(code);
    for (const text of [...candidate.field.distinct.keys(), ...(beside?.distinct.keys() ?? [])])
      for (const code of currenciesIn(text)) codes.add(code);
  }
  const isUsed =
    currency !== null && columns.some((one) => statements(one, money).some((at) => typeof at === 'object'));
  if (isUsed) {
    draft.tables.currency = { words: {} };
    for (const text of columns.flatMap((one) => [...(currencyOf(one, money)?.field.distinct.keys() ?? [])]))
      for (const code of currenciesIn(text)) codes.add(code);
  }
  if (codes.size === 0 && !isUsed) return [];
  const [first] = columns;
  // Where each record has an amount in EUR or RSD, no other is read.
  const isCovered =
    isTakenCode(first?.named ?? null) && (first?.candidate.shape.filled ?? 0) >= draft.records;
  const foreign = isCovered ? [] : [...codes].filter((code) => !isTakenCode(code));
  const inCells = columns.find(({ candidate }) =>
    [...candidate.field.distinct.keys()].some((text) => currenciesIn(text).length > 0),
  );
  const byName = columns.find(({ named }) => named !== null);
  const source = isUsed ? currency : (inCells?.candidate ?? byName?.candidate ?? null);
  // Two columns of the same prices in EUR and RSD prove one another.
  const isOnlyNamed =
    !isUsed && inCells === undefined && byName !== undefined && !(codes.has('EUR') && codes.has('RSD'));
  const doubt =
    foreign.length > 0
      ? `The portal accepts only EUR and RSD: prices in ${foreign.join(', ')} wait until the agency exports them in euros.`
      : isOnlyNamed
        ? `Only the name of the column ${byName.candidate.field.path} states ${byName.named ?? ''}.`
        : null;
  for (const field of ['price.currency', 'rent.currency'])
    draft.state(field, source, doubt, isUsed || inCells !== undefined ? undefined : isOnlyNamed ? 0.75 : 0.9);
  return [...codes];
}

function isTakenCode(code: string | null): boolean {
  return code === 'EUR' || code === 'RSD';
}

/** Short values without a figure in a number field, which mean "none": `x`, `-`, `on request`. */
export function sentinels({ field }: Candidate): string[] {
  return [...field.distinct.keys()]
    .filter((text) => roughFigure(text) === null && text.length <= 20)
    .slice(0, 10);
}
