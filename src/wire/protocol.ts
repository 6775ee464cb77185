import { z } from 'zod';
import type { HeldContentRules } from '../core/listing/judge.js';
import { ownEntry } from '../model/own-value.js';

/**
 * Everything that the specification leaves open ("not shown"). Each key is a setting under `portal.protocol` with a default. Spellings that
 * are accepted without a setting are in `toleratedNames`.
 */
export const protocolSchema = z.strictObject({
  signing_base: z
    .string()
    .refine(hasKnownPlaceholders, 'may hold only {method} {host} {path} {query} {timestamp} {nonce} {digest}')
    .default('PX-SIG-1\n{method}\n{host}\n{path}\n{query}\n{timestamp}\n{nonce}\n{digest}')
    .describe(
      'Layout of the text that is signed. host is lower case with a non-default port, path exactly as sent, query canonical, digest the Content-Digest value.',
    ),
  header_prefix: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*-$/, 'must be letters, digits and hyphens, and end in a hyphen')
    .default('PX-')
    .describe('Prefix of the headers Key-Id, Timestamp, Nonce, Signature and Request-Id.'),
  item_window_seconds: seconds(3600).describe('Length of the "hour" of the item budget, a sliding window.'),
  rate_window_seconds: seconds(60).describe(
    'Length of the "minute" of the request budget, a sliding window.',
  ),
  key_pause_seconds: seconds(60).describe(
    'How long a 429 other than connection_item_limit pauses the key, if it has no Retry-After.',
  ),
  unchanged_spends: flag(true, 'Whether an item answered `unchanged` spends item budget.'),
  rejected_spends: flag(true, 'Whether an item answered `rejected` spends item budget.'),
  replays_spend: flag(false, 'Whether the replay of a finished batch spends item budget again.'),
  held_digest_covers_digest: flag(
    false,
    "Whether the portal's own content digest covers the field `digest`.",
  ),
  held_digest_covers_updated_at: flag(
    false,
    "Whether the portal's own content digest covers `source.updated_at`.",
  ),
  removed_content_is_held: flag(false, 'Whether content sent again after a removal answers `unchanged`.'),
  rejected_content_is_held: flag(false, 'Whether content sent again after a rejection answers `unchanged`.'),
  batch_bytes_max: z
    .int()
    .min(10_000)
    .default(4 * 1024 * 1024)
    .describe('Largest body of a batch in bytes. A 413 from the portal or a proxy lowers it for some time.'),
  confirm_mass_removal_field: fieldName('confirm_mass_removal').describe(
    'Body field of POST reconcile that confirms a mass removal, sent as true.',
  ),
  view_page_size: z
    .int()
    .min(1)
    .max(200)
    .nullable()
    .default(200)
    .describe('`limit` of each page of the reconcile view; null sends none.'),
  view_statuses: z
    .record(
      z.string(),
      z.enum([
        'accepted',
        'needs_review',
        'live',
        'inactive',
        'rejected',
        'removed',
        'archived',
        'taken_down',
      ]),
    )
    .default({
      pending: 'accepted',
      queued: 'accepted',
      processing: 'accepted',
      accepted: 'accepted',
      review: 'needs_review',
      needs_review: 'needs_review',
      live: 'live',
      active: 'live',
      published: 'live',
      paused: 'inactive',
      inactive: 'inactive',
      failed: 'rejected',
      rejected: 'rejected',
      removed: 'removed',
      archived: 'archived',
      taken_down: 'taken_down',
    })
    .describe('What each status word of the reconcile view means; any other word is `unknown`.'),
  places_need_query: flag(
    false,
    'Whether GET /places requires `q`: then each name is looked up in a request of its own.',
  ),
  title_field: fieldName('title').describe('Payload field of the titles.'),
  title_languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .default(['en', 'tr', 'de', 'ru'])
    .describe('Languages of the title in addition to `sr`.'),
  business_premises: z
    .array(z.string().min(1))
    .default(['Poslovni prostor', 'Business premises'])
    .describe('Labels or keys of the categories that need no owner_lives_nearby.'),
  house_rules_keys: z
    .array(z.string().min(1))
    .default([
      'pets',
      'smoking',
      'guests',
      'parties',
      'quiet_hours',
      'subletting',
      'students',
      'families',
      'foreign_tenants',
      'registers_residence',
      'other',
    ])
    .describe('Keys that house_rules may contain.'),
  utilities: z
    .array(z.string().min(1))
    .nullable()
    .default(null)
    .describe('Names that rent.utilities_included may contain; null accepts any.'),
  key_refusal_statuses: z
    .array(z.int().min(400).max(499))
    .default([401, 403])
    .describe('Statuses with which the portal refuses the key itself, with any code: they stop the key.'),
  webhook_id_header: headerName('webhook-id')
    .nullable()
    .describe('Header with the id of a webhook’s event; null if the id is the body’s `id`.'),
  webhook_timestamp_header: headerName('webhook-timestamp')
    .nullable()
    .describe('Header with the time of sending, in seconds; null if none is sent.'),
  webhook_signature_header: headerName('webhook-signature').describe(
    'Header with the signatures, separated by spaces.',
  ),
  webhook_signed_content: z
    .string()
    .refine(
      (layout) => layout.includes('{body}') && hasOnlyPlaceholders(layout, /\{(id|timestamp|body)\}/g),
      'must hold {body}, and no other placeholders than {id} {timestamp} {body}',
    )
    .default('{id}.{timestamp}.{body}')
    .describe('Layout of the text that a webhook’s signature covers.'),
  webhook_hash: z
    .enum(['sha256', 'sha384', 'sha512'])
    .default('sha256')
    .describe('Hash of the HMAC that signs webhooks.'),
  webhook_signature_prefix: z
    .string()
    .regex(/^\S*$/, 'must hold no spaces')
    .default('v1,')
    .describe('Prefix of each signature of the supported version.'),
  webhook_signature_encoding: z
    .enum(['base64', 'hex'])
    .default('base64')
    .describe('Encoding of a webhook’s signature.'),
  webhook_secret_prefix: z
    .string()
    .default('whsec_')
    .describe('Optional prefix of a webhook secret that is not part of the secret.'),
  webhook_secret_encoding: z
    .enum(['base64', 'utf8', 'hex'])
    .default('base64')
    .describe('Encoding of webhook secrets.'),
  webhook_tolerance_seconds: seconds(300).describe(
    'Largest difference between a webhook’s timestamp and the portal’s time.',
  ),
  webhook_connection_events: z
    .array(z.string().min(1))
    .default(['connection.'])
    .describe('Prefixes of event names after which the connection is read again.'),
  webhook_listing_events: z
    .array(z.string().min(1))
    .default(['listing.', 'item.', 'batch.', 'candidate.', 'moderation.'])
    .describe('Prefixes of event names after which the reconcile view is read again.'),
});

/** The configured values of `protocolSchema`. They do not change after the configuration was read. */
export type Protocol = z.infer<typeof protocolSchema>;

export const defaultProtocol: Protocol = protocolSchema.parse({});

/** The keys under which a reply may contain a value, tried in order. */
export const toleratedNames = {
  viewRecords: ['listings', 'items', 'records'],
  /** The only event whose text is shown to users (partner API, section "Events", 2). */
  rejectionEvent: 'connection.certification_rejected',
  eventType: ['type', 'event', 'event_type', 'name'],
  eventId: ['id', 'event_id'],
  eventContent: ['data', 'payload', 'object'],
  entryKey: ['key', 'value', 'code'],
  entryLabels: ['label_sr', 'label_en', 'sr', 'en', 'label', 'name'],
  attributeType: ['type', 'value_type', 'kind'],
  attributeWords: ['values', 'options', 'enum', 'choices'],
} as const;

/** The meaning of a status word of the reconcile view. */
export function readViewStatus(
  word: string,
  protocol: Protocol,
): Protocol['view_statuses'][string] | 'unknown' {
  return ownEntry(protocol.view_statuses, word) ?? 'unknown';
}

/** The rules by which the portal decides whether it answers `unchanged`. */
export function heldRules(protocol: Protocol): HeldContentRules {
  return {
    removedIsHeld: protocol.removed_content_is_held,
    rejectedIsHeld: protocol.rejected_content_is_held,
    coversDigest: protocol.held_digest_covers_digest,
    coversUpdatedAt: protocol.held_digest_covers_updated_at,
  };
}

function seconds(standard: number): z.ZodDefault<z.ZodInt> {
  return z.int().min(1).default(standard);
}

function flag(standard: boolean, text: string): z.ZodDefault<z.ZodBoolean> {
  return z.boolean().default(standard).describe(text);
}

function fieldName(standard: string): z.ZodDefault<z.ZodString> {
  return z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .default(standard);
}

function headerName(standard: string): z.ZodDefault<z.ZodString> {
  return z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .default(standard);
}

function hasKnownPlaceholders(layout: string): boolean {
  return hasOnlyPlaceholders(layout, /\{(method|host|path|query|timestamp|nonce|digest)\}/g);
}

function hasOnlyPlaceholders(layout: string, known: RegExp): boolean {
  return !/[{}]/.test(layout.replace(known, ''));
}
