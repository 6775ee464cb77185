import type { Place, Vocabulary } from '../../model/reference.js';
import { placePoints } from '../../mapping/check/coordinates.js';
import type { Protocol } from '../../wire/protocol.js';
import { businessCategories, vocabularyKeys } from '../../wire/vocabulary.js';
import type { PayloadRules } from './check-mapped.js';

/**
 * The rules that payloads are held against: the spec's, under the live vocabulary and the protocol's settings.
 * @param places by which coordinates are judged; null where the directory is not known whole
 */
export function payloadRules(
  vocabulary: Vocabulary,
  protocol: Protocol,
  photoTokens: readonly string[],
  places: readonly Place[] | null,
): PayloadRules {
  return {
    protocol,
    vocabulary: vocabularyKeys(vocabulary),
    businessCategories: businessCategories(vocabulary, protocol),
    photoTokens,
    placePoint: placePoints(places ?? []),
  };
}
