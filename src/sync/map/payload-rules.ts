import type { Place, Vocabulary } from '../../model/reference.js';
import { placePoints } from '../../mapping/check/coordinates.js';
import { contentProfile } from '../../mapping/check/content-profile.js';
import type { Protocol } from '../../wire/protocol.js';
import { businessCategories, vocabularyKeys } from '../../wire/vocabulary.js';
import type { Bands } from '../../core/content/guard/bands.js';
import type { PayloadRules } from './check-mapped.js';

/**
 * The rules that payloads must meet: the spec's, with the live vocabulary and the protocol's settings.
 * @param places to judge coordinates by; null if the list of places is not complete
 */
export function payloadRules(
  vocabulary: Vocabulary,
  protocol: Protocol,
  photoTokens: readonly string[],
  places: readonly Place[] | null,
  bands: Bands,
): PayloadRules {
  return {
    protocol,
    vocabulary: vocabularyKeys(vocabulary),
    businessCategories: businessCategories(vocabulary, protocol),
    photoTokens,
    placePoint: placePoints(places ?? []),
    content: contentProfile(vocabulary, bands),
  };
}
