import { z } from '@hono/zod-openapi';
import { contentCauses, contentFields, contentRules } from '../model/content.js';
import { portalStates } from '../model/listing-states.js';

/**
 * The JSON form of a feed, a connection, a listing, a hold and a run: the same for `--json` and for the API. Each schema has its
 * writer beside it, in a file of its name. A key is only ever added.
 */

/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
/** ISO 8601 in UTC, or null. */
export const maybeTime = time.nullable();
/** A number of things, at least 0. */
export const count = z.int().min(0);

export const presences = ['present', 'invalid', 'grace', 'held', 'pinned', 'gone'] as const;
export const runKinds = ['poll', 'remap', 'push', 'outcomes', 'reconcile', 'reference'] as const;

export const FeedSchema = z
  .object({
    name: z.string(),
    connection: z.string(),
    kind: z.string(),
    mapping: z.string(),
    mapping_gain: z.object({ mapping: z.string(), version: z.int() }).nullable().meta({
      description:
        'A newer version of its mapping that recognises sold, reserved and withdrawn listings by all usual words; null: it has none.',
    }),
    life: z.string(),
    published: count,
    pending: count,
    refused: count,
    invalid: count,
    new_in_doubt: count.meta({
      description: 'New listings that wait until a value of theirs is confirmed or corrected.',
    }),
    in_doubt: count.meta({ description: 'Values that wait for a confirmation; what is live stays.' }),
    to_send: count.meta({ description: 'Changes that wait for nothing but their turn.' }),
    kept_back: z
      .array(z.object({ kind: z.string(), count }))
      .meta({ description: 'Changes that wait for another reason, by reason.' }),
    sent_by: maybeTime.meta({
      description:
        'When the last of `to_send` is sent if nothing more comes; null: none waits, or it is not known.',
    }),
    doubts: z.array(
      z.object({ code: z.string(), pointer: z.string(), message: z.string(), count, of: count }),
    ),
    failures: count,
    last_poll_at: maybeTime,
    last_complete_at: maybeTime,
    next_poll_at: maybeTime.meta({ description: 'Null while it is not polled.' }),
    last_file: z
      .object({ kind: z.string(), fetched_at: time, records: count, sequence: z.number().nullable() })
      .nullable()
      .meta({ description: 'The file that was taken over last.' }),
    stalled_since: maybeTime,
    stall_reason: z.string().nullable(),
  })
  .openapi('Feed');

export const ConnectionSchema = z
  .object({
    id: z.string(),
    agency: z.string(),
    status: z.string(),
    outbox: z.object({ upserts: count, removals: count }),
    items_spent: count,
    items_limit: count.nullable(),
    room_at: maybeTime,
    next_push_at: maybeTime,
    note: z.string().nullable().meta({ description: 'What the portal’s staff wrote, word for word.' }),
  })
  .openapi('Connection');

export const ListingSchema = z
  .object({
    external_id: z.string(),
    connection: z.string(),
    feed: z.string().nullable(),
    source_id: z.string().nullable(),
    owner: z.enum(['feed', 'manual', 'foreign']),
    title: z.string().nullable(),
    presence: z.enum(presences),
    intent: z.string(),
    portal: z.enum(portalStates),
    failure_code: z.string().nullable(),
    warnings: z.array(z.object({ code: z.string(), pointer: z.string().optional(), message: z.string() })),
    queued: z.enum(['upsert', 'remove']).nullable(),
    wanted_digest: z.string().nullable().meta({ description: 'Of the payload that the feed wants.' }),
    confirmed_digest: z.string().nullable().meta({ description: 'Of the payload that the portal holds.' }),
    listing_id: z.string().nullable().meta({ description: 'The portal’s id.' }),
    public_url: z.string().nullable(),
    grace_since: maybeTime.meta({ description: 'Since when its feed misses it.' }),
    pinned_until: maybeTime.meta({ description: 'Until when a rejected removal keeps it.' }),
    deactivation: z.enum(['due', 'held', 'pinned']).nullable().meta({
      description:
        'Its record calls it inactive and it is still active: not judged yet, held for a decision, or kept by a rejection. Null: nothing waits.',
    }),
    active_until: maybeTime.meta({
      description:
        'Until when a rejection keeps it active; of a hidden listing, when its removal is asked about again.',
    }),
    first_sent_at: maybeTime,
    off_since: maybeTime,
    last_seen_at: maybeTime,
  })
  .openapi('Listing');

export const HoldSchema = z
  .object({
    id: z.int(),
    kind: z.string(),
    state: z.string(),
    revision: z.int(),
    feed: z.string().nullable(),
    connection: z.string(),
    count,
    inactive: count.meta({ description: 'Of `count`: listings that become inactive and are not removed.' }),
    opened_at: time,
    decided_at: maybeTime,
    decided_by: z.string().nullable(),
    reason: z.string(),
    cause: z.string().nullable().meta({ description: 'What several holds have in common.' }),
    reminded_at: maybeTime,
  })
  .openapi('Hold');

export const HoldLineSchema = z
  .object({
    external_id: z.string(),
    title: z.string().nullable(),
    last_seen_at: maybeTime,
    reason: z.string().meta({
      description: 'Why it would be removed; `inactive`: it would become inactive and not be removed.',
    }),
  })
  .openapi('HoldLine');

export const DoubtSchema = z
  .object({
    external_id: z.string(),
    title: z.string().nullable(),
    field: z.enum(contentFields),
    rule: z.enum(contentRules),
    value: z
      .string()
      .meta({ description: 'What the record says: an amount with its currency, m², or a word.' }),
    live: z.string().nullable().meta({ description: 'What stays live; null: the listing is new and waits.' }),
    causes: z.array(z.enum(contentCauses)).meta({ description: 'What the value probably is instead.' }),
    sentence: z.object({ sr: z.string(), en: z.string() }),
    past: z
      .array(z.object({ value: z.string(), until: time }))
      .meta({ description: 'The last values that were live before, the newest first.' }),
    opened_at: time,
    rejected_until: maybeTime.meta({ description: 'Until when a rejection counts.' }),
  })
  .openapi('Doubt');

const ruleExamples = z
  .array(
    DoubtSchema.pick({
      external_id: true,
      title: true,
      field: true,
      value: true,
      causes: true,
      sentence: true,
    }),
  )
  .meta({ description: 'At most 3.' });

export const PreviewSchema = z
  .object({
    feed: z.string(),
    rules: z.array(
      z.object({
        rule: z.enum(contentRules),
        count: count.meta({ description: 'Values that the rule holds with `content_guard: hold`.' }),
        examples: ruleExamples,
        live: z.object({ count, examples: ruleExamples }).meta({
          description: 'Values that are live and stay so, and that the rule would hold if they were new.',
        }),
      }),
    ),
  })
  .openapi('RulePreview');

export const ConfirmationSchema = z
  .object({
    field: z.enum(contentFields),
    value: z.string(),
    before: z.string().nullable().meta({
      description: 'The value that is sent again if the confirmation is taken back; null: none can be.',
    }),
    by: z.string(),
    at: time,
  })
  .openapi('Confirmation');

export const RunSchema = z
  .object({
    id: z.int(),
    kind: z.enum(runKinds),
    feed: z.string().nullable(),
    connection: z.string().nullable(),
    state: z.string(),
    started_at: time,
    ended_at: maybeTime,
    message: z.string().nullable(),
    balance: z.record(z.string(), z.number()).meta({ description: 'Of one that is running: so far.' }),
  })
  .openapi('Run');
