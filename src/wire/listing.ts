import type { Detail } from './error-codes.js';
import { detail, detailsOf, enumFault, unknownField } from './listing-details.js';
import {
  brokenTextProblems,
  emptyStrangerAttributes,
  inheritedNameProblems,
  mandateProblems,
  ruleDetails,
} from './listing-rules.js';
import { listingSchemas, type Listing } from './listing-schema.js';
import { isObject, normalisePayload, valueAt, withEmptyNames, type JsonObject } from './payload.js';
import type { Protocol } from './protocol.js';
import type { VocabularyKeys } from './vocabulary.js';

export type { Detail } from './error-codes.js';
export { externalIdPattern, type Listing } from './listing-schema.js';
export { photoUrlProblem } from './public-url.js';
export type { VocabularyKeys } from './vocabulary.js';

export type ListingAnswer = { ok: true; listing: Listing } | { ok: false; details: Detail[] };

/**
 * Checks a payload against all rules in the specification's part "Listing (request payload)". Never throws. The returned listing is the
 * payload as the portal reads it: strings are trimmed, and values that read as absent are left out.
 * @param options.vocabulary null while it is not known: words are then checked only against the specification
 */
export function checkListing(
  payload: unknown,
  options: { protocol: Protocol; vocabulary: VocabularyKeys | null },
): ListingAnswer {
  const read = normalisePayload(payload);
  if (!isObject(read)) return { ok: false, details: [detail([], 'invalid_type', 'must be an object')] };
  const transaction = read.transaction;
  if (transaction !== 'sale' && transaction !== 'rent') return refuseTransaction(transaction);

  const schemas = listingSchemas(options.protocol);
  const fits = schemas.accepts[transaction](read);
  const fieldDetails = [
    // If normalising changed nothing, no field was left out, so the faster check has covered the whole payload.
    ...(fits && read === payload ? [] : shapeDetails(payload, read, schemas[transaction])),
    ...inheritedNameProblems(read),
    ...brokenTextProblems(read),
    ...(read === payload ? [] : emptyStrangerAttributes(payload, options.vocabulary)),
  ];
  const details = [...fieldDetails, ...notRefusedYet(ruleDetails(read, options.vocabulary), fieldDetails)];
  if (details.length > 0) return { ok: false, details };
  return { ok: true, listing: read as Listing };
}

/**
 * Checks the conditions for publishing a valid listing: the mandate, and for a rental the answer whether the owner lives nearby. Business
 * premises need no such answer.
 * @param options.businessCategories keys of the categories of business premises
 */
export function checkPublishable(
  listing: Listing,
  options: { businessCategories: ReadonlySet<string> },
): Detail[] {
  if (listing.state !== 'active') return [];
  const details = mandateProblems(listing);
  if (listing.transaction === 'sale' || options.businessCategories.has(listing.category)) return details;
  if (listing.rent.owner_lives_nearby !== undefined) return details;
  return [...details, detail(['rent', 'owner_lives_nearby'], 'required', 'is required to publish a rental')];
}

function shapeDetails(payload: unknown, read: JsonObject, shape: Shape): Detail[] {
  const parsed = shape.safeParse(read);
  const details = parsed.success ? [] : detailsOf(parsed.error.issues, read);
  return [...details, ...emptyStrangers(payload, shape)];
}

interface Shape {
  safeParse(payload: unknown): ReturnType<ReturnType<typeof listingSchemas>['sale' | 'rent']['safeParse']>;
}

/** Refuses unknown fields without a value, which normalising removes before the schema check. */
function emptyStrangers(payload: unknown, shape: Shape): Detail[] {
  const named = withEmptyNames(payload);
  const parsed = named === null ? null : shape.safeParse(named);
  if (parsed === null || parsed.success) return [];
  return parsed.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const keys = issue.keys.filter((key) => valueAt(named, [...issue.path, key]) === undefined);
    return keys.map((key) => unknownField([...issue.path, key]));
  });
}

function refuseTransaction(transaction: unknown): ListingAnswer {
  const path = ['transaction'];
  if (transaction === undefined) return { ok: false, details: [detail(path, 'required', 'is required')] };
  const { code, message } = enumFault(transaction, ['sale', 'rent']);
  return { ok: false, details: [detail(path, code, message)] };
}

/** The details of fields that are not refused already, neither themselves nor with a field around them. */
function notRefusedYet(details: Detail[], refused: Detail[]): Detail[] {
  if (details.length === 0) return details;
  const pointers = new Set(refused.map((each) => each.pointer));
  return details.filter((each) => {
    const parts = each.pointer.split('/');
    return !parts.some((_, index) => pointers.has(parts.slice(0, index + 1).join('/')));
  });
}
