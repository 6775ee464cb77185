import { z } from '@hono/zod-openapi';
import { accountRoles, tokenScopes } from '../../../store/contract/access.js';
import {
  ConfirmationSchema,
  count,
  DoubtSchema,
  ListingSchema,
  maybeTime,
  time,
} from '../../../documents/schemas.js';
import { ProposalLineSchema } from './proposal-schemas.js';
import { actor, SentenceSchema } from './sentence-schema.js';

export const ErrorSchema = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'For programs.' }),
      message: z.string().meta({ description: 'For people: what happened, and what to do.' }),
      details: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  })
  .openapi('Error');

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'The `cursor` of the next page; null: this is the last page.' });

export const DoneSchema = z
  .object({
    message: z.string().meta({ description: 'What was done, as a sentence.' }),
    listings: count.optional(),
  })
  .openapi('Done');

export const AccountSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    role: z.enum(accountRoles),
    connections: z.array(z.string()).meta({ description: 'For an agency; empty for roles that see all.' }),
    has_password: z.boolean().meta({ description: 'False until an invitation was accepted.' }),
    created_at: time,
    created_by: z.string(),
    signed_in_at: maybeTime,
  })
  .openapi('Account');

export const SessionSchema = z
  .object({
    account: AccountSchema,
    token: z.object({ id: z.int(), label: z.string(), scope: z.enum(tokenScopes) }).nullable(),
    mails_invitations: z.boolean().meta({ description: 'Whether this installation can mail invitations.' }),
  })
  .openapi('Session');

export const TokenSchema = z
  .object({
    id: z.int(),
    account: z.string(),
    label: z.string(),
    scope: z.enum(tokenScopes),
    created_at: time,
    created_by: z.string(),
    expires_at: maybeTime,
    used_at: maybeTime,
  })
  .openapi('Token');

export const AttentionSchema = z
  .object({
    kind: z.string(),
    agency: z.string(),
    count,
    since: maybeTime,
    new: z.boolean(),
    note: z.string().nullable(),
    operator: z.boolean().meta({ description: 'Whether the operator must act now.' }),
    connection: z.string().nullable().meta({ description: 'Null: it concerns all or several agencies.' }),
    feed: z.string().nullable(),
    hold: z.int().nullable(),
    question: z.string().nullable().meta({ description: 'The id of a question that several feeds share.' }),
    link: z.string().nullable().meta({ description: 'Page of the console on which the reader acts.' }),
    sentence: SentenceSchema,
    next: SentenceSchema.meta({ description: 'What to do.' }),
  })
  .openapi('Attention');

export const IssueSchema = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z.string(),
    pointer: z.string(),
    message: z.string(),
    value: z.string().nullable(),
    told: SentenceSchema.meta({ description: 'What is wrong and what to do, for the agency.' }),
  })
  .openapi('Issue');

export const WaitSchema = z
  .object({
    kind: z.string().meta({ description: 'Reason of the wait, such as plan_full, item_refused or budget.' }),
    why: SentenceSchema,
    next: SentenceSchema.nullable().meta({ description: 'Who must do what; null: no one need act.' }),
    code: z.string().nullable().meta({ description: 'The portal’s code.' }),
    message: z.string().meta({ description: 'The portal’s message.' }),
    details: z.array(
      z.object({
        pointer: z.string().meta({ description: 'The field that the portal names; empty: none.' }),
        code: z.string(),
        message: z.string().meta({ description: 'The portal’s message.' }),
        told: SentenceSchema.meta({ description: 'The same for the agency, in its words.' }),
      }),
    ),
    since: maybeTime,
    until: maybeTime.meta({ description: 'When it is next retried or checked.' }),
  })
  .openapi('Wait');

const DifferenceSchema = z.object({
  pointer: z.string(),
  before: z.string().nullable().meta({ description: 'As JSON; null: nothing.' }),
  after: z.string().nullable(),
});

export const StoryDifferenceSchema = DifferenceSchema.extend({
  name: SentenceSchema.meta({ description: 'Name of the field.' }),
  before_shown: SentenceSchema.nullable().meta({
    description: 'The value as people read it; null: as it is.',
  }),
  after_shown: SentenceSchema.nullable(),
});

export const StorySchema = z
  .object({
    external_id: z.string(),
    connection: z.string(),
    feed: z.string().nullable(),
    sentence: z.string().meta({ description: 'Whether the listing is on the portal, and why.' }),
    headline: SentenceSchema.meta({ description: 'The same sentence in both languages.' }),
    actor,
    waits: WaitSchema.nullable().meta({
      description: 'Why the listing, or a change of it, waits; null: it waits at most for its turn.',
    }),
    clock: z.array(
      z.object({
        step: z.string(),
        state: z.string(),
        at: maybeTime,
        took_seconds: z.number().nullable(),
        slow: z.boolean(),
        reason: z.string().nullable(),
        why: SentenceSchema.nullable().meta({ description: 'The reason in both languages.' }),
      }),
    ),
    listing: ListingSchema.nullable(),
    issues: z.array(IssueSchema),
    fields: z
      .array(
        z.object({
          path: z.string(),
          source: z.string().nullable(),
          raw: z.string().nullable(),
          result: z.string().nullable().meta({ description: 'As JSON.' }),
          name: SentenceSchema.meta({ description: 'Name of the field.' }),
          shown: SentenceSchema.nullable().meta({
            description: 'The result as people read it, by the portal’s labels; null: as it is.',
          }),
        }),
      )
      .nullable()
      .meta({ description: 'Where each field’s value comes from; null: no kept file contains the record.' }),
    agreement: z.string(),
    unsent: z.array(StoryDifferenceSchema).nullable(),
    unplanned: z.array(StoryDifferenceSchema),
    doubts: z
      .array(DoubtSchema)
      .meta({ description: 'Values of the record that are not live because they are in doubt.' }),
    confirmations: z
      .array(ConfirmationSchema)
      .meta({ description: 'Values in doubt that were confirmed, oldest first.' }),
    hold: z.object({ id: z.int(), reason: z.string() }).nullable(),
    events: z.array(
      z.object({
        at: time,
        kind: z.string(),
        data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
        told: SentenceSchema.meta({ description: 'What happened, as a clause.' }),
      }),
    ),
  })
  .openapi('Story');

export const WordSchema = z
  .object({
    feed: z.string(),
    field: z.string(),
    table: z.string().nullable(),
    word: z.string(),
    count,
    samples: z.array(z.string()),
    suggestions: z.array(z.object({ key: z.string(), label: z.string(), confidence: z.number() })),
  })
  .openapi('Word');

export const FindingSchema = z
  .object({
    feed: z.string(),
    code: z.string(),
    pointer: z.string(),
    count,
    of: count,
    message: z.string(),
    advice: z.string(),
    samples: z.array(z.object({ external_id: z.string(), value: z.string().nullable() })),
  })
  .openapi('Finding');

export const PollSchema = z
  .object({
    id: z.int(),
    feed: z.string(),
    state: z.enum(['waiting', 'done', 'failed']),
    message: z.string().meta({ description: 'The result, as a sentence.' }),
    asked_at: time,
    ended_at: maybeTime,
  })
  .openapi('Poll');

const affected = z.object({ count, samples: z.array(z.string()) });

export const TrialSchema = z
  .object({
    read_at: maybeTime.meta({ description: 'When the file was fetched; null for a delta feed.' }),
    preview: z.object({
      records: count,
      listings: count,
      kinds: z.record(z.string(), z.number()),
      samples: z.array(
        z.object({
          external_id: z.string(),
          transaction: z.string().nullable(),
          title: z.string().nullable(),
          price: z.string().nullable(),
          place: z.string().nullable(),
          category: z.string().nullable(),
          photos: count,
        }),
      ),
      lines: z
        .array(ProposalLineSchema)
        .meta({ description: 'What is proven, asked and left out; none of a delta feed.' }),
      issues: z.array(
        z.object({
          severity: z.enum(['error', 'warning']),
          code: z.string(),
          pointer: z.string(),
          count,
          samples: z.array(
            z.object({ record: z.string(), message: z.string(), value: z.string().nullable() }),
          ),
        }),
      ),
      unknown_words: z.array(
        z.object({ pointer: z.string(), word: z.string(), count, samples: z.array(z.string()) }),
      ),
    }),
    cost: z.object({
      altered: affected,
      added: affected,
      invalid: affected,
      taken_off: affected,
      missing: affected,
      unchanged: count,
      fields: z.array(z.object({ pointer: z.string(), count })),
      samples: z.array(
        z.object({
          external_id: z.string(),
          title: z.string().nullable(),
          differences: z.array(DifferenceSchema),
        }),
      ),
      budget: z.object({
        items: count,
        own_changes: count,
        waiting: count,
        items_per_hour: count.nullable(),
        needed_seconds: z.number().nullable(),
      }),
    }),
  })
  .openapi('Trial');

export const AuditSchema = z
  .object({
    id: z.int(),
    at: time,
    author: z.string(),
    action: z.string(),
    subject: z.string(),
    data: z.string().meta({ description: 'As JSON.' }),
    sentence: SentenceSchema.meta({ description: 'What was decided, with the reason that was given.' }),
    who: SentenceSchema.meta({ description: 'The author, as people read it.' }),
    link: z
      .string()
      .nullable()
      .meta({ description: 'Page of the console about the subject; null: there is none.' }),
  })
  .openapi('AuditLine');
