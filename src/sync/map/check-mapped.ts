import { valueDoubts, type ContentProfile } from '../../core/content/guard/value-doubts.js';
import { measureOf } from '../../core/content/guard/usual-values.js';
import type { Measure, ValueDoubt } from '../../model/content.js';
import { photoMarks } from '../../core/listing/cover.js';
import { listingDigest } from '../../core/listing/digest.js';
import { photosOf } from '../../core/listing/photo-digests.js';
import type { Issue, MappedListing, MappedRecord } from '../../model/outcome.js';
import type { PhotoMarks } from '../../model/staged-record.js';
import { doubtsOf, type PlacePoint } from '../../mapping/check/doubts.js';
import type { Detail, VocabularyKeys } from '../../wire/listing.js';
import { publishingFaults, withTitleField, type PublishingRules } from '../../wire/publishing-faults.js';

export interface PayloadRules extends PublishingRules {
  vocabulary: VocabularyKeys;
  photoTokens: readonly string[];
  placePoint: PlacePoint;
  /** By which the content guard judges values. */
  content: ContentProfile;
}

export interface CheckedListing extends MappedListing {
  digest: string | null;
  /** Empty where there is no payload. */
  doubts: readonly ValueDoubt[];
  /** Null where there is no payload, or none that can be compared. */
  measure: Measure | null;
  photoMarks?: PhotoMarks;
}

export interface CheckedRecord extends MappedRecord {
  listings: CheckedListing[];
}

const nothing = { digest: null, doubts: [], measure: null };

/**
 * Checks every payload of a mapped record against the spec and the requirements for publishing. A payload that fails is not published. A
 * record without a publishable listing is invalid, but still present.
 */
export function checkMapped(mapped: MappedRecord, rules: PayloadRules): CheckedRecord {
  const issues = [...mapped.issues];
  const open = new Set(issues.filter(({ code }) => code === 'answer_missing').map(({ pointer }) => pointer));
  const listings = mapped.listings.map((listing) => checkPayload(listing, rules, issues, open));
  issues.push(...doubtsOfAll(mapped.listings, rules));
  const isUnpublishable = mapped.kind === 'mapped' && listings.every((listing) => listing.payload === null);
  return { ...mapped, kind: isUnpublishable ? 'invalid' : mapped.kind, issues, listings };
}

/** @param open pointers of facts that are not stated yet: in a trial their absence is no fault of the payload */
function checkPayload(
  listing: MappedListing,
  rules: PayloadRules,
  issues: Issue[],
  open: ReadonlySet<string>,
): CheckedListing {
  if (listing.payload === null) return { ...listing, ...nothing };
  const payload = withTitleField(listing.payload, rules.protocol);
  const details = publishingFaults(payload, rules).filter(({ pointer }) => !open.has(pointer));
  issues.push(...details.map(toIssue));
  if (details.length > 0) return { ...listing, payload: null, ...nothing };
  const { photoTokens } = rules;
  const [cover] = photosOf(payload);
  const checked: CheckedListing = {
    ...listing,
    payload,
    digest: listingDigest(payload, photoTokens),
    doubts: valueDoubts(payload, rules.content, issues),
    measure: measureOf(payload, rules.content),
  };
  if (listing.photoSource !== undefined && cover !== undefined)
    checked.photoMarks = photoMarks(listing.photoSource, cover.url, photoTokens);
  return checked;
}

/** Two listings of one record share their texts, so each doubt is reported once. */
function doubtsOfAll(listings: readonly MappedListing[], { placePoint }: PayloadRules): Issue[] {
  const doubts = new Map<string, Issue>();
  for (const { payload } of listings) {
    if (payload === null) continue;
    for (const doubt of doubtsOf(payload, placePoint)) doubts.set(`${doubt.code} ${doubt.pointer}`, doubt);
  }
  return [...doubts.values()];
}

function toIssue({ pointer, code, message }: Detail): Issue {
  return { severity: 'error', code, pointer, message };
}
