import { fold } from '../core/fold.js';
import type { Reference, VocabularyField } from '../core/reference.js';
import type { TableInput, Target } from './mapping-schema.js';

/** What a table makes of a word. `unmapped` tells apart a word that nobody knows from one whose targets the portal lacks. */
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
  /** Canonical text of what the targets are in this vocabulary: part of a record's context. */
  resolved(reference: Reference): string;
}

/** @param extra the agency's own words: they win over the table's */
export function compileTable(table: TableInput, extra: Readonly<Record<string, Target>> = {}): CompiledTable {
  const vocabulary = table.vocabulary ?? null;
  const words = foldKeys([...Object.entries(table.words), ...Object.entries(extra)]);
  const containing = foldKeys(Object.entries(table.containing));
  const resolvedFor = new WeakMap<Reference, { words: Findings; containing: Findings }>();
  const resolve = (reference: Reference): { words: Findings; containing: Findings } => {
    let known = resolvedFor.get(reference);
    if (!known) {
      known = {
        words: resolveAll(words, vocabulary, reference),
        containing: resolveAll(containing, vocabulary, reference),
      };
      resolvedFor.set(reference, known);
    }
    return known;
  };
  return {
    vocabulary,
    places: table.places === true,
    find: (keys, reference) => {
      const known = resolve(reference);
      return (
        findWord(known.words, keys) ??
        findWithin(known.containing, keys) ??
        findItself(vocabulary, keys, reference)
      );
    },
    resolved: (reference) => {
      const known = resolve(reference);
      return JSON.stringify([[...known.words], [...known.containing]]);
    },
  };
}

/** Whether a text holds a word or a beginning of one, both folded. */
export function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

type Findings = ReadonlyMap<string, Finding>;

function foldKeys(entries: readonly (readonly [string, Target])[]): ReadonlyMap<string, Target> {
  return new Map(entries.map(([word, target]) => [fold(word), target]));
}

function resolveAll(
  entries: ReadonlyMap<string, Target>,
  vocabulary: VocabularyField | null,
  reference: Reference,
): Findings {
  return new Map([...entries].map(([word, target]) => [word, resolveTarget(target, vocabulary, reference)]));
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

function findWithin(containing: Findings, keys: readonly string[]): Finding | null {
  if (containing.size === 0) return null;
  const text = fold(keys.join(' + '));
  for (const [word, finding] of containing) {
    if (containsWord(text, word)) return finding;
  }
  return null;
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
