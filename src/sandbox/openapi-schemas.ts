import { z } from 'zod';
import {
  batchStatuses,
  connectionStatuses,
  detailCodes,
  failureCodes,
  itemResults,
  warningCodes,
} from '../wire/error-codes.js';
import { validateItemsMax } from '../wire/limits.js';
import { listingSchemas } from '../wire/listing-schema.js';
import type { Protocol } from '../wire/protocol.js';
import { redeemBody } from './operations/connections.js';
import { removeBody } from './operations/listings.js';
import { reconcileBody } from './operations/reconcile.js';

/** The schemas under `components/schemas` of the OpenAPI document, by name. */
export interface ApiSchemas {
  /** Schemas with which requests are read, after strings are trimmed and null fields dropped. */
  requests: Readonly<Record<string, z.ZodType>>;
  /** Schemas that the tests check replies against. */
  replies: Readonly<Record<string, z.ZodType>>;
}

/** @param protocol decides on names and rules that the spec leaves open */
export function apiSchemas(protocol: Protocol): ApiSchemas {
  return { requests: requestSchemas(protocol), replies: replySchemas() };
}

function requestSchemas(protocol: Protocol): Record<string, z.ZodType> {
  const { sale, rent } = listingSchemas(protocol);
  const Listing = z.union([sale, rent]);
  const listings = z.array(Listing).min(1);
  return {
    SaleListing: sale,
    RentListing: rent,
    Listing,
    RedeemRequest: redeemBody,
    BatchRequest: z.strictObject({ listings }),
    RemoveRequest: removeBody,
    ReconcileRequest: reconcileBody(protocol),
    ValidateRequest: z.union([
      z.strictObject({ listing: Listing, connection_id: z.uuid().optional() }),
      z.strictObject({ listings: listings.max(validateItemsMax), connection_id: z.uuid().optional() }),
    ]),
  };
}

function replySchemas(): Record<string, z.ZodType> {
  const parts = { ...commonReplies(), ...listingReplies() };
  const { Connection, Item, Batch, Place, ViewRecord } = parts;
  const next_cursor = z.string().nullable();
  return {
    ...parts,
    Vocabularies: vocabularyReply(),
    ConnectionReply: z.strictObject({ connection: Connection }),
    ConnectionsPage: z.strictObject({ connections: z.array(Connection), next_cursor }),
    ItemReply: z.strictObject({ item: Item }),
    BatchReply: z.strictObject({ batch: Batch }),
    ViewPage: z.strictObject({ listings: z.array(ViewRecord), next_cursor, total: count }),
    ValidateReply: z.strictObject({ results: z.array(Item) }),
    PlacesPage: z.strictObject({ places: z.array(Place), next_cursor }),
    PlaceReply: z.strictObject({ place: Place }),
  };
}

const count = z.int().min(0);
const time = z.iso.datetime();
const text = z.string();
const uuid = z.guid();
const maybe = <S extends z.ZodType>(schema: S): z.ZodNullable<S> => schema.nullable();

/** Schemas of the partner API's sections "Ping result", "Connection", "Place" and "Envelope". */
function commonReplies() {
  const Detail = z.strictObject({ pointer: text, code: z.enum(detailCodes), message: text });
  return {
    Detail,
    Error: z.strictObject({
      error: z.strictObject({
        code: text,
        message: text,
        details: z.union([z.array(Detail), z.record(text, z.unknown())]).optional(),
      }),
      request_id: uuid,
    }),
    Ping: z.strictObject({
      app: z.strictObject({ id: uuid, environment: z.enum(['sandbox', 'live']), name: text }),
      key_id: text,
      partner: z.strictObject({ id: uuid, name: text }),
      server_time: time,
      limits: z.strictObject({
        rate_limit_per_minute: count,
        connection_items_per_hour: count,
        max_batch_items: count,
      }),
    }),
    Connection: connectionReply(),
    Place: z.strictObject({
      id: uuid,
      type: z.enum(['city', 'municipality']),
      name_sr: text,
      name_en: maybe(text),
      official_code: maybe(text),
      city_id: maybe(uuid),
      city_name_sr: maybe(text),
      lat: maybe(z.number()),
      lng: maybe(z.number()),
    }),
  };
}

function connectionReply() {
  return z.strictObject({
    id: uuid,
    status: z.enum(connectionStatuses),
    environment: z.enum(['sandbox', 'live']),
    agency: z.strictObject({
      name: text,
      register_number: maybe(text),
      verification_status: z.enum(['unverified', 'pending', 'verified', 'rejected']),
      listing_quota: z.strictObject({ used: count, limit: maybe(count) }),
      photo_limit: count,
    }),
    created_at: time,
    redeemed_at: maybe(time),
    certified_at: maybe(time),
    paused: maybe(z.strictObject({ at: time, by: z.enum(['agency', 'staff']), reason: maybe(text) })),
    counts: z.strictObject({ live: count, paused: count, review: count, failed: count }),
    last_push_at: maybe(time),
  });
}

/** Schemas of the partner API's sections "Batch item result" and "Batch". The record of the reconcile view is our guess. */
function listingReplies() {
  const details = maybe(
    z.union([
      z.array(z.strictObject({ pointer: text, code: z.enum(detailCodes), message: text })),
      z.record(text, z.unknown()),
    ]),
  );
  const Warning = z.strictObject({ code: z.enum(warningCodes), pointer: text.optional(), message: text });
  const outcome = {
    candidate_id: maybe(uuid),
    listing_id: maybe(uuid),
    public_url: maybe(text),
    failure_code: maybe(z.enum(failureCodes)),
    details,
    warnings: z.array(Warning),
  };
  const Item = z.strictObject({
    position: count,
    external_id: text,
    result: z.enum(itemResults),
    ...outcome,
  });
  const counts = Object.fromEntries([...itemResults, 'total'].map((name) => [name, count]));
  return {
    Warning,
    Item,
    Batch: z.strictObject({
      id: uuid,
      status: z.enum(batchStatuses),
      counts: z.strictObject(counts),
      items: z.array(Item),
    }),
    ViewRecord: z.strictObject({
      external_id: text,
      status: text,
      state: maybe(z.enum(['active', 'inactive'])),
      digest: maybe(text),
      updated_at: maybe(time),
      ...outcome,
      reason: maybe(text),
      changed_at: time,
    }),
  };
}

/** Loose, because a saved vocabulary is served unchanged and may have more fields than the spec names. */
function vocabularyReply() {
  const entries = z.array(z.union([text, z.looseObject({})]));
  const names = [
    'categories',
    'transaction',
    'heating',
    'condition',
    'furnished',
    'building_group',
    'ownership_status',
    'legalization_status',
    'rental_type',
    'room_types',
    'amenities',
    'remove_reasons',
  ];
  return z.looseObject({
    version: text,
    ...Object.fromEntries(names.map((name) => [name, entries])),
    attributes_by_category: z.record(text, entries),
  });
}
