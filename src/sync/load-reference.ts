import { createReference } from '../core/places.js';
import { searchedReference, type LoadedReference } from './search-places.js';
import type { Services } from './services.js';

export type { LoadedReference } from './search-places.js';

/** The mirrored vocabulary and places, or null where they were never read. */
export async function loadReference(services: Services): Promise<LoadedReference | null> {
  const { store } = services;
  const vocabulary = await store.reference.vocabulary();
  const places = await store.reference.places();
  if (vocabulary === null || places === null) return null;
  if (services.protocol.places_need_query)
    return searchedReference(vocabulary.vocabulary, places.places, services);
  return {
    ...createReference(vocabulary.vocabulary, places.places),
    vocabulary: vocabulary.vocabulary,
    places: places.places,
  };
}
