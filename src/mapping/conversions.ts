import { z } from 'zod';
import { fold } from '../core/fold.js';
import type { VocabularyField } from '../core/reference.js';
import { isLengthWithin } from '../wire/code-points.js';
import { photoUrlProblem } from '../wire/public-url.js';
import type { Compiler } from './compiler.js';
import { dateReader, flagReader, numberReader, roundTo, type FlagReader } from './convert.js';
import type { YamlPath } from './mapping-errors.js';
import type { RuleInput } from './mapping-schema.js';
import type { RuleKind } from './payload-fields.js';
import type { Problem, Report, Scope, Value } from './scope.js';
import { containsWord, type CompiledTable } from './tables.js';
import { badCharacter, cutText } from './text.js';
import { normaliseUrl } from './urls.js';
import { lookUpWord, type WordOptions } from './words.js';

/** Turns the texts that a rule read, at least one, into the value of a field; null, with a problem reported, where it cannot. */
export type Conversion = (texts: readonly string[], scope: Scope, report: Report) => Value | null;

type Of<K extends RuleKind['kind']> = Extract<RuleKind, { kind: K }>;

export function compileConversion(
  rule: RuleInput,
  kind: RuleKind,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const table = compiler.table(rule.table, [...at, 'table']);
  switch (kind.kind) {
    case 'text':
      return textConversion(kind, table, rule);
    case 'number':
      return numberConversion(rule, kind, table, compiler, at);
    case 'flag':
      return flagConversion(rule, table, compiler, at);
    case 'date':
    case 'instant':
      return dateConversion(rule, kind, compiler, at);
    case 'word':
    case 'words':
      return wordConversion(rule, kind, table, compiler, at);
    case 'choice':
      return choiceConversion(kind, table, rule);
    case 'url':
      return urlConversion(rule);
    case 'email':
      return emailConversion(kind);
  }
}

function textConversion(kind: Of<'text'>, table: CompiledTable | null, rule: RuleInput): Conversion {
  return ([first = ''], scope, report) => {
    const text = table ? translate([first], table, rule, scope, report) : first;
    if (text === null) return null;
    return fitText(String(text), kind, report);
  };
}

/** The text within the portal's limits, or null with the reason. */
export function fitText(text: string, kind: Of<'text'>, report: Report): string | null {
  const bad = badCharacter(text);
  if (bad !== null) {
    const code = bad.codePointAt(0)?.toString(16).padStart(4, '0').toUpperCase() ?? '';
    report({
      code: 'bad_text',
      fatal: true,
      message: `The text holds the character U+${code}, so it was damaged on its way.`,
      value: text,
    });
    return null;
  }
  if (kind.min !== undefined && !isLengthWithin(text, kind.min, Infinity)) {
    report({
      code: 'too_small',
      message: `The text is shorter than the ${kind.min} characters that the portal asks for.`,
      value: text,
    });
    return null;
  }
  const fitting =
    kind.max === undefined ? text : cutText(text, { codePoints: kind.max, utf16Units: kind.utf16Max });
  if (fitting === null) {
    report({
      code: 'too_big',
      message: `The text is longer than ${kind.max ?? 0} characters and has no place to cut it.`,
      value: text,
    });
  } else if (fitting.length < text.length) {
    report({
      code: 'text_cut',
      message: `The text was cut at a word to ${kind.max ?? 0} characters, as long as the portal takes.`,
      value: text,
    });
  }
  return fitting;
}

function numberConversion(
  rule: RuleInput,
  kind: Of<'number'>,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const locale = typeof rule.number === 'object' ? rule.number : compiler.mapping.numbers;
  if (!locale && rule.const === undefined && rule.template === undefined) {
    compiler.fail(
      at,
      'A number needs to be told how the feed writes numbers: number: { decimal: ",", thousands: "." }, or numbers: for the whole mapping.',
    );
  }
  const read = numberReader(isNamedNumber(rule, compiler) ? plainNumbers : (locale ?? plainNumbers));
  const factor = unitFactor(rule, compiler, at);
  return ([first = ''], scope, report) => {
    const known = table ? table.find([first], scope.reference) : null;
    if (known?.kind === 'nothing') return null;
    const figure = known?.kind === 'value' ? Number(known.value) : read(first);
    if (figure === null || !Number.isFinite(figure)) {
      report(
        table
          ? {
              code: 'unmapped_word',
              message: `"${first}" is neither a number nor a word of the table "${rule.table ?? ''}".`,
              value: first,
            }
          : {
              code: 'bad_number',
              message: `"${first}" is not a number as this feed is said to write them.`,
              value: first,
            },
      );
      return null;
    }
    const by = factor(scope, report);
    return by === null ? null : fitNumber(by === 1 ? figure : roundTo(figure * by, 2), kind, report, first);
  };
}

const plainNumbers = { decimal: '.', thousands: 'none' } as const;

/** A named number was read from the feed's form already. */
function isNamedNumber({ from }: RuleInput, { names }: Compiler): boolean {
  return typeof from === 'string' && from.startsWith('$') && names.get(from.slice(1))?.kind === 'number';
}

function fitNumber(value: number, kind: Of<'number'>, report: Report, raw: string): number | null {
  const problem = numberProblem(value, kind);
  if (problem) report({ ...problem, value: raw });
  return problem ? null : value;
}

function numberProblem(
  value: number,
  { min, max, above, integer }: Of<'number'>,
): { code: string; message: string } | null {
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

/** By what a figure is multiplied; null, reported, where its unit is not known. */
function unitFactor(
  rule: RuleInput,
  compiler: Compiler,
  at: YamlPath,
): (scope: Scope, report: Report) => number | null {
  const [over = 1, under = 1] = String(rule.times ?? 1)
    .split('/')
    .map(Number);
  const times = over / under;
  const { unit } = rule;
  if (!unit) return () => times;
  const path = compiler.path(unit.from, [...at, 'unit', 'from']);
  const factors = new Map(Object.entries(unit.factors).map(([name, factor]) => [fold(name), factor]));
  return (scope, report) => {
    const [node] = path.select(scope.record);
    const name = typeof node === 'string' ? node.trim() : '';
    const factor = factors.get(fold(name));
    if (factor === undefined)
      report({
        code: 'unmapped_word',
        message: `"${name}" is not a unit that the mapping knows.`,
        value: name,
      });
    return factor === undefined ? null : factor * times;
  };
}

function flagConversion(
  rule: RuleInput,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const { bool } = rule;
  if (bool === 'present') return () => true;
  if (bool && 'containing' in bool) {
    const words = bool.containing.map(fold);
    const holdsOne = (folded: string): boolean => words.some((word) => containsWord(folded, word));
    return (texts) => (texts.some((text) => holdsOne(fold(text))) ? true : null);
  }
  const words = bool ?? compiler.mapping.booleans;
  if (!words && !table && rule.const === undefined) {
    compiler.fail(
      at,
      'A yes-or-no field needs its words: bool: { true: [yes], false: [no] }, or booleans: for the whole mapping.',
    );
  }
  const read: FlagReader = words ? flagReader(words) : () => null;
  return ([first = ''], scope, report) => {
    const known = table ? table.find([first], scope.reference) : null;
    if (known?.kind === 'nothing') return null;
    const flag = known?.kind === 'value' ? known.value === true : read(first);
    if (flag === null)
      report({
        code: 'unmapped_word',
        message: `"${first}" is neither a word for yes nor one for no.`,
        value: first,
      });
    return flag;
  };
}

function dateConversion(
  rule: RuleInput,
  kind: Of<'date' | 'instant'>,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const formats = rule.date ?? compiler.mapping.dates;
  if (formats === undefined) {
    compiler.fail(
      at,
      'A date needs its form: date: iso, sql or for example dd.MM.yyyy, or dates: for the whole mapping.',
    );
  }
  const read = dateReader([formats ?? 'iso'].flat(), compiler.zone);
  return ([first = ''], _scope, report) => {
    const date = read(first);
    if (!date) {
      report({
        code: 'bad_date',
        message: `"${first}" is not a date in a form that the mapping names.`,
        value: first,
      });
      return null;
    }
    return kind.kind === 'date' ? date.toFormat('yyyy-MM-dd') : date.toMillis();
  };
}

function wordConversion(
  rule: RuleInput,
  kind: Of<'word' | 'words'>,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  if (table && table.vocabulary !== kind.vocabulary) {
    compiler.fail(
      [...at, 'table'],
      `The table "${rule.table ?? ''}" must have vocabulary: ${kind.vocabulary}, whose words this field takes.`,
    );
  }
  const options: WordOptions = {
    table,
    tableName: rule.table ?? null,
    ignoreUnmapped: rule.unmapped === 'ignore',
  };
  if (kind.kind === 'word') return firstWord(kind.vocabulary, options, rule.keys !== undefined);
  return (texts, scope, report) => {
    const keys = new Set<string>();
    for (const text of texts) {
      const key = lookUpWord([text], kind.vocabulary, options, scope, report);
      if (key !== null) keys.add(key);
    }
    if (keys.size > kind.max)
      report({
        code: 'too_big',
        message: `The portal takes ${kind.max} of these; the last ${keys.size - kind.max} are left out.`,
      });
    return keys.size === 0 ? null : [...keys].slice(0, kind.max);
  };
}

/** Of several values the first that the portal has a word for; only where none has one is the first of them reported. */
function firstWord(vocabulary: VocabularyField, options: WordOptions, together: boolean): Conversion {
  if (together) return (texts, scope, report) => lookUpWord(texts, vocabulary, options, scope, report);
  return (texts, scope, report) => {
    const missed: Problem[] = [];
    for (const text of texts) {
      const key = lookUpWord([text], vocabulary, options, scope, (problem) => missed.push(problem));
      if (key !== null) return key;
    }
    if (missed[0]) report(missed[0]);
    return null;
  };
}

function choiceConversion(kind: Of<'choice'>, table: CompiledTable | null, rule: RuleInput): Conversion {
  return (texts, scope, report) => {
    const word = table
      ? translate(rule.keys ? texts : texts.slice(0, 1), table, rule, scope, report)
      : (texts[0] ?? '');
    if (word === null) return null;
    if (kind.values.includes(String(word))) return String(word);
    report({
      code: 'invalid_enum',
      message: `"${String(word)}" is none of ${kind.values.join(', ')}.`,
      value: String(word),
    });
    return null;
  };
}

function urlConversion(rule: RuleInput): Conversion {
  return ([first = ''], _scope, report) => {
    const url = normaliseUrl(first, rule.upgrade_http === true);
    const problem = photoUrlProblem(url);
    if (problem === null) return url;
    report({ code: 'link_dropped', message: `The link is left out: it ${problem}.`, value: first });
    return null;
  };
}

const emailForm = z.email();

function emailConversion({ max }: Of<'email'>): Conversion {
  return ([first = ''], _scope, report) => {
    if (first.length <= max && emailForm.safeParse(first).success) return first;
    report({
      code: 'bad_email',
      message: `"${first}" is not an e-mail address that the portal takes.`,
      value: first,
    });
    return null;
  };
}

/** A word by a table whose targets are not the portal's vocabulary. */
function translate(
  keys: readonly string[],
  table: CompiledTable,
  rule: RuleInput,
  scope: Scope,
  report: Report,
): string | number | boolean | null {
  const finding = table.find(keys, scope.reference);
  if (finding.kind === 'value')
    return typeof finding.value === 'object' ? (finding.value[0] ?? null) : finding.value;
  if (finding.kind === 'unmapped' && rule.unmapped !== 'ignore') {
    const word = keys.join(' + ');
    report({
      code: 'unmapped_word',
      message: `"${word}" is not in the table "${rule.table ?? ''}".`,
      value: word,
    });
  }
  return null;
}
