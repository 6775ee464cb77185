import { z } from 'zod';
import type { Place } from '../model/reference.js';
import { batchStatuses, connectionStatuses, itemResults } from './error-codes.js';
import { isObject } from './payload.js';
import { toleratedNames } from './protocol.js';

// Schemas of the portal's replies. They read only the keys that feedsync uses, allow unknown keys everywhere, and read an absent key as
// null. The types keep the names of the wire.

const text = z.string();
const maybeText = z.string().nullable().default(null);
const count = z.int().min(0);

export const pingSchema = z.object({
  app: z.object({ id: text, environment: text, name: text.default('') }),
  key_id: text,
  partner: z
    .object({ id: text, name: text.default('') })
    .nullable()
    .default(null),
  server_time: text,
  limits: z.object({
    rate_limit_per_minute: z.int().min(1),
    connection_items_per_hour: z.int().min(1),
    max_batch_items: z.int().min(1),
  }),
});
export type Ping = z.infer<typeof pingSchema>;

const agencySummarySchema = z.object({
  name: text,
  register_number: maybeText,
  verification_status: text.default('unverified'),
  listing_quota: z.object({ used: count, limit: count.nullable().default(null) }),
  photo_limit: count,
});

export const connectionSchema = z.object({
  id: text,
  status: z.enum(connectionStatuses),
  environment: text,
  agency: agencySummarySchema,
  created_at: text,
  redeemed_at: maybeText,
  certified_at: maybeText,
  paused: z.object({ at: text, by: text, reason: maybeText }).nullable().default(null),
  counts: z.object({ live: count, paused: count, review: count, failed: count }),
  last_push_at: maybeText,
});
export type Connection = z.infer<typeof connectionSchema>;

const warningSchema = z.object({ code: text, pointer: text.optional(), message: text.default('') });

/** The keys that items of batches and records of the reconcile view have in common. */
const listingReport = {
  external_id: text,
  candidate_id: maybeText,
  listing_id: maybeText,
  public_url: maybeText,
  failure_code: maybeText,
  details: z.unknown().default(null),
  warnings: listOfReadable(warningSchema),
};

export const itemResultSchema = z.object({
  ...listingReport,
  position: count.nullable().default(null),
  result: z.enum(itemResults),
});
export type ItemResult = z.infer<typeof itemResultSchema>;

/** Items that cannot be parsed are left out. The caller treats a missing item as unknown, never as success. */
export const batchSchema = z.object({
  id: text,
  status: z.enum(batchStatuses),
  items: listOfReadable(itemResultSchema),
});
export type Batch = z.infer<typeof batchSchema>;

/** The replies of remove, reconcile and validate are not specified. Every key is optional, and what cannot be parsed is left out. */
export const looseResultSchema = z.object({
  batch: batchSchema.nullable().default(null).catch(null),
  item: itemResultSchema.nullable().default(null).catch(null),
  results: listOfReadable(itemResultSchema),
});
export type LooseResult = z.infer<typeof looseResultSchema>;

const viewRecordSchema = z.object({ ...listingReport, status: text, digest: maybeText });
export type ViewRecord = z.infer<typeof viewRecordSchema>;

const nextCursor = maybeText.transform((cursor) => (cursor === '' ? null : cursor));

/** A record that cannot be parsed fails the whole page, because listings missing from the view would look removed. */
export const viewPageSchema = z.preprocess(
  renameList('records', toleratedNames.viewRecords),
  z.object({
    records: z.array(viewRecordSchema),
    next_cursor: nextCursor,
    total: count.nullable().default(null).catch(null),
  }),
);
export type ViewPage = z.infer<typeof viewPageSchema>;

export const connectionsPageSchema = z.object({
  connections: z.array(connectionSchema),
  next_cursor: nextCursor,
});
export type ConnectionsPage = z.infer<typeof connectionsPageSchema>;

export const wirePlaceSchema = z.object({
  id: text,
  type: text,
  name_sr: text,
  name_en: maybeText,
  official_code: z
    .union([text, z.number().transform(String)])
    .nullable()
    .default(null),
  city_id: maybeText,
  city_name_sr: maybeText,
  lat: z.number().nullable().default(null),
  lng: z.number().nullable().default(null),
});
export type WirePlace = z.infer<typeof wirePlaceSchema>;

export const placesPageSchema = z.object({ places: z.array(wirePlaceSchema), next_cursor: nextCursor });
export type PlacesPage = z.infer<typeof placesPageSchema>;

export const errorEnvelopeSchema = z.object({
  error: z.object({
    code: text,
    message: text.default(''),
    details: z.unknown().default(null),
  }),
  request_id: maybeText.catch(null),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** A place of the directory; null for a place that is neither city nor municipality, because no listing may name it. */
export function readPlace(wire: WirePlace): Place | null {
  if (wire.type !== 'city' && wire.type !== 'municipality') return null;
  return {
    id: wire.id,
    type: wire.type,
    nameSr: wire.name_sr,
    nameEn: wire.name_en,
    officialCode: wire.official_code,
    cityId: wire.city_id,
    cityNameSr: wire.city_name_sr,
    lat: wire.lat,
    lng: wire.lng,
  };
}

/** A schema for a reply under a key, such as `{ connection: … }`. The reply without that key is accepted too. */
export function under<S extends z.ZodType>(key: string, schema: S): z.ZodType<z.infer<S>> {
  const unwrap = (body: unknown): unknown => (isObject(body) && isObject(body[key]) ? body[key] : body);
  return z.preprocess(unwrap, schema);
}

function listOfReadable<S extends z.ZodType>(schema: S): z.ZodType<z.infer<S>[]> {
  const readable = (list: unknown): z.infer<S>[] => {
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry: unknown) => {
      const read = schema.safeParse(entry);
      return read.success ? [read.data] : [];
    });
  };
  return z.unknown().optional().transform(readable);
}

function renameList(to: string, names: readonly string[]): (body: unknown) => unknown {
  return (body) => {
    if (!isObject(body)) return body;
    const name = names.find((candidate) => Array.isArray(body[candidate]));
    return name === undefined ? body : { ...body, [to]: body[name] };
  };
}
