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
