import { fold } from '../../../model/fold.js';
import { nameWords } from './synonyms.js';

/** What a field of a feed may be about: payload fields, and what helps to read them. */
export type Concept = keyof typeof nameWords;

/** A name as its words: `propertyOperation/operationPrice` → [property, operation, operation, price]. */
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
      // Words stand in the order in which they are trusted.
      weight: 1 - Math.min(index, 20) / 200,
    })),
);

const byName = new Map<string, Synonym[]>();
for (const synonym of synonyms) byName.set(synonym.name, [...(byName.get(synonym.name) ?? []), synonym]);

/**
 * How well a name of a feed fits each concept, from 0 to 1: the whole name is a word for it, or ends or begins with one. What a number
 * at the end says (`image7`) is left aside.
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

/** At the end of a name these say nothing of what it is the name, the number or the day of. */
const weakEnds = new Set(
  'name code number date size status info body box place id nr title type category label state text'.split(
    ' ',
  ),
);

/** Whether a name is a word for anything that a listing tells. */
export function isKnownName(name: string): boolean {
  for (const score of conceptsOf(name).values()) if (score >= 0.8) return true;
  return false;
}
