import { z } from 'zod';
import { removeReasons } from '../../wire/error-codes.js';
import { externalIdPattern } from '../../wire/listing.js';
import type { Protocol } from '../../wire/protocol.js';
import { findConnection, requireActive } from '../state/connection-rules.js';
import {
  checkItem,
  externalIdOf,
  importItem,
  isStaged,
  itemOf,
  publicUrl,
  endListing,
  type CheckedItem,
} from '../state/held-listings.js';
import { unknownPlace } from '../state/import-rules.js';
import { pageOf, pageQuery, readBody, readQuery } from '../input.js';
import { refuseByMagic, settleItems, takeItems } from '../state/item-budget.js';
import { viewStatuses, type HeldListing } from '../state/model.js';
import type { Operation, OperationRequest } from '../operation.js';
import { Refusal, invalid, validationFailed } from '../refusal.js';
import { timestamp, type State } from '../state/state.js';

/** Operation 6, PUT /connections/{id}/listings/{external_id}. */
export const putListing: Operation = {
  name: 'put_listing',
  method: 'PUT',
  path: '/connections/:id/listings/:external_id',
  run(request, state) {
    const connection = findConnection(request, state);
    readQuery(request.query, z.strictObject({}));
    requireActive(connection);
    request.note.items = 1;
    const item = checkPut(request, state);
    refuseByMagic([item.listing.external_id]);
    const taken = takeItems(connection, 1, state);
    connection.lastPushAt = state.now();
    const result = importItem(item, 0, connection, state);
    settleItems(taken, [result], state);
    return { status: 202, body: { item: result } };
  },
};

/** Checks the body of a PUT. An invalid listing refuses the request, where a batch would report a rejected item. @throws Refusal */
function checkPut(request: OperationRequest, state: State): CheckedItem & { ok: true } {
  const externalId = requireExternalId(request);
  const item = checkItem(request.body, state);
  if (!item.ok) throw validationFailed(item.details);
  if (externalIdOf(request.body) !== externalId) {
    throw invalid('/external_id', 'invalid_format', 'external_id is not the one of the path.');
  }
  if (!state.places.byId(item.listing.location.place_id)) throw validationFailed([unknownPlace()]);
  return item;
}

/** Body of operation 8. */
export const removeBody = z.strictObject({ reason: z.enum(removeReasons) });

/** Operation 8, POST /connections/{id}/listings/{external_id}/remove. */
export const removeListing: Operation = {
  name: 'remove_listing',
  method: 'POST',
  path: '/connections/:id/listings/:external_id/remove',
  run(request, state) {
    const connection = findConnection(request, state);
    readQuery(request.query, z.strictObject({}));
    requireActive(connection);
    const { reason } = readBody(request.body, removeBody);
    const held = connection.listings.get(requireExternalId(request));
    if (!held || !isStaged(held)) {
      throw new Refusal(404, 'listing_not_found', 'The connection has no listing with this external_id.');
    }
    endListing(held, connection, 'removed', reason, state);
    return { status: 200, body: { item: { ...itemOf(held, 0, state), result: 'removed' } } };
  },
};

/** Query of operation 9. */
export const viewQuery = z.strictObject({ status: z.enum(viewStatuses).optional(), ...pageQuery });

/** Operation 9, GET /connections/{id}/listings: the reconcile view, the listings that the portal holds for the connection. */
export const viewListings: Operation = {
  name: 'view_listings',
  method: 'GET',
  path: '/connections/:id/listings',
  run(request, state) {
    const connection = findConnection(request, state);
    const { status, ...page } = readQuery(request.query, viewQuery);
    requireActive(connection, { pausedIsFine: true });
    const held = [...connection.listings.values()].filter(
      (listing) => status === undefined || listing.status === status,
    );
    const { entries, next_cursor } = pageOf(held, (listing) => listing.sequence, page);
    const listings = entries.map((listing) => viewRecord(listing, state));
    return { status: 200, body: { listings, next_cursor, total: held.length } };
  },
};

function viewRecord(held: HeldListing, state: State): object {
  return {
    external_id: held.externalId,
    status: statusWord(held.status, state.protocol),
    state: held.payload?.state ?? null,
    digest: held.content?.digest ?? null,
    updated_at: held.content ? timestamp(held.content.updatedAt) : null,
    candidate_id: held.candidateId,
    listing_id: held.listingId,
    public_url: publicUrl(held, state),
    failure_code: held.rejection?.failureCode ?? null,
    details: held.rejection?.details ?? null,
    warnings: held.warnings,
    reason: held.reason,
    changed_at: timestamp(held.changedAt),
  };
}

/**
 * The status in the words of the protocol settings, where `view_statuses` gives the meaning of each word. The sandbox's own word is
 * used if the settings have it, or have no word with this meaning.
 */
function statusWord(status: HeldListing['status'], { view_statuses: words }: Protocol): string {
  if (Object.hasOwn(words, status)) return status;
  return Object.keys(words).find((word) => words[word] === status) ?? status;
}

function requireExternalId(request: OperationRequest): string {
  const externalId = request.params.external_id ?? '';
  if (externalIdPattern.test(externalId)) return externalId;
  throw invalid('/external_id', 'invalid_format', 'external_id must be 1 to 64 letters, digits or . _ : -');
}
