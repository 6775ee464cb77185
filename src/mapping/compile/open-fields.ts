import { fold } from '../../model/fold.js';
import type { AttributeAnswer, CategoryAttribute, Reference } from '../../model/reference.js';
import { keyAmong } from '../../core/content/vocabulary.js';
import { defaultProtocol } from '../../wire/protocol.js';
import type { Compiler } from './compiler.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { AttributesInput, RulesInput } from '../language/mapping-schema.js';
import type { RuleKind, Transaction } from '../language/payload-fields.js';
import type { RecordScope } from '../language/record-scope.js';
import { compileRules, kindOfValue } from './rules.js';
import type { ProblemCode } from '../../model/outcome.js';
import type { Evaluate, Problem, Value } from '../language/scope.js';

/** The parts of the payload without a fixed list of keys: attributes, included utilities and house rules. */
export interface OpenFields {
  readonly attributes: readonly CompiledAttribute[];
  readonly groups: readonly Group[];
}

interface CompiledAttribute {
  readonly pointer: string;
  /** Keys or labels of the attribute, tried in order. */
  readonly names: readonly string[];
  /** Whether no warning is given if the listing's category does not have the attribute. */
  readonly isOptional: boolean;
  readonly evaluate: Evaluate;
  /** Looks the attribute up among those of the category. */
  answerFor(category: string, reference: Reference): AttributeAnswer;
}

/** A part of the payload that only rentals have. */
interface Group {
  readonly path: 'rent.utilities_included' | 'house_rules';
  readonly entries: readonly CompiledEntry[];
}

interface CompiledEntry {
  /** The key, split at dots: `pets.policy` has two steps. */
  readonly steps: readonly string[];
  readonly evaluate: Evaluate;
  /** Whether the portal accepts the key, by the configuration. */
  readonly isTaken: boolean;
}

/** A problem with the JSON pointer of the payload field. */
export interface PlacedProblem extends Problem {
  pointer: string;
}

/** The keys that the portal accepts. Defaults: the house rules of its specification, and any utility. */
export interface KnownNames {
  houseRules?: readonly string[];
  utilities?: readonly string[];
}

export function compileOpenFields(known: KnownNames, compiler: Compiler): OpenFields {
  const {
    attributes = {},
    'rent.utilities_included': utilities,
    house_rules: rules,
  } = compiler.mapping.fields;
  const { houseRules = defaultProtocol.house_rules_keys, utilities: taken = null } = known;
  return {
    attributes: Object.entries(attributes).map(([name, input]) => compileAttribute(name, input, compiler)),
    groups: [
      ...(utilities ? [compileGroup('rent.utilities_included', utilities, taken, compiler)] : []),
      ...(rules ? [compileGroup('house_rules', rules, houseRules, compiler)] : []),
    ],
  };
}

function compileAttribute(
  name: string,
  input: AttributesInput[string],
  compiler: Compiler,
): CompiledAttribute {
  const isLong = typeof input === 'object' && 'value' in input;
  const at = ['fields', 'attributes', name];
  const rules = isLong ? input.value : input;
  const names = (isLong ? input.is : undefined) ?? [name];
  const answers = new WeakMap<Reference, Map<string, AttributeAnswer>>();
  return {
    pointer: attributePointer(name),
    names,
    isOptional: isLong && input.unmapped === 'ignore',
    evaluate: compileOpen(`attributes.${name}`, rules, compiler, isLong ? [...at, 'value'] : at),
    answerFor: (category, reference) => {
      const known = answers.get(reference) ?? new Map<string, AttributeAnswer>();
      answers.set(reference, known);
      const answer = known.get(category) ?? reference.attribute(category, names);
      known.set(category, answer);
      return answer;
    },
  };
}

/** JSON pointer of an attribute by its name in the mapping. That name can differ from the portal's key. */
export function attributePointer(name: string): string {
  return `/attributes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function compileGroup(
  path: Group['path'],
  input: Readonly<Record<string, RulesInput>>,
  taken: readonly string[] | null,
  compiler: Compiler,
): Group {
  const entries = Object.entries(input).map(([name, rules]) => {
    const at = ['fields', path, name];
    checkName(path, name, at, compiler);
    const kind = path === 'rent.utilities_included' ? ({ kind: 'flag' } as const) : null;
    const steps = name.split('.');
    return {
      steps,
      evaluate: compileOpen(`${path}.${name}`, rules, compiler, at, kind),
      isTaken: taken === null || taken.includes(steps[0] ?? ''),
    };
  });
  return { path, entries };
}

/** The parts of `pets` in the portal's specification. No other house rule has parts. */
const partsOfPets: readonly string[] = ['policy', 'kinds', 'dog_size', 'max_count', 'deposit_eur', 'note'];

function checkName(path: Group['path'], name: string, at: YamlPath, compiler: Compiler): void {
  const [head, part] = name.split('.');
  if (path !== 'house_rules') {
    if (part !== undefined) compiler.fail(at, `"${name}": a utility has no parts.`);
  } else if (head === 'pets') {
    if (part === undefined || !partsOfPets.includes(part))
      compiler.fail(at, `"${name}": of pets, write ${partsOfPets.map((one) => `pets.${one}`).join(', ')}.`);
  } else if (part !== undefined) compiler.fail(at, `"${name}": of the house rules only pets has parts.`);
}

/** @param kind the kind of value that the payload field requires; null: any kind that the rule makes */
function compileOpen(
  name: string,
  rules: RulesInput,
  compiler: Compiler,
  at: YamlPath,
  kind: RuleKind | null = null,
): Evaluate {
  return compileRules(rules, { name, kind: kind ?? kindOfValue(rules, compiler.names) }, compiler, at);
}

/**
 * Fills the open fields of a listing whose other fields are mapped: the attributes depend on the category. Only a rent gets house rules and
 * utilities. Returns the problems.
 */
export function fillOpenFields(
  { attributes, groups }: OpenFields,
  scope: RecordScope,
  transaction: Transaction,
): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  if (attributes.length > 0) fillAttributes(attributes, scope, problems);
  if (transaction === 'rent') for (const group of groups) fillGroup(group, scope, problems);
  return problems;
}

function fillAttributes(
  attributes: readonly CompiledAttribute[],
  scope: RecordScope,
  problems: PlacedProblem[],
): void {
  const category = scope.mapped.get('category');
  if (typeof category !== 'string') return;
  const filled = new Map<string, Value>();
  for (const attribute of attributes) {
    const { pointer } = attribute;
    const report = (problem: Problem): void => void problems.push({ ...problem, pointer });
    const answer = attribute.answerFor(category, scope.reference);
    if (answer.kind !== 'found' && attribute.isOptional) continue;
    const value = attribute.evaluate(scope, report);
    if (value === null) continue;
    const fitting = answer.kind === 'found' ? fitAttribute(value, answer.attribute, scope, report) : null;
    if (answer.kind === 'found' && fitting !== null) filled.set(answer.attribute.key, fitting);
    else if (answer.kind !== 'found') report(notHere(attribute, answer.kind));
  }
  if (filled.size > 0) scope.mapped.set('attributes', Object.fromEntries(filled));
}

function notHere({ names: [name = ''] }: CompiledAttribute, why: 'elsewhere' | 'unknown'): Problem {
  const [code, message]: [ProblemCode, string] =
    why === 'elsewhere'
      ? ['attribute_not_applicable', `"${name}" is no attribute of the listing’s category: it is left out.`]
      : ['attribute_unknown', `The portal has no attribute "${name}" in any category: it is left out.`];
  return { code, message };
}

/** The value in the type of the portal's attribute; null, with a problem reported, if it does not fit. */
function fitAttribute(
  value: Value,
  { key, type, words }: CategoryAttribute,
  scope: RecordScope,
  report: (problem: Problem) => void,
): Value | null {
  if (words.length > 0) return wordOf(String(value), { key, words }, scope, report);
  const fitting = type === 'string' ? String(value) : value;
  if (type === 'integer' ? Number.isInteger(fitting) : type === null || typeof fitting === type)
    return fitting;
  report({
    code: 'attribute_misfit',
    message: `"${String(value)}" is left out: the portal takes ${wanted[type ?? 'string']} for ${key}.`,
    value: String(value),
  });
  return null;
}

const wanted = {
  boolean: 'yes or no (bool:)',
  integer: 'a whole number (number:)',
  number: 'a number (number:)',
  string: 'a text',
} as const;

/** The key of a word in the attribute's own list. The use of the word is recorded, found or not, like that of a vocabulary word. */
function wordOf(
  word: string,
  { key, words }: Pick<CategoryAttribute, 'key' | 'words'>,
  scope: RecordScope,
  report: (problem: Problem) => void,
): string | null {
  const resolved = keyAmong(words, word);
  scope.use({ kind: 'vocabulary', name: key, word: fold(word), resolved });
  if (resolved === null) {
    const message = `"${word}" is not in the portal's list of ${key}.`;
    report({ code: 'unmapped_word', message, value: word });
  }
  return resolved;
}

function fillGroup({ path, entries }: Group, scope: RecordScope, problems: PlacedProblem[]): void {
  const filled: Record<string, unknown> = {};
  const pets: Record<string, unknown> = {};
  const pointer = `/${path.replace('.', '/')}`;
  for (const { steps, evaluate, isTaken } of entries) {
    const at = [pointer, ...steps].join('/');
    const value = evaluate(scope, (problem) => problems.push({ ...problem, pointer: at }));
    if (value === null) continue;
    const [name = '', part] = steps;
    if (!isTaken) problems.push({ code: 'field_dropped', pointer: at, message: notTaken(name) });
    else if (part === undefined) filled[name] = value;
    else pets[part] = value;
  }
  if ('policy' in pets) filled.pets = pets;
  else if (Object.keys(pets).length > 0) problems.push(petsWithoutPolicy);
  if (Object.keys(filled).length > 0) scope.mapped.set(path, filled);
}

function notTaken(name: string): string {
  return `The portal takes no "${name}" here: it is left out.`;
}

const petsWithoutPolicy: PlacedProblem = {
  code: 'field_dropped',
  pointer: '/house_rules/pets',
  message: 'What the feed says of pets is left out: it does not say whether they are welcome.',
};
