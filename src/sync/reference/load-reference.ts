import { createReference } from '../../core/content/places.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import { searchedReference, type LoadedReference } from './search-places.js';
import type { Services } from '../services/services.js';

export type { LoadedReference } from './search-places.js';

/** The mirrored vocabulary and places; null until both were read once. */
export async function loadReference(services: Services): Promise<LoadedReference | null> {
  const known = await services.store.reference.known();
  if (known === null) return null;
  const { vocabulary, places } = known;
  if (services.protocol.places_need_query)
    return searchedReference(vocabulary.vocabulary, places.places, services);
  return over(vocabulary.vocabulary, places.places);
}

/** Whether the portal's words and places were read once. */
export async function isReferenceKnown({ store }: Pick<Services, 'store'>): Promise<boolean> {
  return (await store.reference.known()) !== null;
}

/** Cached per copy of the store's words and places: each poll of thousands of feeds asks for the index. */
function over(vocabulary: Vocabulary, places: readonly Place[]): LoadedReference {
  const known = loaded.get(places);
  if (known?.vocabulary === vocabulary) return known;
  const reference = { ...createReference(vocabulary, places), vocabulary, places };
  loaded.set(places, reference);
  return reference;
}

const loaded = new WeakMap<readonly Place[], LoadedReference>();
