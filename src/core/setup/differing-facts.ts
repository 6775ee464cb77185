import type { VocabularyField } from '../../model/reference.js';

/** A fact that may be stated of some listings otherwise than of others: by the ids of their records, or by rules. */
export interface DifferingFact {
  /** Payload path. */
  path: string;
  /** Name of its answer in a feed's settings, and of the question among what a record used. */
  question: string;
  /** The statements about it: `_some`, `_rule` and `_rule_ended` follow. */
  topic: 'owner_nearby' | 'rental_type' | 'furnished';
  /** Null: yes or no. Else the portal's list whose words are the answers. */
  vocabulary: VocabularyField | null;
  /** The only transaction whose listings have it; null: all have it. */
  only: 'rent' | null;
}

export const ownerFact = {
  path: 'rent.owner_lives_nearby',
  question: 'owner_lives_nearby',
  topic: 'owner_nearby',
  vocabulary: null,
  only: 'rent',
} as const satisfies DifferingFact;

/** Facts whose answer is a word of the portal. An answer about all listings is a constant. */
export const chosenFacts = [
  {
    path: 'rent.type',
    question: 'rent.type',
    topic: 'rental_type',
    vocabulary: 'rental_type',
    only: 'rent',
  },
  {
    path: 'structure.furnished',
    question: 'structure.furnished',
    topic: 'furnished',
    vocabulary: 'furnished',
    only: null,
  },
] as const satisfies readonly DifferingFact[];

export type ChosenFact = (typeof chosenFacts)[number];
export type ChosenPath = ChosenFact['path'];
export const chosenPaths = chosenFacts.map(({ path }) => path);

export const differingFacts: readonly DifferingFact[] = [ownerFact, ...chosenFacts];

export function chosenFactAt(path: string): ChosenFact | undefined {
  return chosenFacts.find((fact) => fact.path === path);
}
