import { statedPlace } from '../../core/content/place-parts.js';
import { isObject, ownValue } from '../../model/own-value.js';
import { vocabularyFields, type Reference } from '../../model/reference.js';
import {
  parseYaml,
  type MappingError,
  type PositionedYaml,
  type YamlPath,
} from '../language/mapping-errors.js';

/** Parts of a mapping file that have no effect, or none at this portal, or that depend on one spelling. They are not mistakes. */
export interface MappingHints {
  /** Tables and values that no rule uses, and rules that are never reached. */
  idle: MappingError[];
  /** Targets of tables, and attributes, that the portal does not have; empty if the portal's words are not known. */
  unresolved: MappingError[];
  /** Conditions that decide the state of a listing by comparing with single words: any other spelling counts as on offer. */
  literal: MappingError[];
}

/** @param reference the portal's words and places; null if they are not known */
export function mappingHints(text: string, file: string, reference: Reference | null): MappingHints {
  const parsed = parseYaml(text, file);
  if (!parsed.ok || !isObject(parsed.yaml.value)) return { idle: [], unresolved: [], literal: [] };
  const { yaml } = parsed;
  const mapping = parsed.yaml.value;
  const strings = [...stringsIn(mapping, [])];
  return {
    literal: literalStates(mapping, yaml),
    idle: [
      ...unusedTables(mapping, strings, yaml),
      ...unusedValues(mapping, strings, yaml),
      ...unreached(mapping, [], yaml),
    ],
    unresolved:
      reference === null
        ? []
        : [...unresolvedTargets(mapping, reference, yaml), ...unresolvedAttributes(mapping, reference, yaml)],
  };
}

/** A text of the file, with its place. */
interface Written {
  path: YamlPath;
  text: string;
}

function* stringsIn(value: unknown, path: YamlPath): Generator<Written> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) yield* stringsIn(entry, [...path, index]);
  else if (isObject(value))
    for (const [key, entry] of Object.entries(value)) yield* stringsIn(entry, [...path, key]);
}

/** Whether the mapping extends another one. The rules of the extended mapping may then use its tables and values. */
function completesAnother(mapping: YamlMap): boolean {
  return 'extends' in mapping;
}

function unusedTables(mapping: YamlMap, strings: readonly Written[], yaml: PositionedYaml): MappingError[] {
  if (completesAnother(mapping)) return [];
  const used = new Set(
    strings.filter(({ path }) => path.at(-1) === 'table' && path[0] !== 'tables').map(({ text }) => text),
  );
  return namesUnder(mapping, 'tables')
    .filter((name) => !used.has(name))
    .map((name) => yaml.errorAt(['tables', name], `The table "${name}" is never used.`));
}

/** Keys whose texts are conditions. A condition uses a named value without the $. */
const conditionKeys: ReadonlySet<PropertyKey | undefined> = new Set(['when', 'first']);

function unusedValues(mapping: YamlMap, strings: readonly Written[], yaml: PositionedYaml): MappingError[] {
  if (completesAnother(mapping)) return [];
  const uses = new Map<string, Set<PropertyKey>>();
  for (const { path, text } of strings) {
    const within = path[0] === 'values' ? (path[1] ?? '') : '';
    const found = conditionKeys.has(path.at(-1)) ? text.matchAll(/\w+/g) : text.matchAll(/(?<=\$)\w+/g);
    for (const [name] of found) uses.set(name, (uses.get(name) ?? new Set()).add(within));
  }
  const isUsed = (name: string): boolean => [...(uses.get(name) ?? [])].some((within) => within !== name);
  return namesUnder(mapping, 'values')
    .filter((name) => !isUsed(name))
    .map((name) => yaml.errorAt(['values', name], `The value "${name}" is never used.`));
}

/** The first rule behind a rule that always gives a value, and the first outcome behind an outcome whose condition is always met. */
function unreached(value: unknown, path: YamlPath, yaml: PositionedYaml): MappingError[] {
  if (Array.isArray(value)) {
    const always = value.findIndex(isAlways);
    const rest = value[always + 1] as unknown;
    if (always < 0 || rest === undefined) return [];
    return [
      yaml.errorAt([...path, always + 1], 'This is never reached: what stands before it always counts.'),
    ];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => unreached(entry, [...path, key], yaml));
}

function isAlways(rule: unknown): boolean {
  if (!isObject(rule)) return false;
  const isOutcome = 'keep' in rule || 'ignore' in rule || 'remove' in rule;
  if (isOutcome && !('from' in rule)) return rule.when === 'true' || rule.when === true;
  return 'const' in rule && !('when' in rule) && !('refuse' in rule);
}

function literalStates(mapping: YamlMap, yaml: PositionedYaml): MappingError[] {
  const outcomes = Array.isArray(mapping.outcomes) ? (mapping.outcomes as unknown[]) : [];
  const state = ownValue(mapping.fields, 'state');
  const isList = Array.isArray(state);
  const rules = isList ? (state as unknown[]) : [state];
  const decided: [YamlPath, unknown][] = [
    ...outcomes.flatMap((one, index): [YamlPath, unknown][] =>
      ownValue(one, 'remove') === undefined ? [] : [[['outcomes', index, 'when'], ownValue(one, 'when')]],
    ),
    ...rules.flatMap((one, index): [YamlPath, unknown][] =>
      ownValue(one, 'const') === undefined
        ? []
        : [[['fields', 'state', ...(isList ? [index] : []), 'when'], ownValue(one, 'when')]],
    ),
  ];
  return decided
    .filter(([, when]) => typeof when === 'string' && comparesWord(when))
    .map(([at]) => yaml.errorAt(at, literalState));
}

const literalState =
  'A state is decided by comparing with a word here, so that any other spelling of it counts as on offer. Read it through a table: state: { from: …, table: state }, with tables: { state: { states: 1 } }.';

/** Whether a condition compares a text of the feed with a word. The name of an element is no word that people write. */
function comparesWord(when: string): boolean {
  const others = when.replaceAll(/field\(\s*(['"])name\(\)\1\s*\)\s*(?:==|!=)\s*(['"])[^'"]*\2/g, '');
  return /(?:==|!=)\s*['"]|['"]\s*(?:==|!=)|\bin\s*\[|\.(?:contains|startsWith|endsWith|matches)\(|\bmatches\(/.test(
    others,
  );
}

function unresolvedTargets(mapping: YamlMap, reference: Reference, yaml: PositionedYaml): MappingError[] {
  return namesUnder(mapping, 'tables').flatMap((name) => {
    const table = ownValue(mapping.tables, name);
    const resolve = resolverOf(table, reference);
    if (resolve === null) return [];
    return targetsOf(table).flatMap(({ path, target }) => {
      const candidates = [target].flat().flatMap(plainWord);
      if (candidates.length === 0 || resolve.has(candidates)) return [];
      const wanted = candidates.map((word) => `"${word}"`).join(' or ');
      const message = `The table "${name}" points to ${wanted}, and the portal has no such ${resolve.what}.`;
      return [yaml.errorAt(['tables', name, ...path], message)];
    });
  });
}

/** Attributes that no category of the portal has. Removed ones (null) and those with `unmapped: ignore` are not checked. */
function unresolvedAttributes(mapping: YamlMap, reference: Reference, yaml: PositionedYaml): MappingError[] {
  return entriesOf(ownValue(mapping.fields, 'attributes')).flatMap(([name, input]) => {
    const names = ownValue(input, 'is');
    const candidates = Array.isArray(names) ? names.flatMap(plainWord) : [name];
    if (
      input === null ||
      (ownValue(input, 'unmapped') === 'ignore' && ownValue(input, 'value') !== undefined)
    )
      return [];
    if (reference.attribute('', candidates).kind !== 'unknown') return [];
    const wanted = candidates.map((word) => `"${word}"`).join(' or ');
    const message = `The portal has no attribute ${wanted} in any category.`;
    return [yaml.errorAt(['fields', 'attributes', name], message)];
  });
}

/** The look-up of a table's targets at the portal; null for a table whose targets are not the portal's. */
function resolverOf(
  table: unknown,
  reference: Reference,
): { what: string; has: (candidates: string[]) => boolean } | null {
  if (ownValue(table, 'places') === true) {
    const nowhere = { lat: null, lng: null };
    const has = (names: string[]): boolean => statedPlace(names, nowhere, reference).kind !== 'unknown';
    return { what: 'place', has };
  }
  const vocabulary = ownValue(table, 'vocabulary');
  const field = vocabularyFields.find((name) => name === vocabulary);
  if (field === undefined) return null;
  return { what: field, has: (candidates) => reference.vocabularyKey(field, candidates) !== null };
}

/** The target as a list of one text; empty for a target that is no text or number, such as null. */
function plainWord(target: unknown): string[] {
  return typeof target === 'string' || typeof target === 'number' ? [String(target)] : [];
}

function targetsOf(table: unknown): { path: YamlPath; target: unknown }[] {
  const sections = ['words', 'bits', 'containing'].flatMap((section) =>
    entriesOf(ownValue(table, section)).map(([word, target]) => ({ path: [section, word], target })),
  );
  const patterns = ownValue(table, 'patterns');
  const matched = (Array.isArray(patterns) ? patterns : []).map((pattern: unknown, index) => ({
    path: ['patterns', index],
    target: ownValue(pattern, 'is'),
  }));
  const phrases = ['any', 'first'].flatMap((part) =>
    entriesOf(ownValue(ownValue(table, 'phrases'), part)).map(([word, target]) => ({
      path: ['phrases', part, word],
      target,
    })),
  );
  return [...sections, ...matched, ...phrases, { path: ['default'], target: ownValue(table, 'default') }];
}

type YamlMap = Record<string, unknown>;

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function namesUnder(mapping: YamlMap, key: string): string[] {
  return entriesOf(ownValue(mapping, key))
    .filter(([, entry]) => entry !== null)
    .map(([name]) => name);
}
