import type { Bands } from '../../core/content/guard/bands.js';
import { kindOfCategory, type PropertyKind } from '../../core/content/guard/property-kinds.js';
import type { ContentProfile } from '../../core/content/guard/value-doubts.js';
import type { Vocabulary } from '../../model/reference.js';
import { rsdPerEur } from '../../wire/limits.js';

/** What the content guard judges values by. */
export function contentProfile(vocabulary: Vocabulary, bands: Bands): ContentProfile {
  return { bands, kinds: kindsOfCategories(vocabulary), rsdPerEur };
}

/** The kind of property that each category stands for. A category without one is missing. */
function kindsOfCategories({ fields }: Vocabulary): Map<string, PropertyKind> {
  return new Map(
    fields.category.flatMap(({ key, labels }) => {
      const kind = kindOfCategory([key, ...labels]);
      return kind === null ? [] : [[key, kind] as const];
    }),
  );
}
