import { fold } from '../../model/fold.js';
import type {
  CategoryAttribute,
  Reference,
  Vocabulary,
  VocabularyEntry,
  VocabularyField,
} from '../../model/reference.js';

/**
 * Looks values up among the portal's keys and labels. A key wins over a label; a label that two keys share matches neither.
 */
export function vocabularyResolver(vocabulary: Vocabulary): Reference['vocabularyKey'] {
  const indexes = new Map<VocabularyField, Map<string, string | null>>();
  for (const [field, entries] of Object.entries(vocabulary.fields)) {
    indexes.set(field as VocabularyField, indexOf(entries));
  }
  return (field, candidates) => {
    const index = indexes.get(field);
    for (const candidate of candidates) {
      const key = index?.get(fold(candidate));
      if (typeof key === 'string') return key;
    }
    return null;
  };
}

/** Looks attributes up by key or label within a category. An attribute that only other categories have is `elsewhere`, not `unknown`. */
export function attributeResolver({ attributes = {} }: Vocabulary): Reference['attribute'] {
  const ofCategories = new Map(
    Object.entries(attributes).map(([category, list]) => [category, attributeIndex(list)]),
  );
  return (category, candidates) => {
    const names = candidates.map(fold);
    const own = ofCategories.get(category);
    for (const name of names) {
      const attribute = own?.get(name);
      if (attribute) return { kind: 'found', attribute };
    }
    const isElsewhere = [...ofCategories.values()].some((index) => names.some((name) => index.get(name)));
    return { kind: isElsewhere ? 'elsewhere' : 'unknown' };
  };
}

function attributeIndex(list: readonly CategoryAttribute[]): Map<string, CategoryAttribute> {
  const byKey = new Map(list.map((attribute) => [attribute.key, attribute]));
  return new Map(
    [...indexOf(list)].flatMap(([word, key]) => {
      const attribute = key === null ? undefined : byKey.get(key);
      return attribute === undefined ? [] : [[word, attribute] as const];
    }),
  );
}

/** The key of the entry that the word matches by key or label; null where none or several match. */
export function keyAmong(entries: readonly VocabularyEntry[], word: string): string | null {
  const known = indexes.get(entries) ?? indexOf(entries);
  indexes.set(entries, known);
  return known.get(fold(word)) ?? null;
}

const indexes = new WeakMap<readonly VocabularyEntry[], Map<string, string | null>>();

/** One key of one vocabulary field. */
export interface VocabularyWord {
  field: VocabularyField;
  key: string;
}

/**
 * Keys that the new vocabulary lacks. A key that changed is not lost if one of its labels still resolves: mappings name values by key or
 * by label.
 */
export function lostWords(before: Vocabulary, after: Vocabulary): VocabularyWord[] {
  const resolve = vocabularyResolver(after);
  const fields = Object.entries(before.fields) as [VocabularyField, readonly VocabularyEntry[]][];
  return fields.flatMap(([field, entries]) =>
    entries
      .filter(({ key, labels }) => resolve(field, [key, ...labels]) === null)
      .map(({ key }) => ({ field, key })),
  );
}

/** Maps a folded key or label to its key, or to null where several entries share the label. */
function indexOf(entries: readonly VocabularyEntry[]): Map<string, string | null> {
  const index = new Map<string, string | null>();
  for (const { key, labels } of entries) {
    for (const label of labels) {
      const word = fold(label);
      const known = index.get(word);
      index.set(word, known === undefined || known === key ? key : null);
    }
  }
  for (const { key } of entries) index.set(fold(key), key);
  return index;
}
