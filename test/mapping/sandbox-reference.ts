import { createReference } from '../../src/core/content/places.js';
import type { Reference, Vocabulary } from '../../src/model/reference.js';
import { createPlaces } from '../../src/sandbox/state/places.js';
import { createVocabulary } from '../../src/sandbox/state/vocabulary.js';
import { readVocabulary } from '../../src/wire/vocabulary.js';

/** The sandbox's vocabulary and places, as the daemon mirrors them. @param shuffleKeys gives every invented key another name */
export function sandboxReference(shuffleKeys = false): { reference: Reference; vocabulary: Vocabulary } {
  const vocabulary = readVocabulary(createVocabulary(shuffleKeys).document);
  const places = createPlaces(shuffleKeys).places.map((place) => ({
    id: place.id,
    type: place.type,
    nameSr: place.name_sr,
    nameEn: place.name_en,
    officialCode: place.official_code,
    cityId: place.city_id,
    cityNameSr: place.city_name_sr,
    lat: place.lat,
    lng: place.lng,
  }));
  return { reference: createReference(vocabulary, places), vocabulary };
}
