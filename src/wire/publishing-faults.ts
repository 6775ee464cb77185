import { checkListing, checkPublishable, type Detail, type VocabularyKeys } from './listing.js';
import type { Protocol } from './protocol.js';

/** What a payload is checked by before it is sent. */
export interface PublishingRules {
  protocol: Protocol;
  /** Null while it is not known. */
  vocabulary: VocabularyKeys | null;
  businessCategories: ReadonlySet<string>;
}

/** A placeholder date for the check: the real one is set when the payload is sent. */
const anyUpdatedAt = '2000-01-01T00:00:00Z';

/** What keeps a payload from being published: rules of the specification that it breaks, and requirements for publishing. */
export function publishingFaults(payload: Record<string, unknown>, rules: PublishingRules): Detail[] {
  const source = payload.source;
  const dated = {
    ...payload,
    source: { ...(typeof source === 'object' ? source : {}), updated_at: anyUpdatedAt },
  };
  const checked = checkListing(dated, rules);
  return checked.ok ? checkPublishable(checked.listing, rules) : checked.details;
}

/** Mappings write `title`. The portal's name for the field is a setting. */
export function withTitleField(
  payload: Record<string, unknown>,
  { title_field: name }: Protocol,
): Record<string, unknown> {
  if (name === 'title') return payload;
  const { title, ...rest } = payload;
  return { ...rest, [name]: title };
}
