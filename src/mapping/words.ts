import { fold } from '../core/fold.js';
import type { VocabularyField } from '../core/reference.js';
import type { Report, Scope } from './scope.js';
import type { CompiledTable, Finding } from './tables.js';

export interface WordOptions {
  table: CompiledTable | null;
  tableName: string | null;
  /** Say nothing of words that neither the table nor the portal has. */
  ignoreUnmapped: boolean;
}

/**
 * The portal's key for a word of the feed, by the table or, without one, by the word itself. Every look-up is noted as used or
 * missed, so that a changed vocabulary finds the records that it concerns.
 * @param keys one word, or several that are looked up together
 */
export function lookUpWord(
  keys: readonly string[],
  vocabulary: VocabularyField,
  { table, tableName, ignoreUnmapped }: WordOptions,
  scope: Scope,
  report: Report,
): string | null {
  const finding = table ? table.find(keys, scope.reference) : findPlain(keys, vocabulary, scope);
  if (finding.kind === 'nothing') return null;
  const key = finding.kind === 'value' ? String(finding.value) : null;
  const word = keys.join(' + ');
  scope.use({ kind: 'vocabulary', name: vocabulary, word: fold(word), resolved: key });
  if (finding.kind === 'unmapped' && !ignoreUnmapped) {
    report({
      code: 'unmapped_word',
      message: whyUnmapped(word, vocabulary, tableName, finding.candidates),
      value: word,
    });
  }
  return key;
}

/** The key of the first of these words that the portal has. */
export function findPlain(
  words: readonly string[],
  vocabulary: VocabularyField,
  { reference }: Scope,
): Finding {
  const key = reference.vocabularyKey(vocabulary, words);
  return key === null ? { kind: 'unmapped', candidates: [] } : { kind: 'value', value: key };
}

function whyUnmapped(
  word: string,
  vocabulary: VocabularyField,
  table: string | null,
  candidates: readonly string[],
): string {
  if (candidates.length > 0) {
    return `"${word}" should become ${candidates.join(' or ')}, but the portal's list of ${vocabulary} has none of these.`;
  }
  return table === null
    ? `"${word}" is not in the portal's list of ${vocabulary}.`
    : `"${word}" is neither in the table "${table}" nor in the portal's list of ${vocabulary}.`;
}
