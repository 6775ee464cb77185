import { fold } from '../../model/fold.js';
import type { Reference, VocabularyField } from '../../model/reference.js';
import type { TableInput, Target } from '../language/mapping-schema.js';
import type { Pattern } from '../language/patterns.js';
import { remembered } from '../language/remembered.js';
import { compileWordSearch, searchedPart, type WordSearch } from './word-search.js';

/** What a table makes of a word. `unmapped` tells an unknown word from one whose targets the portal lacks. */
export type Finding =
  | { kind: 'value'; value: string | number | boolean | readonly string[] }
  | { kind: 'nothing' }
  | { kind: 'unmapped'; candidates: readonly string[] };

/** A lookup table, its targets resolved once per copy of the portal's vocabulary. */
export interface CompiledTable {
  readonly vocabulary: VocabularyField | null;
  readonly places: boolean;
  /** @param keys several are looked up together as `one + other`, then with the last ones left out */
  find(keys: readonly string[], reference: Reference): Finding;
  /** The same where one text may name several things: every bit and every pattern counts. */
  findAll(key: string, reference: Reference): readonly Finding[];
  /** What every other word means; null where the table does not say. */
  otherwise(reference: Reference): Finding | null;
  /** Where in the table a finding stands, from 0: the best is first. */
  rank(finding: Finding, reference: Reference): number;
  /** Canonical text of what the targets are in this vocabulary: part of a record's context. */
  resolved(reference: Reference): string;
}

/**
 * @param extra the agency's own words: they win over the table's
 * @param patternOf compiles a pattern by its index
 */
export function compileTable(
  table: TableInput,
  extra: Readonly<Record<string, Target>>,
  patternOf: (index: number) => Pattern,
): CompiledTable {
  const vocabulary = table.vocabulary ?? null;
  const words = foldKeys([...Object.entries(table.words), ...Object.entries(extra)]);
  const containing = foldKeys(Object.entries(table.containing));
  const search = compileWordSearch([...containing.keys()]);
  const patterns = table.patterns.map((_, index) => patternOf(index));
  const resolvedFor = new WeakMap<Reference, Resolved>();
  const resolve = (reference: Reference): Resolved => {
    let known = resolvedFor.get(reference);
    if (!known) {
      const one = (target: Target): Finding => resolveTarget(target, vocabulary, reference);
      const within = resolveAll(containing, one);
      const parts: Parts = {
        words: resolveAll(words, one),
        bits: Object.entries(table.bits).map(([mask, target]) => ({
          mask: Number(mask),
          finding: one(target),
        })),
        containing: within,
        search,
        found: [...within.values()],
        patterns: patterns.map((pattern, index) => ({
          pattern,
          finding: one(table.patterns[index]?.is ?? null),
        })),
        otherwise: table.default === undefined ? null : one(table.default),
      };
      known = { ...parts, find: remembered((key) => findOne([key], parts, vocabulary, reference)) };
      resolvedFor.set(reference, known);
    }
    return known;
  };
  return {
    vocabulary,
    places: table.places === true,
    find: (keys, reference) => {
      const known = resolve(reference);
      const [only] = keys;
      return only !== undefined && keys.length === 1
        ? known.find(only)
        : findOne(keys, known, vocabulary, reference);
    },
    findAll: (key, reference) => {
      const known = resolve(reference);
      if (known.bits.length === 0 && known.patterns.length === 0) return [known.find(key)];
      const several = [...findBits(known.bits, key), ...findPatterns(known.patterns, key)];
      return several.length < 2 || findWord(known.words, [key]) ? [known.find(key)] : several;
    },
    otherwise: (reference) => resolve(reference).otherwise,
    rank: (finding, reference) => rankIn(resolve(reference), finding),
    resolved: (reference) => textOfResolved(resolve(reference)),
  };
}

interface Resolved extends Parts {
  /** What one word is. */
  find(key: string): Finding;
}

interface Parts {
  words: Findings;
  bits: readonly { mask: number; finding: Finding }[];
  containing: Findings;
  /** For the words of `containing`; what it finds is numbered as they are. */
  search: WordSearch;
  found: readonly Finding[];
  patterns: readonly { pattern: Pattern; finding: Finding }[];
  otherwise: Finding | null;
}

/** Exact words first, then what a longer text may hold, then the portal's own words. */
function findOne(
  keys: readonly string[],
  { words, bits, search, found, patterns }: Parts,
  vocabulary: VocabularyField | null,
  reference: Reference,
): Finding {
  return (
    findWord(words, keys) ??
    (bits.length === 0 ? null : findBits(bits, keys[0] ?? '')[0]) ??
    (found.length === 0 ? null : findWithin(search, found, keys)) ??
    (patterns.length === 0 ? null : findPatterns(patterns, keys.join(' + '))[0]) ??
    findItself(vocabulary, keys, reference)
  );
}

function findBits(bits: Parts['bits'], key: string): Finding[] {
  if (bits.length === 0 || !/^\d{1,10}$/.test(key)) return [];
  const figure = BigInt(key);
  return bits
    .filter(({ mask }) => mask > 0 && (figure & BigInt(mask)) === BigInt(mask))
    .map(({ finding }) => finding);
}

function findPatterns(patterns: Parts['patterns'], text: string): Finding[] {
  return patterns.filter(({ pattern }) => pattern.test(text)).map(({ finding }) => finding);
}

function rankIn({ words, bits, containing, patterns }: Parts, finding: Finding): number {
  const ofRules = (rules: readonly { finding: Finding }[]): Finding[] => rules.map((rule) => rule.finding);
  const all = [...words.values(), ...ofRules(bits), ...containing.values(), ...ofRules(patterns)];
  const rank = all.indexOf(finding);
  return rank < 0 ? Infinity : rank;
}

function textOfResolved({ words, bits, containing, patterns, otherwise }: Parts): string {
  const more = [...bits, ...patterns].map(({ finding }) => finding);
  const written = [[...words], [...containing]];
  return JSON.stringify(more.length === 0 && otherwise === null ? written : [...written, more, otherwise]);
}

type Findings = ReadonlyMap<string, Finding>;

function foldKeys(entries: readonly (readonly [string, Target])[]): ReadonlyMap<string, Target> {
  return new Map(entries.map(([word, target]) => [fold(word), target]));
}

function resolveAll(entries: ReadonlyMap<string, Target>, one: (target: Target) => Finding): Findings {
  return new Map([...entries].map(([word, target]) => [word, one(target)]));
}

function resolveTarget(target: Target, vocabulary: VocabularyField | null, reference: Reference): Finding {
  if (target === null) return { kind: 'nothing' };
  if (vocabulary === null) return { kind: 'value', value: target };
  const candidates = (Array.isArray(target) ? target : [target]).map(String);
  const key = reference.vocabularyKey(vocabulary, candidates);
  return key === null ? { kind: 'unmapped', candidates } : { kind: 'value', value: key };
}

function findWord(words: Findings, keys: readonly string[]): Finding | null {
  for (let count = keys.length; count > 0; count--) {
    const finding = words.get(fold(keys.slice(0, count).join(' + ')));
    if (finding) return finding;
  }
  return null;
}

function findWithin(search: WordSearch, found: readonly Finding[], keys: readonly string[]): Finding | null {
  const index = search.first(searchedPart(keys.join(' + ')));
  return index === null ? null : (found[index] ?? null);
}

/** A word that no table has may still be the portal's own. */
function findItself(
  vocabulary: VocabularyField | null,
  keys: readonly string[],
  reference: Reference,
): Finding {
  const key = vocabulary && keys[0] !== undefined ? reference.vocabularyKey(vocabulary, [keys[0]]) : null;
  return key === null ? { kind: 'unmapped', candidates: [] } : { kind: 'value', value: key };
}
