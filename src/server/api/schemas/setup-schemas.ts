import { z } from '@hono/zod-openapi';
import { agencyStates } from '../../../core/setup/setup-steps.js';
import { agencyLanguages, statementKinds } from '../../../store/contract/setups.js';
import { count, maybeTime, time } from '../../../documents/schemas.js';

/** A sentence in both languages. Serbian is in Latin script; clients transliterate it to Cyrillic. */
export const SentenceSchema = z.object({ sr: z.string(), en: z.string() }).openapi('Sentence');

export const actor = z
  .enum(['agency', 'partner', 'portal_staff', 'nobody'])
  .meta({ description: 'Whose turn it is.' });

export const ReadingSchema = z
  .object({
    state: z.enum(['waiting', 'reading', 'done', 'failed']),
    ahead: count.meta({ description: 'Agencies that are read before this one.' }),
    records: count.meta({ description: 'So far while it is being read; all of them once it was.' }),
    asked_at: maybeTime,
    read_at: maybeTime.meta({ description: 'When the numbers were made; null before the first time.' }),
    sentence: SentenceSchema.meta({ description: '“We read 140 listings; 131 are ready.”' }),
    detail: z.string().nullable().meta({ description: 'Of a failure, for the partner’s people alone.' }),
  })
  .openapi('Reading');

export const AgencySchema = z
  .object({
    name: z.string().meta({ description: 'Its feed bears the same name.' }),
    title: z.string(),
    email: z.string(),
    language: z.enum(agencyLanguages),
    state: z.enum(agencyStates).meta({ description: 'How far it has come.' }),
    url: z.string().meta({ description: 'Of its feed, without credentials.' }),
    mapping: z.string().nullable().meta({ description: 'Null: found out by reading.' }),
    connection: z.string().nullable(),
    listings: count.nullable().meta({ description: 'That were read; null before that.' }),
    ready: count.nullable(),
    reading: ReadingSchema,
    people: z.array(
      z.object({ id: z.int(), name: z.string(), has_password: z.boolean(), signed_in_at: maybeTime }),
    ),
    problem: SentenceSchema.nullable().meta({
      description: 'That its feed does not run though it was sent.',
    }),
    problem_detail: z.string().nullable().meta({ description: 'Why; for the partner’s people alone.' }),
    created_at: time,
    created_by: z.string(),
    sent_at: maybeTime,
  })
  .openapi('Agency');

const setupLines = z.object({
  line: z.int().meta({ description: 'Of the file, the heading being 1.' }),
  name: z.string().nullable(),
  outcome: z.enum(['new', 'known', 'problem']).meta({ description: '`known`: there already, just so.' }),
  problem: SentenceSchema.nullable(),
});

export const ImportSchema = z
  .object({
    dry_run: z.boolean(),
    lines: z.array(setupLines),
    created: count.meta({ description: 'With `dry_run`: that would be.' }),
  })
  .openapi('AgencyImport');

export const AgencyInvitedSchema = z
  .object({
    agency: AgencySchema,
    account: z.string().meta({ description: 'By which they sign in.' }),
    link: z.string().meta({ description: 'Good once, shown once: give it to whom it is for.' }),
    expires_at: time,
  })
  .openapi('AgencyInvited');

export const CardSchema = z
  .object({
    external_id: z.string(),
    transaction: z.string().nullable(),
    title: z.string().nullable(),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    place: z.string().nullable(),
    address: z.string().nullable(),
    category: z.string().nullable(),
    area: z.number().nullable().meta({ description: 'Square metres.' }),
    rooms: z.number().nullable(),
    photo: z.string().nullable().meta({ description: 'Address of the first one.' }),
    photos: count,
  })
  .openapi('SampleListing');

const SuggestionSchema = z.object({ key: z.string(), label: z.string(), confidence: z.number() });

const answered = z
  .object({ value: z.boolean(), name: z.string(), role: z.string(), at: time, version: z.int() })
  .nullable()
  .meta({ description: 'What was stated last; null: nothing yet.' });

const factQuestion = z.object({
  version: z.int().meta({ description: 'Of the sentence: the answer gives it back.' }),
  statement: SentenceSchema.meta({ description: 'The full sentence that an answer of yes states.' }),
  denial: SentenceSchema.meta({ description: 'The full sentence that an answer of no states.' }),
  listings: count.meta({ description: 'That it decides.' }),
  answer: answered,
});

const ChoiceSchema = z.object({
  path: z.string().meta({ description: 'price.currency, rent.currency or rent.type.' }),
  question: SentenceSchema,
  listings: count.meta({ description: 'That it decides.' }),
  options: z.array(z.object({ value: z.string(), label: SentenceSchema })),
  answer: z.string().nullable(),
});

const OpenWordSchema = z.object({
  table: z.string().nullable().meta({ description: 'Null: only the partner can give it a meaning.' }),
  field: z.string().meta({ description: 'Payload path, such as heating.' }),
  label: SentenceSchema.meta({ description: 'What the field is called.' }),
  vocabulary: z.string().nullable().meta({ description: 'The list of the portal to pick from.' }),
  word: z.string(),
  listings: count.meta({ description: 'That have it.' }),
  blocks: z.boolean().meta({ description: 'Whether these listings are kept back.' }),
  samples: z.array(z.string()),
  suggestions: z.array(SuggestionSchema).meta({ description: 'Best first.' }),
});

const MeaningSchema = z.object({
  change: z.int().meta({ description: 'By which it is taken back.' }),
  table: z.string(),
  word: z.string(),
  key: z.string().nullable().meta({ description: 'Null: it means nothing.' }),
  by: z.string(),
  at: time,
});

export const QuestionsSchema = z
  .object({
    mandate: factQuestion.nullable().meta({ description: 'Null: nothing depends on it.' }),
    owner_nearby: factQuestion.nullable(),
    content: z
      .object({
        listings: count.meta({ description: 'That it decides or betters.' }),
        choices: z.array(ChoiceSchema),
        words: z.array(OpenWordSchema),
        meanings: z.array(MeaningSchema).meta({ description: 'Given in setting up.' }),
      })
      .nullable(),
  })
  .openapi('Questions');

const PortalAgencySchema = z.object({
  id: z.string(),
  status: z.string(),
  agency: z.string().meta({ description: 'Its name, as the portal tells it.' }),
  register_number: z.string().nullable(),
  quota: z.object({ used: count, limit: count.nullable() }),
  photo_limit: count,
  redeemed_at: time,
  confirmed_at: maybeTime,
  confirmed_by: z.string().nullable(),
});

const ProgressSchema = z.object({
  status: z
    .string()
    .meta({ description: 'Of the connection: certifying, active, paused, revoked, unknown.' }),
  actor,
  since: time,
  sentence: SentenceSchema,
  note: z.string().nullable().meta({ description: 'What the portal’s staff wrote, word for word.' }),
  listings: z.object({ sent: count, waiting: count, in_review: count, live: count, refused: count }),
});

export const SetupSchema = z
  .object({
    agency: AgencySchema,
    step: z
      .enum(['read', 'connect', 'confirm', 'answer', 'send', 'sent'])
      .meta({ description: 'What is to be done next.' }),
    numbers: z
      .object({
        records: count,
        listings: count,
        ready: count.meta({ description: 'Once the questions are answered.' }),
        left_out: count.meta({ description: 'Sold or withdrawn, as the feed says.' }),
      })
      .nullable(),
    causes: z
      .array(
        z.object({
          blocks: z.boolean(),
          code: z.string(),
          pointer: z.string(),
          listings: count,
          sentence: SentenceSchema,
          samples: z.array(
            z.object({ external_id: z.string(), message: z.string(), value: z.string().nullable() }),
          ),
        }),
      )
      .meta({ description: 'Why others are not ready, and what ready ones lack.' }),
    cards: z.array(CardSchema),
    connect_help: SentenceSchema.meta({ description: 'Where the portal shows the code.' }),
    connection: PortalAgencySchema.nullable(),
    questions: QuestionsSchema,
    may_send: z.boolean(),
    why_not: SentenceSchema.nullable().meta({ description: 'What is to be done before it can be sent.' }),
    progress: ProgressSchema.nullable().meta({ description: 'Once it was sent.' }),
  })
  .openapi('Setup');

export const StatementSchema = z
  .object({
    id: z.int(),
    kind: z.enum(statementKinds),
    version: z.int(),
    language: z.enum(agencyLanguages),
    sentence: z.string().meta({ description: 'Word for word, as it was shown.' }),
    value: z.boolean(),
    name: z.string(),
    role: z.string(),
    account: z.string(),
    connection: z.string().nullable(),
    at: time,
  })
  .openapi('Statement');

const name = z.string().trim().min(2).max(200);

/** A statement, with the name and role of the person who makes it. */
const fact = z.strictObject({
  value: z.boolean(),
  version: z.int().min(1).meta({ description: 'Of the sentence that was shown.' }),
  language: z.enum(agencyLanguages).meta({ description: 'In which it was shown.' }),
  name,
  role: name,
});

export const AnswersSchema = z.strictObject({
  mandate: fact.optional(),
  owner_nearby: fact.optional(),
  choices: z.record(z.string().max(100), z.string().max(100)).optional(),
  words: z
    .array(
      z.strictObject({
        table: z.string().min(1).max(100),
        word: z.string().min(1).max(500),
        key: z.string().min(1).max(200).nullable().meta({ description: 'Null: it means nothing.' }),
      }),
    )
    .max(500)
    .optional(),
  take_back: z.array(z.int()).max(500).optional().meta({ description: 'Meanings, by their change.' }),
});

export const ConfirmSchema = z.strictObject({
  ok: z
    .boolean()
    .meta({ description: 'False: it is another agency; the connection ends and another code is asked for.' }),
  language: z.enum(agencyLanguages).default('en'),
  name: name.optional(),
  role: name.optional(),
});

const feedPart = z.record(z.string(), z.unknown()).optional().meta({
  description: 'Further keys of a feed, as in the configuration: encoding, delimiter, id_prefix, ….',
});

export const NewAgencySchema = z.strictObject({
  name: z.string().min(1).max(100),
  title: z.string().trim().min(1).max(200),
  email: z.string().trim().min(3).max(200),
  url: z.string().min(1).max(2000),
  mapping: z.string().min(1).max(200).nullable().default(null),
  language: z.enum(agencyLanguages).default('sr-Latn'),
  auth: z
    .strictObject({ user: z.string().max(200), password: z.string().max(500) })
    .nullable()
    .optional()
    .meta({ description: 'Never given out again.' }),
  feed: feedPart,
});

/** Keys that are left out stay unchanged, so no key has a default. */
export const AgencyChangeSchema = NewAgencySchema.omit({ name: true })
  .extend({
    mapping: NewAgencySchema.shape.mapping.unwrap(),
    language: NewAgencySchema.shape.language.unwrap(),
  })
  .partial();
