import { createReference } from '../../core/content/places.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import { searchedReference, type LoadedReference } from './search-places.js';
import type { Services } from '../services/services.js';

export type { LoadedReference } from './search-places.js';

/** The mirrored vocabulary and places, or null where they were never read. */
export async function loadReference(services: Services): Promise<LoadedReference | null> {
  const known = await services.store.reference.known();
  if (known === null) return null;
  const { vocabulary, places } = known;
  if (services.protocol.places_need_query)
    return searchedReference(vocabulary.vocabulary, places.places, services);
  return over(vocabulary.vocabulary, places.places);
}

/** Whether the portal's words and places were ever read. */
export async function isReferenceKnown({ store }: Pick<Services, 'store'>): Promise<boolean> {
  return (await store.reference.known()) !== null;
}

/** Indexed once for as long as the store gives the same words and places: each poll of thousands of feeds asks for it. */
function over(vocabulary: Vocabulary, places: readonly Place[]): LoadedReference {
  const known = loaded.get(places);
  if (known?.vocabulary === vocabulary) return known;
  const reference = { ...createReference(vocabulary, places), vocabulary, places };
  loaded.set(places, reference);
  return reference;
}

const loaded = new WeakMap<readonly Place[], LoadedReference>();
