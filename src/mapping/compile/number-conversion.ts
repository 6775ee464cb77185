import { amountNotes, isPlaceholder } from '../../core/content/guard/amount-notes.js';
import { fold } from '../../model/fold.js';
import type { Compiler } from './compiler.js';
import { numberReader, roundTo } from '../values/convert.js';
import { westernFigures } from '../values/western-figures.js';
import { bareFigure } from '../values/noisy-number.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { AmountInput, AreaInput, RuleInput } from '../language/mapping-schema.js';
import { textOf } from '../language/path.js';
import type { KindOf } from '../language/payload-fields.js';
import type { Conversion, Problem, Report, Scope } from '../language/scope.js';
import type { CompiledTable } from '../words/tables.js';
import { compileAmount, monthly, notePeriod } from './amount-conversion.js';
import { compileArea } from './area-conversion.js';
import { compileAnswer } from './reading-answer.js';
import { settleUnmapped } from './words.js';

/** Reads a number, in digits of any of the scripts that `westernFigures` knows. */
export function numberConversion(
  rule: RuleInput,
  kind: KindOf<'number'>,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const convert = plainConversion(rule, kind, table, compiler, at);
  return (texts, scope, report) => convert(texts.map(westernFigures), scope, report);
}

function plainConversion(
  rule: RuleInput,
  kind: KindOf<'number'>,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  if (rule.area !== undefined) return areaNumber(rule.area, rule, kind, compiler, at);
  if (rule.amount !== undefined) return amountNumber(rule.amount, rule, kind, compiler, at);
  const locale = typeof rule.number === 'object' ? rule.number : compiler.mapping.numbers;
  if (!locale && rule.const === undefined && rule.template === undefined) {
    compiler.fail(
      at,
      'A number needs to be told how the feed writes numbers: number: { decimal: ",", thousands: "." }, or numbers: for the whole mapping.',
    );
  }
  const read = numberReader(isNamedNumber(rule, compiler) ? plainNumbers : (locale ?? plainNumbers));
  const field = fieldAt(at);
  const readText = readerOfField(rule, read, field);
  const figureOf = table ? figureByTable(rule, table, readText) : plainFigure(readText);
  const factor = factorOf(rule, compiler, at);
  const isAmount = field === 'price.amount' || field === 'rent.amount';
  const isConverted = rule.times !== undefined || rule.unit !== undefined || rule.period !== undefined;
  const digits = rule.round ?? (isConverted ? 2 : null);
  return (texts, scope, report) => {
    const figure = figureOf(texts, scope, report);
    if (figure === null) return null;
    const by = factor(scope, report);
    if (by === null) return null;
    const value = by === 1 ? figure : figure * by;
    if (isAmount && by !== 1 && isPlaceholder(figure))
      report({ code: amountNotes.placeholder, message: placeholderText, value: texts[0] ?? '' });
    const isAsWritten = digits === null || (by === 1 && rule.round === undefined);
    return fitNumber(isAsWritten ? value : roundTo(value, digits), kind, report, texts[0] ?? '');
  };
}

/** A number that `amount:` reads. A period that the cell states counts, rather than one that `unit:` reads elsewhere. */
function amountNumber(
  input: AmountInput,
  rule: RuleInput,
  kind: KindOf<'number'>,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const read = compileAmount(input, rule, compiler, at);
  const whole = factorOf(rule, compiler, at);
  const { unit: _unit, period: _period, ...ofFigure } = rule;
  const withoutUnit = factorOf(ofFigure, compiler, at);
  return ([first = ''], scope, report) => {
    const amount = read(first, scope, report);
    if (amount === null) return null;
    const by = amount.by === null ? whole(scope, report) : withoutUnit(scope, report);
    if (by === null) return null;
    const value = amount.figure * (amount.by ?? 1) * by;
    if (value !== amount.figure && isPlaceholder(amount.figure))
      report({ code: amountNotes.placeholder, message: placeholderText, value: first });
    const rounded = roundTo(value, rule.round ?? 2);
    // An amount in another currency waits for that reason, whatever its size.
    const isOther = scope.statedCurrencies.get(fieldAt(at) ?? '')?.kind === 'problem';
    return isOther ? rounded : fitNumber(rounded, kind, report, first);
  };
}

/** A number that `area:` reads, in m². */
function areaNumber(
  input: AreaInput,
  rule: RuleInput,
  kind: KindOf<'number'>,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const read = compileArea(input, rule, compiler, at);
  return ([first = ''], scope, report) => {
    const area = read(first, scope, report);
    return area === null ? null : fitNumber(roundTo(area, rule.round ?? 2), kind, report, first);
  };
}

/** Factors, rounded, by which a mapping makes a month's rent of a day's. */
const daysOfMonth: ReadonlySet<number> = new Set([28, 29, 30, 31]);

const perDayText = 'The feed names the rent for one day; the mapping makes a month of it.';
const placeholderText = 'The figure, as the feed writes it, stands where no price is known.';

/** The payload field that a rule fills; null: it fills a named value. */
function fieldAt(at: YamlPath): string | null {
  return at[0] === 'fields' && typeof at[1] === 'string' ? at[1] : null;
}

type FigureOf = (texts: readonly string[], scope: Scope, report: Report) => number | null;

/** Reads a figure of one record. Notes the currency beside it. */
type ReadText = (text: string, scope: Scope) => number | null;

/** Reads a figure alone, or among words that belong to the field which the rule fills. */
function readerOfField(
  rule: RuleInput,
  read: (text: string) => number | null,
  field: string | null,
): ReadText {
  if (field === null) return read;
  const hasUnit = rule.times !== undefined || rule.unit !== undefined;
  return (text, scope) => {
    const plain = read(text);
    if (plain !== null) return plain;
    const bare = bareFigure(text, field, hasUnit);
    const figure = bare === null ? null : read(bare.figure);
    if (figure !== null && bare?.currency) scope.saidCurrencies.set(field, bare.currency);
    return figure;
  };
}

function plainFigure(read: ReadText): FigureOf {
  return ([first = ''], scope, report) => {
    const figure = read(first, scope);
    if (figure !== null && Number.isFinite(figure)) return figure;
    const message = `"${first}" is not a number in the notation that this mapping declares.`;
    report({ code: 'bad_number', message, value: first });
    return null;
  };
}

/** Reads texts that are either numbers or words of the table. */
function figureByTable(rule: RuleInput, table: CompiledTable, read: ReadText): FigureOf {
  return (texts, scope, report) => {
    const keys = rule.keys === undefined ? texts.slice(0, 1) : texts;
    const known = table.find(keys, scope.reference);
    if (known.kind === 'nothing') return null;
    const figure = known.kind === 'value' ? Number(known.value) : read(keys[0] ?? '', scope);
    if (figure !== null && Number.isFinite(figure)) return figure;
    const otherwise = table.otherwise(scope.reference);
    if (otherwise) return otherwise.kind === 'value' ? Number(otherwise.value) : null;
    const word = keys.join(' + ');
    const message = `"${word}" is neither a number nor a word of the table "${rule.table ?? ''}"`;
    return settleUnmapped(rule.unmapped, { message, word }, (text) => read(text, scope), report);
  };
}

const plainNumbers = { decimal: '.', thousands: 'none' } as const;

/** Whether the rule reads a named number, which was already converted from the feed's notation. */
function isNamedNumber({ from }: RuleInput, { names }: Compiler): boolean {
  return typeof from === 'string' && from.startsWith('$') && names.get(from.slice(1))?.kind === 'number';
}

function fitNumber(value: number, kind: KindOf<'number'>, report: Report, raw: string): number | null {
  const problem = numberProblem(value, kind);
  if (problem) report({ ...problem, value: raw });
  return problem ? null : value;
}

function numberProblem(
  value: number,
  { min, max, above, integer }: KindOf<'number'>,
): Pick<Problem, 'code' | 'message'> | null {
  if (integer && !Number.isInteger(value))
    return { code: 'bad_number', message: `${value} is not a whole number.` };
  if (min !== undefined && value < min)
    return { code: 'too_small', message: `${value} is less than the ${min} that the portal takes.` };
  if (above !== undefined && value <= above)
    return { code: 'too_small', message: `${value} is not more than ${above}.` };
  if (max !== undefined && value > max)
    return { code: 'too_big', message: `${value} is more than the ${max} that the portal takes.` };
  return null;
}

type Factor = (scope: Scope, report: Report) => number | null;

/** The product of `times:` and `unit:`; null, with a problem reported, if a factor is unknown for a record. */
function factorOf(rule: RuleInput, compiler: Compiler, at: YamlPath): Factor {
  const factors = [rule.times ?? []].flat().map((times) => timesFactor(times, compiler, [...at, 'times']));
  if (rule.unit) factors.push(unitFactor(rule.unit, compiler, [...at, 'unit'], fieldAt(at)));
  if (rule.period !== undefined) factors.push(periodFactor(rule.period, compiler, at));
  const [only = () => 1, ...others] = factors;
  if (others.length === 0) return only;
  return (scope, report) => {
    let product = 1;
    for (const factor of factors) {
      const by = factor(scope, report);
      if (by === null) return null;
      product *= by;
    }
    return product;
  };
}

/**
 * The factor of the time that the rule states, or the agency where it is asked: until then the amount counts as one for a month, and the
 * listing waits.
 */
function periodFactor(written: NonNullable<RuleInput['period']>, compiler: Compiler, at: YamlPath): Factor {
  if (fieldAt(at) !== 'rent.amount')
    compiler.fail([...at, 'period'], 'period: belongs to a rule of rent.amount.');
  const answer = written === 'ask' ? compileAnswer('rent.period', compiler, true) : () => written;
  return (scope, report) => {
    const period = answer(scope, report) ?? 'month';
    notePeriod(period, period, report);
    return monthly[period];
  };
}

function timesFactor(times: string | number, compiler: Compiler, at: YamlPath): Factor {
  if (typeof times === 'string' && times.startsWith('$')) return namedFactor(times.slice(1), compiler, at);
  const factor = quotient(times, compiler, at);
  return () => factor;
}

/** @param written a number, or a fraction such as `52/12` */
function quotient(written: string | number, compiler: Compiler, at: YamlPath): number {
  const [over = 1, under = 1] = String(written).split('/').map(Number);
  if (under === 0) compiler.fail(at, `${written} divides by zero.`);
  return over / under;
}

/** The factor `$name`. A record without that value has no figure: a price per square metre means nothing without the area. */
function namedFactor(name: string, compiler: Compiler, at: YamlPath): Factor {
  if (compiler.names.get(name)?.kind !== 'number')
    compiler.fail(at, `times: $${name} is not a number under values: above this place.`);
  return (scope, report) => {
    const value = scope.named(name);
    if (typeof value === 'number') return value;
    const message = `The figure is multiplied by ${name}, which this record does not have.`;
    report({ code: 'bad_number', message });
    return null;
  };
}

function unitFactor(
  { from, factors }: NonNullable<RuleInput['unit']>,
  compiler: Compiler,
  at: YamlPath,
  field: string | null,
): Factor {
  const path = compiler.path(from, [...at, 'from']);
  const byName = new Map(
    Object.entries(factors).map(([name, factor]) => [
      fold(name),
      quotient(factor, compiler, [...at, 'factors', name]),
    ]),
  );
  return (scope, report) => {
    const [node] = path.select(scope.record);
    const name = node === undefined ? '' : textOf(node).trim();
    const factor = byName.get(fold(name));
    if (factor !== undefined) {
      if (field === 'rent.amount' && daysOfMonth.has(Math.round(factor)))
        report({ code: amountNotes.perDay, message: perDayText, value: name });
      return factor;
    }
    const message = `"${name}" is not a unit that the mapping knows.`;
    report({ code: 'unmapped_word', message, value: name });
    return null;
  };
}
