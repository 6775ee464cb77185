import { fold } from '../../../model/fold.js';
import { groupBy } from '../../../model/group-by.js';
import { nameWords } from './synonyms.js';

/** A subject of a feed's field: a payload field, or something that helps to read one, such as a unit. */
export type Concept = keyof typeof nameWords;

/** Splits a name into folded words: `propertyOperation/operationPrice` → [property, operation, operation, price]. */
export function wordsOf(name: string): string[] {
  const spaced = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return fold(spaced)
    .split(' ')
    .filter((word) => word !== '');
}

interface Synonym {
  concept: Concept;
  /** Folded, without spaces. */
  name: string;
  weight: number;
}

const synonyms: readonly Synonym[] = Object.entries(nameWords).flatMap(([concept, names]) =>
  names
    .split(/\s+/)
    .filter(Boolean)
    .map((name, index) => ({
      concept: concept as Concept,
      name: wordsOf(name).join(''),
      // Synonyms are listed in order of reliability.
      weight: 1 - Math.min(index, 20) / 200,
    })),
);

const byName = groupBy(synonyms, ({ name }) => name);

/**
 * How well a field name fits each concept, from 0 to 1: the whole name is a synonym, or it ends or begins with one. Trailing digits
 * (`image7`) are ignored.
 */
export function conceptsOf(name: string): Map<Concept, number> {
  const words = wordsOf(name);
  const scores = new Map<Concept, number>();
  const add = (text: string, share: number): void => {
    for (const { concept, weight } of byName.get(text) ?? [])
      scores.set(concept, Math.max(scores.get(concept) ?? 0, weight * share));
  };
  const bare = words.join('').replace(/\d+$/, '');
  add(words.join(''), 1);
  add(bare, 0.97);
  for (let from = 1; from < words.length; from++) {
    const end = words.slice(from).join('').replace(/\d+$/, '');
    add(end, weakEnds.has(end) ? 0.5 : 0.85);
  }
  for (let to = words.length - 1; to > 0; to--) add(words.slice(0, to).join(''), 0.6);
  return scores;
}

/** Weak evidence at the end of a name: they do not show whose name, number or date it is. */
const weakEnds = new Set(
  'name code number date size status info body box place id nr title type category label state text'.split(
    ' ',
  ),
);

/** Whether a name is a synonym of any concept. */
export function isKnownName(name: string): boolean {
  for (const score of conceptsOf(name).values()) if (score >= 0.8) return true;
  return false;
}
