import type { Compiler } from './compiler.js';
import { compileConversion, type Conversion } from './conversions.js';
import type { YamlPath } from './mapping-errors.js';
import type { RuleInput, RulesInput } from './mapping-schema.js';
import type { RuleKind } from './payload-fields.js';
import type { Evaluate, Report, Scope, Value } from './scope.js';
import { compileSource, type Source } from './sources.js';
import { lookUpWord } from './words.js';

/** What a rule is for: the name under which it is traced, and what it makes. */
export interface RuleTarget {
  name: string;
  kind: RuleKind;
}

/** Compiles a path, a rule, or several of which the first that gives a value counts. */
export function compileRules(
  input: RulesInput,
  target: RuleTarget,
  compiler: Compiler,
  at: YamlPath,
): Evaluate {
  const alternatives = compileAlternatives(input, target, compiler, at);
  return (scope, report) => {
    for (const rule of alternatives) {
      const value = rule(scope, report);
      if (value !== null) return value;
    }
    return null;
  };
}

/** The same, one by one. */
export function compileAlternatives(
  input: RulesInput,
  target: RuleTarget,
  compiler: Compiler,
  at: YamlPath,
): Evaluate[] {
  const list = Array.isArray(input) ? input : [input];
  return list.map((rule, index) =>
    compileRule(
      typeof rule === 'string' ? { from: rule } : rule,
      target,
      compiler,
      Array.isArray(input) ? [...at, index] : at,
    ),
  );
}

function compileRule(rule: RuleInput, target: RuleTarget, compiler: Compiler, at: YamlPath): Evaluate {
  const sources = ['from', 'keys', 'const', 'template'].filter((name) => Object.hasOwn(rule, name));
  if (sources.length !== 1) {
    compiler.fail(at, 'A rule takes its value from exactly one of from:, keys:, const: and template:.');
    return () => null;
  }
  const when = rule.when === undefined ? null : compiler.condition(rule.when, [...at, 'when']);
  const refuse = compileRefusal(rule, compiler, at);
  const produce =
    rule.const === undefined
      ? compileReading(rule, target, compiler, at)
      : compileConstant(rule.const, target, compiler, at);
  return (scope, report) => {
    if (when && !when(scope, report)) return null;
    const value = produce(scope, report);
    if (value === null || refuse(value, scope, report)) return null;
    if (rule.fallback !== undefined) report({ code: 'fallback_used', message: rule.fallback });
    return value;
  };
}

function compileReading(rule: RuleInput, target: RuleTarget, compiler: Compiler, at: YamlPath): Evaluate {
  const { kind } = target;
  const many = kind.kind === 'words' || (typeof rule.bool === 'object' && 'containing' in rule.bool);
  const source = compileSource(
    rule,
    { lines: kind.kind === 'text' && kind.lines === true, all: many, keepEmpty: rule.bool === 'present' },
    compiler,
    at,
  );
  const convert = splitting(rule.split, compileConversion(rule, kind, compiler, at));
  const description = describe(rule);
  return (scope, report) => {
    const texts = source.read(scope, report);
    const value = texts.length === 0 ? null : convert(texts, scope, report);
    if (scope.trace) traceReading(scope, target, source, description, value);
    return value;
  };
}

function splitting(separator: string | undefined, convert: Conversion): Conversion {
  if (separator === undefined) return convert;
  return (texts, scope, report) => {
    const parts = texts
      .flatMap((text) => text.split(separator).map((part) => part.trim()))
      .filter((part) => part !== '');
    return parts.length === 0 ? null : convert(parts, scope, report);
  };
}

function traceReading(
  scope: Scope,
  target: RuleTarget,
  source: Source,
  rule: string,
  result: Value | null,
): void {
  scope.trace?.push({ path: target.name, source: source.text, raw: source.raw(scope), rule, result });
}

function compileRefusal(
  { refuse }: RuleInput,
  compiler: Compiler,
  at: YamlPath,
): (value: Value, scope: Scope, report: Report) => boolean {
  if (!refuse) return () => false;
  const condition = compiler.condition(refuse.when, [...at, 'refuse', 'when']);
  return (value, scope, report) => {
    if (!condition(scope, report, value)) return false;
    report({ code: 'value_refused', message: refuse.why, value: String(value) });
    return true;
  };
}

/** A constant is written as the payload has it; words of the vocabulary by any of their names. */
export function compileConstant(
  value: string | number | boolean | readonly string[],
  { name, kind }: RuleTarget,
  compiler: Compiler,
  at: YamlPath,
): Evaluate {
  const words = (typeof value === 'object' ? value : [value]).map(String);
  if (kind.kind === 'word') {
    const options = { table: null, tableName: null, ignoreUnmapped: false };
    return traced(name, words, (scope, report) =>
      lookUpConstant(words, kind.vocabulary, options, scope, report),
    );
  }
  const fits =
    (kind.kind === 'number' && typeof value === 'number') ||
    (kind.kind === 'flag' && typeof value === 'boolean') ||
    (kind.kind === 'choice' && kind.values.includes(String(value))) ||
    ((kind.kind === 'text' || kind.kind === 'url' || kind.kind === 'date') && typeof value === 'string');
  if (!fits)
    compiler.fail(at, `${JSON.stringify(value)} is no value for ${name}, which is ${expectation(kind)}.`);
  return traced(name, words, () => (typeof value === 'object' ? null : value));
}

function lookUpConstant(
  words: readonly string[],
  vocabulary: Parameters<typeof lookUpWord>[1],
  options: Parameters<typeof lookUpWord>[2],
  scope: Scope,
  report: Report,
): string | null {
  const known = words.find((word) => scope.reference.vocabularyKey(vocabulary, [word]) !== null);
  return lookUpWord([known ?? words[0] ?? ''], vocabulary, options, scope, report);
}

function traced(path: string, words: readonly string[], evaluate: Evaluate): Evaluate {
  return (scope, report) => {
    const result = evaluate(scope, report);
    scope.trace?.push({
      path,
      source: `constant ${words.join(' or ')}`,
      raw: null,
      rule: 'constant',
      result,
    });
    return result;
  };
}

function expectation(kind: RuleKind): string {
  switch (kind.kind) {
    case 'choice':
      return `one of ${kind.values.join(', ')}`;
    case 'flag':
      return 'true or false';
    case 'number':
      return 'a number';
    case 'words':
      return 'a list of words that is read from the feed';
    default:
      return `a ${kind.kind}`;
  }
}

/** What is done with the text, in the words of the mapping, for `explain`. */
function describe(rule: RuleInput): string {
  const steps = [
    rule.when === undefined ? null : `when ${rule.when}`,
    rule.split === undefined ? null : `split at "${rule.split}"`,
    rule.table === undefined ? null : `table ${rule.table}`,
    rule.times === undefined ? null : `times ${rule.times}`,
    rule.unit === undefined ? null : `unit from ${rule.unit.from}`,
    rule.upgrade_http === true ? 'http to https' : null,
    rule.refuse === undefined ? null : `refused when ${rule.refuse.when}`,
    rule.fallback === undefined ? null : `stand-in: ${rule.fallback}`,
  ].filter((step) => step !== null);
  return steps.length > 0 ? steps.join('; ') : 'as it is';
}
