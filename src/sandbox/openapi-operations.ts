import { z } from 'zod';
import { disconnectQuery, listQuery } from './operations/connections.js';
import { viewQuery } from './operations/listings.js';
import { placesQuery } from './operations/reference.js';
import { signedRefusalCodes, signedRefusals } from './refusal.js';

/** The description of one operation in the OpenAPI document, beyond its method and path. */
export interface Described {
  summary: string;
  /** Status of the success, and the name of its body's schema. */
  reply: readonly [status: number, schema: string];
  /** Schema of the request body. */
  request?: string;
  query?: z.ZodObject;
  /** Request headers in addition to those of the signature. */
  headers?: readonly string[];
  /** Headers of the success in addition to those of every reply. */
  replyHeaders?: readonly string[];
  /** Error codes by status, without those that every operation may return. */
  refusals: Readonly<Record<number, readonly string[]>>;
}

const connection = { 404: ['connection_not_found'] };
const idempotent = { headers: ['Idempotency-Key'], replyHeaders: ['Idempotent-Replayed'] };
const notActive = 'connection_not_active';
const inProgress = 'idempotency_in_progress';
const reused = 'idempotency_key_reused';

/** By the name of the operation, in the order of the spec. */
export const described: Readonly<Record<string, Described>> = {
  ping: { summary: 'Prove the signature; read app, key and limits', reply: [200, 'Ping'], refusals: {} },
  redeem_code: {
    summary: 'Redeem a connect code',
    reply: [201, 'ConnectionReply'],
    request: 'RedeemRequest',
    refusals: { 404: ['connect_code_invalid'], 422: ['agency_not_eligible'] },
  },
  list_connections: {
    summary: "List this app's connections",
    reply: [200, 'ConnectionsPage'],
    query: listQuery,
    refusals: {},
  },
  get_connection: {
    summary: 'Read one connection',
    reply: [200, 'ConnectionReply'],
    refusals: connection,
  },
  disconnect: {
    summary: 'Disconnect; listings are released to the agency',
    reply: [200, 'ConnectionReply'],
    query: disconnectQuery,
    refusals: connection,
  },
  put_listing: {
    summary: 'Create or fully replace one listing',
    reply: [202, 'ItemReply'],
    request: 'Listing',
    refusals: { ...connection, 409: [notActive], 429: ['connection_item_limit'] },
  },
  push_batch: {
    summary: 'Push up to max_batch_items listings',
    reply: [202, 'BatchReply'],
    request: 'BatchRequest',
    ...idempotent,
    refusals: {
      ...connection,
      409: [notActive, inProgress],
      422: ['batch_too_large', reused, 'duplicate_external_id'],
      429: ['connection_item_limit'],
    },
  },
  remove_listing: {
    summary: 'Remove a listing',
    reply: [200, 'ItemReply'],
    request: 'RemoveRequest',
    refusals: { 404: ['connection_not_found', 'listing_not_found'], 409: [notActive] },
  },
  view_listings: {
    summary: 'Reconcile view: what the portal holds for the connection',
    reply: [200, 'ViewPage'],
    query: viewQuery,
    refusals: { ...connection, 409: [notActive] },
  },
  reconcile: {
    summary: 'Archive every live listing that is not on the list',
    reply: [202, 'BatchReply'],
    request: 'ReconcileRequest',
    ...idempotent,
    refusals: {
      ...connection,
      409: [notActive, 'mass_removal_requires_confirmation', inProgress],
      422: ['batch_too_large', reused],
    },
  },
  get_batch: {
    summary: 'Status of a batch and its results',
    reply: [200, 'BatchReply'],
    refusals: { 404: ['batch_not_found'] },
  },
  validate: {
    summary: 'Dry run; stores nothing',
    reply: [200, 'ValidateReply'],
    request: 'ValidateRequest',
    refusals: { ...connection, 409: [notActive], 422: ['batch_too_large'] },
  },
  vocabularies: {
    summary: 'Every enumeration',
    reply: [200, 'Vocabularies'],
    headers: ['If-None-Match'],
    replyHeaders: ['ETag'],
    refusals: {},
  },
  search_places: {
    summary: 'Search cities and municipalities',
    reply: [200, 'PlacesPage'],
    query: placesQuery,
    refusals: {},
  },
  get_place: {
    summary: 'Read one place',
    reply: [200, 'PlaceReply'],
    refusals: { 404: ['place_not_found'] },
  },
};

/** All error codes that an operation may return, by status. @param hasBody whether requests have a JSON body */
export function refusalsOf(of: Described, hasBody: boolean): Record<number, readonly string[]> {
  const common: Record<number, readonly string[]> = {
    ...(hasBody && { 400: ['body_invalid'] }),
    422: ['validation_failed'],
    500: ['internal_error'],
  };
  for (const code of signedRefusalCodes) {
    const status = signedRefusals[code];
    common[status] = [...(common[status] ?? []), code];
  }
  const all = { ...of.refusals, ...common };
  for (const status of Object.keys(all).map(Number)) {
    all[status] = [...(common[status] ?? []), ...(of.refusals[status] ?? [])];
  }
  return all;
}
