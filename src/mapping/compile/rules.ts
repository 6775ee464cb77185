import type { Compiler } from './compiler.js';
import { compileConversion } from './conversions.js';
import { underPolicy } from '../language/feed-policies.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { RuleInput, RulesInput } from '../language/mapping-schema.js';
import type { RuleKind } from '../language/payload-fields.js';
import { isStateTarget, stateTargets } from '../../core/content/record-state.js';
import type { Conversion, Evaluate, Report, Scope, Value } from '../language/scope.js';
import { compileSource, type Source } from './sources.js';
import { compileRefining, type Refine } from './refine.js';
import { wordReader } from './words.js';

/** The target of a rule: its name in traces, and the kind of value that the rule must make. */
export interface RuleTarget {
  name: string;
  kind: RuleKind;
}

/** The name of the target that `source_id:` fills. */
export const idName = 'external_id';

/** Compiles a path, a rule, or a list of them. Of a list, the first that gives a value counts. */
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

/** Like `compileRules`, but returns the alternatives of a list separately. */
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

/**
 * The kind of value of rules that fill no payload field. It is the kind to which the first rule converts, or that of the named value
 * (`$name`) that it reads, or text.
 * @param names the kinds of the named values
 */
export function kindOfValue(
  input: RulesInput,
  names: ReadonlyMap<string, RuleKind> = new Map<string, RuleKind>(),
): RuleKind {
  const first = Array.isArray(input) ? input[0] : input;
  const rule: RuleInput = typeof first === 'object' ? first : { from: first };
  if (rule.number !== undefined || rule.area !== undefined || typeof rule.const === 'number')
    return { kind: 'number' };
  if (rule.bool !== undefined || typeof rule.const === 'boolean') return { kind: 'flag' };
  if (rule.date !== undefined) return { kind: 'date' };
  const named = typeof rule.from === 'string' && rule.from.startsWith('$') ? rule.from.slice(1) : null;
  return (named === null ? undefined : names.get(named)) ?? { kind: 'text' };
}

function compileRule(written: RuleInput, target: RuleTarget, compiler: Compiler, at: YamlPath): Evaluate {
  const rule = underPolicy(written, target, compiler.policies);
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
  const lines = kind.kind === 'text' && kind.lines === true;
  const many =
    kind.kind === 'words' ||
    kind.kind === 'state' ||
    (typeof rule.bool === 'object' && ('containing' in rule.bool || 'negations' in rule.bool));
  const reading = { lines, all: many, keepEmpty: rule.bool === 'present' };
  const id = target.name === idName ? ({ id: compiler.cleansIds ? 'cleaned' : 'as_ever' } as const) : null;
  const source = compileSource(rule, { ...reading, ...id }, compiler, at);
  const convert = refined(
    compileRefining(rule, lines, compiler, at),
    compileConversion(rule, kind, compiler, at),
  );
  const description = describe(rule);
  return (scope, report) => {
    const texts = source.read(scope, report);
    const value = texts.length === 0 ? null : convert(texts, scope, report);
    if (scope.trace) traceReading(scope, target, source, description, value);
    return value;
  };
}

function refined(refine: Refine | null, convert: Conversion): Conversion {
  if (refine === null) return convert;
  return (texts, scope, report) => {
    const parts = refine(texts);
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

/** Compiles a constant, written as in the payload. A word of the portal's vocabulary may be written by its key or any label. */
export function compileConstant(
  value: string | number | boolean | readonly string[],
  { name, kind }: RuleTarget,
  compiler: Compiler,
  at: YamlPath,
): Evaluate {
  const words = (typeof value === 'object' ? value : [value]).map(String);
  if (kind.kind === 'word') {
    const reader = wordReader({}, null, kind.vocabulary);
    return traced(name, words, (scope, report) => {
      const known = words.find((word) => scope.reference.vocabularyKey(kind.vocabulary, [word]) !== null);
      const key = reader.one([[known ?? words[0] ?? '']], scope, report);
      return key === null ? null : String(key);
    });
  }
  const fits =
    (kind.kind === 'number' && typeof value === 'number') ||
    (kind.kind === 'flag' && typeof value === 'boolean') ||
    (kind.kind === 'choice' && kind.values.includes(String(value))) ||
    (kind.kind === 'state' && isStateTarget(value)) ||
    ((kind.kind === 'text' || kind.kind === 'url' || kind.kind === 'date') && typeof value === 'string');
  if (!fits)
    compiler.fail(at, `${JSON.stringify(value)} is no value for ${name}, which is ${expectation(kind)}.`);
  return traced(name, words, () => (typeof value === 'object' ? null : value));
}

function traced(path: string, words: readonly string[], evaluate: Evaluate): Evaluate {
  const source = `constant ${words.join(' or ')}`;
  return (scope, report) => {
    const result = evaluate(scope, report);
    scope.trace?.push({ path, source, raw: null, rule: 'constant', result });
    return result;
  };
}

function expectation(kind: RuleKind): string {
  switch (kind.kind) {
    case 'choice':
      return `one of ${kind.values.join(', ')}`;
    case 'state':
      return `one of ${stateTargets.join(', ')}`;
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

function policyText(policy: NonNullable<RuleInput['unmapped']>): string {
  return typeof policy === 'string' ? policy : `use ${policy.use}`;
}

/** The steps of a rule in words of the mapping, for `explain`. */
function describe(rule: RuleInput): string {
  const steps = [
    rule.when === undefined ? null : `when ${rule.when}`,
    rule.repair === undefined ? null : `repaired: ${rule.repair}`,
    rule.split === undefined ? null : `split at "${[rule.split].flat().join('" or "')}"`,
    rule.remove === undefined ? null : `without ${rule.remove.join(', ')}`,
    rule.strip_contacts === true ? 'without contacts' : null,
    rule.match === undefined ? null : `what matches ${rule.match}`,
    rule.table === undefined ? null : `table ${rule.table}${rule.pick === 'best' ? ', the best word' : ''}`,
    rule.unmapped === undefined ? null : `unknown words: ${policyText(rule.unmapped)}`,
    rule.times === undefined ? null : `times ${[rule.times].flat().join(' times ')}`,
    rule.unit === undefined ? null : `unit from ${rule.unit.from}`,
    rule.round === undefined ? null : `rounded to ${rule.round}`,
    rule.upgrade_http === true ? 'http to https' : null,
    rule.refuse === undefined ? null : `refused when ${rule.refuse.when}`,
    rule.fallback === undefined ? null : `stand-in: ${rule.fallback}`,
  ].filter((step) => step !== null);
  return steps.length > 0 ? steps.join('; ') : 'as it is';
}
