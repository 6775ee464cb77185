import { fold } from '../../model/fold.js';
import type { Reference, VocabularyField } from '../../model/reference.js';
import type { TableInput, Target } from '../language/mapping-schema.js';
import type { Pattern } from '../language/patterns.js';
import { remembered } from '../language/remembered.js';
import { stateFinder, stateMeaning, type OwnStates, type StateFinder } from './state-table.js';
import { compilePhrases } from './phrases.js';
import { compileWordSearch, searchedPart, type WordSearch } from './word-search.js';

/**
 * The result of looking up a word. `nothing`: the word is known and has no meaning. `unmapped`: the word is unknown, or the portal has none
 * of the word's targets, which are then the `candidates`.
 */
export type Finding =
  | { kind: 'value'; value: string | number | boolean | readonly string[] }
  | { kind: 'nothing' }
  | { kind: 'unmapped'; candidates: readonly string[] };

/** A compiled table. Its targets are resolved once for each copy of the portal's vocabulary. */
export interface CompiledTable {
  readonly vocabulary: VocabularyField | null;
  /** Whether the targets are places. */
  readonly places: boolean;
  /** Whether the targets are states of a record. */
  readonly states: boolean;
  /** @param keys several keys are looked up together as `one + other`, then without the last keys */
  find(keys: readonly string[], reference: Reference): Finding;
  /** Like `find`, for a word that the table itself lists; null if it does not. */
  word(key: string, reference: Reference): Finding | null;
  /** Like `find`, for a text with several meanings: all matching bits and patterns count, unless the table lists the text as a word. */
  findAll(key: string, reference: Reference): readonly Finding[];
  /** The meaning of all other words (`default:`); null if the table has none. */
  otherwise(reference: Reference): Finding | null;
  /** The position of a finding in the table, from 0. With `pick: best`, the lowest counts. */
  rank(finding: Finding, reference: Reference): number;
  /** Canonical text of the targets in this vocabulary, for the context of a record. */
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
  const states = table.states === undefined ? null : stateFinder(ownStates(table, words));
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
        phrases: phrasesOf(table, one),
        phrased: Object.values({ ...table.phrases?.any, ...table.phrases?.first }).map(one),
        states,
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
    states: states !== null,
    find: (keys, reference) => {
      const known = resolve(reference);
      const [only] = keys;
      return only !== undefined && keys.length === 1
        ? known.find(only)
        : findOne(keys, known, vocabulary, reference);
    },
    word: (key, reference) => findWord(resolve(reference).words, [key]),
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
  /** Looks up one key, with a cache. */
  find(key: string): Finding;
}

interface Parts {
  words: Findings;
  bits: readonly { mask: number; finding: Finding }[];
  containing: Findings;
  /** Finds the words of `containing` in a text. Returns indices into `found`. */
  search: WordSearch;
  found: readonly Finding[];
  patterns: readonly { pattern: Pattern; finding: Finding }[];
  /** Reads prose; null if the table has no phrases. */
  phrases: ((text: string) => Finding | null) | null;
  /** The targets of the phrases. */
  phrased: readonly Finding[];
  /** Of a table of states; null for any other table. */
  states: StateFinder | null;
  otherwise: Finding | null;
}

function phrasesOf({ phrases }: TableInput, one: (target: Target) => Finding): Parts['phrases'] {
  if (phrases === undefined) return null;
  const found = (words: Readonly<Record<string, Target>>): Map<string, Finding> =>
    new Map(Object.entries(words).map(([word, target]) => [word, one(target)]));
  const words = { any: found(phrases.any), first: found(phrases.first), after: phrases.after };
  return compilePhrases(words, (a, b) => JSON.stringify(a) === JSON.stringify(b));
}

/** Tries in this order: exact words, bits, words within the text, patterns, phrases, and the portal's own words or those of states. */
function findOne(
  keys: readonly string[],
  { words, bits, search, found, patterns, phrases, states }: Parts,
  vocabulary: VocabularyField | null,
  reference: Reference,
): Finding {
  return (
    findWord(words, keys) ??
    (bits.length === 0 ? null : findBits(bits, keys[0] ?? '')[0]) ??
    (found.length === 0 ? null : findWithin(search, found, keys)) ??
    (patterns.length === 0 ? null : findPatterns(patterns, keys.join(' + '))[0]) ??
    phrases?.(keys.join(' ')) ??
    (states === null ? null : findState(states, keys.join(' '))) ??
    findItself(vocabulary, keys, reference)
  );
}

function ownStates({ yes, no }: TableInput, words: ReadonlyMap<string, Target>): OwnStates {
  return {
    words: new Map([...words].map(([word, target]) => [word, stateMeaning(target)])),
    flags: yes === undefined && no === undefined ? null : { yes: stateMeaning(yes), no: stateMeaning(no) },
  };
}

function findState(states: StateFinder, text: string): Finding | null {
  const meaning = states(text);
  if (meaning === null) return null;
  return meaning === 'nothing' ? { kind: 'nothing' } : { kind: 'value', value: meaning };
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

function textOfResolved({ words, bits, containing, patterns, phrased, otherwise }: Parts): string {
  const more = [...[...bits, ...patterns].map(({ finding }) => finding), ...phrased];
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

/** Looks up the word itself in the portal's vocabulary. */
function findItself(
  vocabulary: VocabularyField | null,
  keys: readonly string[],
  reference: Reference,
): Finding {
  const key = vocabulary && keys[0] !== undefined ? reference.vocabularyKey(vocabulary, [keys[0]]) : null;
  return key === null ? { kind: 'unmapped', candidates: [] } : { kind: 'value', value: key };
}
