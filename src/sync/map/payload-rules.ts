import type { Place, Vocabulary } from '../../model/reference.js';
import { placePoints } from '../../mapping/check/coordinates.js';
import type { Protocol } from '../../wire/protocol.js';
import { businessCategories, vocabularyKeys } from '../../wire/vocabulary.js';
import type { Bands } from '../../core/content/guard/bands.js';
import type { ContentProfile } from '../../core/content/guard/value-doubts.js';
import { kindOfCategory, type PropertyKind } from '../../core/content/guard/property-kinds.js';
import { rsdPerEur } from '../../wire/limits.js';
import type { PayloadRules } from './check-mapped.js';

/** The kind of property that each category stands for. A category without one is missing. */
function kindsOfCategories({ fields }: Vocabulary): Map<string, PropertyKind> {
  return new Map(
    fields.category.flatMap(({ key, labels }) => {
      const kind = kindOfCategory([key, ...labels]);
      return kind === null ? [] : [[key, kind] as const];
    }),
  );
}

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

/** What the content guard judges values by. */
export function contentProfile(vocabulary: Vocabulary, bands: Bands): ContentProfile {
  return { bands, kinds: kindsOfCategories(vocabulary), rsdPerEur };
}
