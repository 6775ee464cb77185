import { listingDigest } from '../../core/listing/digest.js';
import type { Issue, MappedListing, MappedRecord } from '../../model/outcome.js';
import { doubtsOf, type PlacePoint } from '../../mapping/check/doubts.js';
import { checkListing, checkPublishable, type Detail, type VocabularyKeys } from '../../wire/listing.js';
import type { Protocol } from '../../wire/protocol.js';

export interface PayloadRules {
  protocol: Protocol;
  vocabulary: VocabularyKeys;
  businessCategories: ReadonlySet<string>;
  photoTokens: readonly string[];
  placePoint: PlacePoint;
}

export interface CheckedListing extends MappedListing {
  digest: string | null;
}

export interface CheckedRecord extends MappedRecord {
  listings: CheckedListing[];
}

/** Date that stands in while a payload is checked: the real one is chosen when it is sent. */
const anyUpdatedAt = '2000-01-01T00:00:00Z';

/**
 * Holds every payload of a mapped record against the spec and against what publishing needs. One that fails keeps its
 * listing from being published; a record without any publishable listing is invalid, and present all the same.
 */
export function checkMapped(mapped: MappedRecord, rules: PayloadRules): CheckedRecord {
  const issues = [...mapped.issues];
  const listings = mapped.listings.map((listing) => checkPayload(listing, rules, issues));
  issues.push(...doubtsOfAll(mapped.listings, rules));
  const isUnpublishable = mapped.kind === 'mapped' && listings.every((listing) => listing.payload === null);
  return { ...mapped, kind: isUnpublishable ? 'invalid' : mapped.kind, issues, listings };
}

function checkPayload(listing: MappedListing, rules: PayloadRules, issues: Issue[]): CheckedListing {
  if (listing.payload === null) return { ...listing, digest: null };
  const payload = withTitleField(listing.payload, rules.protocol);
  const source = payload.source;
  const dated = {
    ...payload,
    source: { ...(typeof source === 'object' ? source : {}), updated_at: anyUpdatedAt },
  };
  const checked = checkListing(dated, rules);
  const details = checked.ok ? checkPublishable(checked.listing, rules) : checked.details;
  issues.push(...details.map(toIssue));
  if (details.length > 0) return { ...listing, payload: null, digest: null };
  return { ...listing, payload, digest: listingDigest(payload, rules.photoTokens) };
}

/** Two listings of one record share their texts, and give the same doubts. */
function doubtsOfAll(listings: readonly MappedListing[], { placePoint }: PayloadRules): Issue[] {
  const doubts = new Map<string, Issue>();
  for (const { payload } of listings) {
    if (payload === null) continue;
    for (const doubt of doubtsOf(payload, placePoint)) doubts.set(`${doubt.code} ${doubt.pointer}`, doubt);
  }
  return [...doubts.values()];
}

/** Mappings write `title`; the portal's own name for it is a setting. */
function withTitleField(
  payload: Record<string, unknown>,
  { title_field: name }: Protocol,
): Record<string, unknown> {
  if (name === 'title') return payload;
  const { title, ...rest } = payload;
  return { ...rest, [name]: title };
}

function toIssue({ pointer, code, message }: Detail): Issue {
  return { severity: 'error', code, pointer, message };
}
