import { amountNotes } from '../../core/content/guard/amount-notes.js';
import { chooseAmount, type Purpose } from '../values/amounts/choose-amount.js';
import { currencyNamed, isTaken } from '../values/amounts/currencies.js';
import type { Period } from '../values/amounts/amount-words.js';
import {
  currencyOfText,
  readAmounts,
  type Amount,
  type AmountCell,
  type AmountFault,
} from '../values/amounts/read-amounts.js';
import type { Notation } from '../values/amounts/read-figure.js';
import { textOf, type CompiledPath } from '../language/path.js';
import type { AmountInput, RuleInput } from '../language/mapping-schema.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { Report, Scope, StatedCurrency } from '../language/scope.js';
import type { CompiledTable } from '../words/tables.js';
import type { Compiler } from './compiler.js';

/**
 * Reads the amount of a text; null, with a problem reported, if none counts. `by` makes it one for a month; null: its cell states no
 * period, or it is a price.
 */
export type ReadAmount = (
  text: string,
  scope: Scope,
  report: Report,
) => { figure: number; by: number | null } | null;

/** The payload fields whose rules may have `amount:`, with what they are read for. */
const purposes: ReadonlyMap<string, Purpose> = new Map([
  ['price.amount', 'sale'],
  ['rent.amount', 'rent'],
]);

/** The factors that make an amount for a month of one for another time. */
export const monthly: Readonly<Record<Period, number>> = { month: 1, week: 52 / 12, day: 30, year: 1 / 12 };

/**
 * Compiles `amount:` of a rule: it reads a cell of amounts with their currencies and periods, and notes the currency, which the field
 * beside it takes (`price.currency` of `price.amount`; RULES R50).
 */
export function compileAmount(
  input: AmountInput,
  rule: RuleInput,
  compiler: Compiler,
  at: YamlPath,
): ReadAmount {
  const field = at[0] === 'fields' ? String(at[1]) : '';
  const purpose = purposes.get(field);
  if (purpose === undefined)
    compiler.fail([...at, 'amount'], 'amount: belongs to a rule of price.amount or rent.amount.');
  if (rule.table !== undefined || rule.const !== undefined)
    compiler.fail([...at, 'amount'], 'A rule with amount: reads a cell, and has no table: and no const:.');
  const locale = typeof rule.number === 'object' ? rule.number : compiler.mapping.numbers;
  const notation: Notation = { decimal: locale?.decimal ?? '.', thousands: locale?.thousands ?? 'none' };
  const beside = currencyBeside(input, notation, compiler, [...at, 'amount']);
  return (text, scope, report) => {
    const cell = readAmounts(text, notation);
    const amount = amountOf(cell, purpose ?? 'sale', text, report);
    if (amount === null) {
      scope.statedCurrencies.set(field, { kind: 'unread' });
      return null;
    }
    const stated = agreed([amount.currency, ...beside(scope, amount.figure)], text);
    scope.statedCurrencies.set(field, stated);
    if (stated.kind === 'code') scope.saidCurrencies.set(field, stated.code);
    if (amount.isFrom) report({ code: amountNotes.from, message: fromText, value: text });
    return { figure: amount.figure, by: factorOf(amount, purpose ?? 'sale', text, report) };
  };
}

const fromText = 'The cell names the lowest of several amounts.';

const faults: Readonly<Record<AmountFault | 'rent', string>> = {
  word: 'has words beside its figure that may change what it means',
  figure: 'has a figure that may mean two amounts',
  several: 'has several amounts, and nothing tells which of them counts',
  range: 'has a lowest and a highest amount',
  per_area: 'is an amount for one unit of area',
  rent: 'is paid by the month or another time, so it is no price of a sale',
};

function amountOf(cell: AmountCell, purpose: Purpose, text: string, report: Report): Amount | null {
  if (cell.kind === 'words') {
    report({ code: 'bad_number', message: `"${text}" has no figure.`, value: text });
    return null;
  }
  const chosen = cell.kind === 'unclear' ? cell : chooseAmount(cell.amounts, purpose);
  if (chosen.kind === 'one') return chosen.amount;
  report({ code: 'amount_unclear', message: `"${text}" ${faults[chosen.fault]}.`, value: text });
  return null;
}

/** The factor by which the amount becomes one for a month; null: no period is stated. Days and weeks are noted, since the guard asks about them (RULES R82). */
function factorOf({ period }: Amount, purpose: Purpose, text: string, report: Report): number | null {
  if (purpose === 'sale' || period === null) return null;
  notePeriod(period, text, report);
  return monthly[period];
}

/** Notes a rent for a time that the content guard asks about. @param value of the feed that states it */
export function notePeriod(period: Period, value: string, report: Report): void {
  if (period === 'day') report({ code: amountNotes.perDay, message: perDayText, value });
  if (period === 'week') report({ code: amountNotes.perWeek, message: perWeekText, value });
}

const perDayText = 'The feed names the rent for one day; the mapping makes a month of it.';
const perWeekText = 'The feed names the rent for one week; the mapping makes a month of it.';

/** What a column of currencies says: a code, a word that is not known, or nothing. */
type Said = string | { word: string; table: string | undefined } | null;

/** The currencies that the rule states for an amount beside its cell. */
type Beside = (scope: Scope, figure: number) => Said[];

function currencyBeside(input: AmountInput, notation: Notation, compiler: Compiler, at: YamlPath): Beside {
  const currencies = typeof input === 'object' ? [input.currency ?? []].flat() : [];
  const readers = currencies.map((currency, index) => {
    const code = typeof currency === 'string' ? (currencyNamed(currency) ?? currency) : null;
    if (typeof currency === 'string') return () => code;
    const place = [
      ...at,
      'currency',
      ...(Array.isArray(typeof input === 'object' && input.currency) ? [index] : []),
    ];
    const path = compiler.path(currency.from, [...place, 'from']);
    const table = compiler.table(currency.table, [...place, 'table']);
    const column = { path, table, name: currency.table };
    return (scope: Scope, figure: number) => ofColumn(column, notation, scope, figure);
  });
  return (scope, figure) => readers.map((read) => read(scope, figure));
}

interface CurrencyColumn {
  path: CompiledPath;
  table: CompiledTable | null;
  /** Name of the table. */
  name: string | undefined;
}

function ofColumn(
  { path, table, name }: CurrencyColumn,
  notation: Notation,
  scope: Scope,
  figure: number,
): Said {
  const [node] = path.select(scope.record);
  const word = node === undefined ? '' : textOf(node).trim();
  if (word === '') return null;
  const known = table?.find([word], scope.reference);
  if (known?.kind === 'nothing') return null;
  if (known?.kind === 'value') return String(known.value);
  const cell = readAmounts(word, notation);
  // A cell with figures names the currency of the one that is this amount.
  if (cell.kind === 'amounts' && cell.amounts.some(({ currency }) => currency !== null)) {
    const same = cell.amounts.filter((one) => Math.abs(one.figure - figure) < 0.01 && one.currency !== null);
    const codes = new Set(same.map((one) => one.currency));
    return codes.size === 1 ? ([...codes][0] ?? null) : { word, table: undefined };
  }
  return currencyOfText(word) ?? { word, table: name };
}

/** The currency that all statements agree on. */
function agreed(stated: readonly Said[], text: string): StatedCurrency {
  const unknown = stated.find((one) => typeof one === 'object' && one !== null);
  if (typeof unknown === 'object') {
    const { word, table } = unknown;
    const message =
      table === undefined
        ? `"${word}" is not a currency of this amount.`
        : `"${word}" is not in the table "${table}".`;
    const code = table === undefined ? 'currency_unclear' : 'unmapped_word';
    return { kind: 'problem', problem: { code, message, value: word } };
  }
  const codes = [...new Set(stated.filter((one) => typeof one === 'string'))];
  const [code] = codes;
  if (code === undefined) return { kind: 'none' };
  if (codes.length > 1) {
    const message = `The amount is in ${codes.join(' by one statement and in ')} by another.`;
    return { kind: 'problem', problem: { code: 'currency_unclear', message, value: text } };
  }
  if (isTaken(code)) return { kind: 'code', code };
  const message = `The amount is in ${code}, and the portal takes EUR and RSD.`;
  return { kind: 'problem', problem: { code: 'currency_not_taken', message, value: text } };
}
