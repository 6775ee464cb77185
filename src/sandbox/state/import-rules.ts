import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Detail, FailureCode } from '../../wire/error-codes.js';
import { checkPublishable, type Listing } from '../../wire/listing.js';
import type { Protocol } from '../../wire/protocol.js';
import { businessCategories, readVocabulary } from '../../wire/vocabulary.js';
import { magicOfId } from './magic-values.js';
import type { Agency, Content, HeldListing, Warning } from './model.js';
import type { Place, PlaceDirectory } from './places.js';
import type { SandboxVocabulary } from './vocabulary.js';

/** The portal's decision on a valid payload. `payload` is what is stored. */
export type Verdict =
  | { result: 'unchanged' }
  | { result: 'rejected'; failureCode: FailureCode; details: Detail[] }
  | { result: 'accepted' | 'needs_review'; payload: Listing; warnings: Warning[] };

export interface JudgeInput {
  listing: Listing;
  content: Content;
  /** The listing that the connection holds under the same external_id. */
  held: HeldListing | undefined;
  /** Null in a dry run without a connection: no agency's plan is applied then. */
  agency: Agency | null;
  certifying: boolean;
  /** Whether one more live listing fits the agency's quota. */
  quotaHasRoom: boolean;
}

export interface JudgeContext {
  places: PlaceDirectory;
  vocabulary: SandboxVocabulary;
  protocol: Protocol;
}

/**
 * Decides on a valid payload. Pure: the decision depends on the arguments alone. Order of the checks: unknown place → unchanged →
 * rejection by a magic value → fields that publishing needs → quota → review or acceptance, both with warnings.
 */
export function judgeListing(input: JudgeInput, context: JudgeContext): Verdict {
  const { listing, held } = input;
  const magic = magicOfId(listing.external_id);
  const agency = input.agency && magic?.does === 'plan' ? { ...input.agency, ...magic.agency } : input.agency;
  const place = context.places.byId(listing.location.place_id);
  if (!place) return rejected('geo_unresolved', [unknownPlace()]);
  if (held && isUnchanged(input.content, held, context.protocol)) return { result: 'unchanged' };
  if (magic?.does === 'reject') {
    const message = `Asked for by the end of the id ${listing.external_id}.`;
    return rejected(magic.failureCode, [{ pointer: '/external_id', code: 'invalid_format', message }]);
  }
  const missing = checkPublishable(listing, { businessCategories: businessPremises(listing, context) });
  if (missing.length > 0) return rejected('missing_required', missing);
  if (takesQuota(input) && !input.quotaHasRoom) {
    const message = `The agency's plan allows ${agency?.listing_limit ?? 0} live listings, and all are in use.`;
    return rejected('quota_exceeded', [{ pointer: '', code: 'too_big', message }]);
  }
  const { payload, warnings } = dropWhatIsNotStored(listing, agency, place, context);
  const isReviewed = input.certifying || magic?.does === 'review';
  return { result: isReviewed ? 'needs_review' : 'accepted', payload, warnings };
}

/**
 * The categories that are business premises: the portal's own, and for a rental also those that the protocol settings name. Only a
 * rental's required fields depend on them.
 */
function businessPremises(
  { transaction }: Listing,
  { vocabulary, protocol }: JudgeContext,
): ReadonlySet<string> {
  if (transaction === 'sale') return vocabulary.businessPremises;
  const named = businessCategories(readVocabulary(vocabulary.document), protocol);
  return new Set([...vocabulary.businessPremises, ...named]);
}

/** Whether accepting the push would use up quota. A listing that is live or accepted already counts against the quota. */
function takesQuota({ listing, held, certifying }: JudgeInput): boolean {
  return listing.state === 'active' && !certifying && held?.status !== 'live' && held?.status !== 'accepted';
}

/** The detail of a `place_id` that the directory does not have. */
export function unknownPlace(): Detail {
  return {
    pointer: '/location/place_id',
    code: 'unknown_place',
    message: 'No city or municipality has this id.',
  };
}

/**
 * The values by which a push is compared with the held one. Whether the hash covers `source.updated_at` and `digest` is a protocol
 * setting.
 */
export function contentOf(listing: Listing, protocol: Protocol): Content {
  const { digest, ...rest } = listing;
  const { updated_at, ...source } = listing.source;
  const compared = {
    ...rest,
    source: protocol.held_digest_covers_updated_at ? { ...source, updated_at } : source,
    ...(protocol.held_digest_covers_digest && digest !== undefined ? { digest } : {}),
  };
  return {
    hash: createHash('sha256')
      .update(canonicalize(compared) ?? '')
      .digest('hex'),
    updatedAt: Date.parse(updated_at),
    digest: digest ?? null,
  };
}

/**
 * A push is unchanged if it equals one of the contents that it is compared with, or if its `source.updated_at` is earlier than that of one
 * of them.
 */
function isUnchanged(content: Content, held: HeldListing, protocol: Protocol): boolean {
  return heldContents(held, protocol).some(
    (known) => content.updatedAt < known.updatedAt || content.hash === known.hash,
  );
}

/** The earlier pushes that a new one is compared with. Whether removed and rejected pushes are among them is a protocol setting. */
function heldContents(held: HeldListing, protocol: Protocol): Content[] {
  const isOff = ['removed', 'archived', 'taken_down', 'rejected', 'released'].includes(held.status);
  const shown = held.content && (!isOff || protocol.removed_content_is_held) ? [held.content] : [];
  const refused = held.rejection && protocol.rejected_content_is_held ? [held.rejection.content] : [];
  return [...shown, ...refused];
}

/** Drops the parts of a payload that the portal does not store. @returns the rest, and a warning for each part dropped */
function dropWhatIsNotStored(
  listing: Listing,
  agency: Agency | null,
  place: Place,
  context: JudgeContext,
): { payload: Listing; warnings: Warning[] } {
  const payload = structuredClone(listing);
  if (payload.agent) payload.agent = { email: payload.agent.email };
  if (payload.transaction === 'sale' && agency?.register_number) {
    payload.legal.broker_license_no ??= agency.register_number;
  }
  const warnings = [
    ...(agency ? dropByPlan(payload, agency) : []),
    ...dropInapplicable(payload, context.vocabulary),
    ...placeWarnings(payload, place, context.places),
  ];
  return { payload, warnings };
}

/** Drops the parts that the agency's plan or kind excludes: surplus photos, an unknown agent, virtual tour, commission. */
function dropByPlan(payload: Listing, agency: Agency): Warning[] {
  const warnings: Warning[] = [];
  const surplus = (payload.photos?.length ?? 0) - agency.photo_limit;
  if (payload.photos && surplus > 0) {
    const message = `The agency's plan keeps ${agency.photo_limit} photos: the last ${surplus} are not stored.`;
    warnings.push({ code: 'photo_cap_applied', pointer: '/photos', message });
    payload.photos = payload.photos.slice(0, agency.photo_limit);
  }
  if (payload.agent && !agency.members.includes(payload.agent.email.toLowerCase())) {
    const message = 'The agent is no active member of the agency: the listing has no agent.';
    warnings.push({ code: 'agent_not_member', pointer: '/agent/email', message });
    delete payload.agent;
  }
  if (payload.virtual_tour_url !== undefined && !agency.virtual_tours) {
    const message = "The agency's plan has no virtual tours: the URL is not stored.";
    warnings.push({ code: 'virtual_tour_dropped', pointer: '/virtual_tour_url', message });
    delete payload.virtual_tour_url;
  }
  if (payload.commission && agency.kind === 'bank') {
    const message = 'The agency is a bank: the commission is not stored.';
    warnings.push({ code: 'commission_dropped', pointer: '/commission', message });
    delete payload.commission;
  }
  return warnings;
}

const buildingFields = [
  'rooms',
  'bedrooms',
  'bathrooms',
  'floor',
  'total_floors',
  'levels',
  'heating',
  'furnished',
];

/** Drops fields of a building from a listing of land, and attributes that the listing's category does not have. */
function dropInapplicable(payload: Listing, vocabulary: SandboxVocabulary): Warning[] {
  const structure: object = payload.structure;
  const attributes = payload.attributes ?? {};
  const known = vocabulary.document.attributes_by_category[payload.category] ?? [];
  const surplus = [
    ...buildingFields
      .filter((field) => vocabulary.land.has(payload.category) && Object.hasOwn(structure, field))
      .map((field) => ({ of: structure, field, pointer: `/structure/${field}` })),
    ...Object.keys(attributes)
      .filter((field) => known.every((attribute) => attribute.key !== field))
      .map((field) => ({ of: attributes, field, pointer: `/attributes/${field}` })),
  ];
  return surplus.map(({ of, field, pointer }) => {
    Reflect.deleteProperty(of, field);
    const message = `${field} does not apply to this category and is not stored.`;
    return { code: 'field_not_applicable', pointer, message };
  });
}

function placeWarnings(payload: Listing, place: Place, places: PlaceDirectory): Warning[] {
  const { lat, lng } = payload.location;
  if (lat === undefined || lng === undefined || !places.isOutside(place, lat, lng)) return [];
  const message = `The point lies outside ${place.name_sr}; it is kept.`;
  return [{ code: 'coordinates_outside_place', pointer: '/location', message }];
}

function rejected(failureCode: FailureCode, details: Detail[]): Verdict {
  return { result: 'rejected', failureCode, details };
}
