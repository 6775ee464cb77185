import type { Reference, Vocabulary } from '../core/reference.js';
import { createReference } from '../core/places.js';
import type { Services } from './services.js';

export interface LoadedReference extends Reference {
  vocabulary: Vocabulary;
}

/** The mirrored vocabulary and places, or null where they were never read. */
export async function loadReference({ store }: Services): Promise<LoadedReference | null> {
  const vocabulary = await store.reference.vocabulary();
  const places = await store.reference.places();
  if (vocabulary === null || places === null) return null;
  return { ...createReference(vocabulary.vocabulary, places.places), vocabulary: vocabulary.vocabulary };
}
