import { lostWords } from '../../core/content/vocabulary.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** The portal refuses the key, so nothing is sent for any agency. */
export async function stoppedKeys(facts: Facts): Promise<FoundItem[]> {
  const stopped = await facts.stoppedKey();
  if (stopped === null) return [];
  const count = [...(await facts.waiting()).values()].reduce((sum, one) => sum + one, 0);
  return [itemOf({ kind: 'key', count, since: stopped.since })];
}

/** The portal's vocabulary lost words. The former vocabulary stays in use until the new one is accepted, or for a day. */
export async function lostVocabulary(facts: Facts): Promise<FoundItem[]> {
  const suspect = await facts.suspectVocabulary();
  const inUse = suspect === null ? null : await facts.vocabularyInUse();
  if (suspect === null || inUse === null) return [];
  const { length: count } = lostWords(inUse.vocabulary, suspect.vocabulary);
  return [itemOf({ kind: 'vocabulary', count, since: suspect.readAt })];
}
