import { fold } from './fold.js';
import type { Reference, Vocabulary, VocabularyEntry, VocabularyField } from './reference.js';

/**
 * Looks words up among the portal's keys and labels. A key wins over a label; a label that two keys share names neither.
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

/** A word of the vocabulary: what one field calls it. */
export interface VocabularyWord {
  field: VocabularyField;
  key: string;
}

/**
 * What another vocabulary took away. A word whose key changed is still there if one of its labels leads to it: mappings name words by
 * either.
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

/** Folded key or label → key, or null where it names more than one. */
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
