import { lostWords } from '../../core/content/vocabulary.js';
import type { Facts } from './facts.js';
import { allAgencies, itemOf, type AttentionItem } from './item.js';

/** The portal refuses the key: nothing of any agency is sent. */
export async function stoppedKeys(facts: Facts): Promise<AttentionItem[]> {
  const stopped = await facts.stoppedKey();
  if (stopped === null) return [];
  const count = [...(await facts.waiting()).values()].reduce((sum, one) => sum + one, 0);
  return [itemOf({ kind: 'key', agency: allAgencies, count, since: stopped.since })];
}

/** The portal's vocabulary lost words: the former one serves until a person accepts that, or a day has passed. */
export async function lostVocabulary(facts: Facts): Promise<AttentionItem[]> {
  const suspect = await facts.suspectVocabulary();
  const serving = suspect === null ? null : await facts.servingVocabulary();
  if (suspect === null || serving === null) return [];
  const { length: count } = lostWords(serving.vocabulary, suspect.vocabulary);
  return [itemOf({ kind: 'vocabulary', agency: allAgencies, count, since: suspect.readAt })];
}
