import { z } from '@hono/zod-openapi';
import { chosenPaths } from '../../../core/setup/differing-facts.js';
import { agencyStates } from '../../../core/setup/setup-steps.js';
import { agencyLanguages, statementKinds } from '../../../store/contract/setups.js';
import { count, maybeTime, time } from '../../../documents/schemas.js';
import { answerers, ProposalLineSchema, ProposalSchema, recommended } from './proposal-schemas.js';
import { AnswerOfSomeSchema, ChoiceOfSomeSchema, SomeSchema } from './rules-document.js';
import { TileCountsSchema } from './ops-schemas.js';
import { actor, ReasonSchema, SentenceSchema } from './sentence-schema.js';

export const ReadingSchema = z
  .object({
    state: z.enum(['waiting', 'reading', 'done', 'failed']),
    ahead: count.meta({ description: 'Agencies that are read before this one.' }),
    records: count.meta({ description: 'Records read so far.' }),
    asked_at: maybeTime,
    read_at: maybeTime.meta({ description: 'When the feed was last read; null: never yet.' }),
    sentence: SentenceSchema.meta({ description: 'Example: “We read 140 listings; 131 are ready.”' }),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'Details of a failure; null for accounts of agencies.' }),
    why: ReasonSchema,
  })
  .openapi('Reading');

export const AgencySchema = z
  .object({
    name: z.string().meta({ description: 'Also the name of its feed.' }),
    title: z.string(),
    email: z.string(),
    language: z.enum(agencyLanguages),
    state: z.enum(agencyStates).meta({ description: 'How far the setup is.' }),
    url: z.string().meta({ description: 'Address of its feed, without credentials.' }),
    mapping: z.string().nullable().meta({ description: 'Null: reading the feed finds one out.' }),
    connection: z.string().nullable(),
    listings: count.nullable().meta({ description: 'Listings in the feed; null: not read yet.' }),
    ready: count.nullable(),
    on_portal: count.nullable().meta({
      description: 'Its listings on the portal now; null until it was sent.',
    }),
    needs_attention: z.boolean().meta({
      description: 'Its feed does not run or is stalled, or listings of it wait for a decision.',
    }),
    reading: ReadingSchema,
    people: z.array(
      z.object({ id: z.int(), name: z.string(), has_password: z.boolean(), signed_in_at: maybeTime }),
    ),
    problem: SentenceSchema.nullable().meta({
      description: 'Says that the feed does not run although the agency was sent; null: it runs.',
    }),
    problem_detail: z
      .string()
      .nullable()
      .meta({ description: 'Why the feed does not run; null for accounts of agencies.' }),
    created_at: time,
    created_by: z.string(),
    sent_at: maybeTime,
  })
  .openapi('Agency');

const setupLines = z.object({
  line: z.int().meta({ description: 'Line number in the file; the heading is line 1.' }),
  name: z.string().nullable(),
  outcome: z
    .enum(['new', 'known', 'problem'])
    .meta({ description: '`known`: the agency exists already, with the same data.' }),
  problem: SentenceSchema.nullable(),
});

export const ImportSchema = z
  .object({
    dry_run: z.boolean(),
    lines: z.array(setupLines),
    created: count.meta({ description: 'Agencies created; with `dry_run`, agencies that would be created.' }),
  })
  .openapi('AgencyImport');

/** Whether an invitation was mailed. */
export const MailedSchema = z
  .object({
    ok: z.boolean().meta({ description: 'Whether the mail server took the mail.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why it did not, in English; null for accounts of agencies.' }),
  })
  .nullable()
  .meta({ description: 'Null: mailing was not asked for. The link is valid all the same.' });

export const AgencyInvitedSchema = z
  .object({
    agency: AgencySchema,
    account: z.string().meta({ description: 'Name to sign in with.' }),
    link: z
      .string()
      .meta({ description: 'Can be used once, and is shown only here: pass it on to the invited person.' }),
    expires_at: time,
    mailed: MailedSchema,
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
    category_label: SentenceSchema.nullable().meta({ description: 'By the portal’s labels.' }),
    area: z.number().nullable().meta({ description: 'Square metres.' }),
    rooms: z.number().nullable(),
    photo: z.string().nullable().meta({ description: 'Address of the first photo.' }),
    photos: count,
  })
  .openapi('SampleListing');

const SuggestionSchema = z.object({ key: z.string(), label: z.string(), confidence: z.number() });

export const StatedSchema = z.object({
  value: z.boolean().nullable().meta({ description: 'Null: it differs between listings.' }),
  sentences: z.array(z.string()).meta({ description: 'What is stated, verbatim.' }),
  parts: z
    .array(z.object({ sentence: z.string(), name: z.string(), role: z.string(), at: time }))
    .meta({ description: 'The same sentences, each with the person who stated it and the time.' }),
  ...{ name: z.string(), role: z.string(), at: time, version: z.int() },
});

const answered = StatedSchema.nullable().meta({
  description: 'What is stated now; name and time are those of the newest part. Null: nothing yet.',
});

const factQuestion = z.object({
  version: z.int().meta({ description: 'Version of the sentence; the answer must send it back.' }),
  statement: SentenceSchema.meta({ description: 'The full sentence that an answer of yes states.' }),
  denial: SentenceSchema.meta({ description: 'The full sentence that an answer of no states.' }),
  listings: count.meta({ description: 'Listings that depend on the answer.' }),
  answer: answered,
  some: SomeSchema.nullable().meta({
    description: 'The listings, where the fact may be stated of some otherwise than of others; else null.',
  }),
});

const ChoiceSchema = z.object({
  path: z.string().meta({
    description: 'transaction, category, location.place_id, price.currency, rent.currency or rent.type.',
  }),
  question: SentenceSchema,
  listings: count.meta({ description: 'Listings that depend on the answer.' }),
  options: z.array(z.object({ value: z.string(), label: SentenceSchema })),
  is_place: z.boolean().meta({ description: 'Whether a key of `GET /places` is an answer too.' }),
  answer: z.string().nullable(),
  who: z
    .enum(answerers)
    .meta({ description: 'Who can answer: the agency, the maker of its software, the operator.' }),
  samples: z.array(z.string()).meta({ description: 'Titles or ids of listings that wait for the answer.' }),
  recommended,
  some: SomeSchema.nullable().meta({
    description:
      'The listings, where it may be another one for some than for others; else null. For all others it is `answer`.',
  }),
  stated: answered,
});

const OpenWordSchema = z.object({
  table: z.string().nullable().meta({ description: 'Null: only the partner can give it a meaning.' }),
  field: z.string().meta({ description: 'Payload path, such as heating.' }),
  label: SentenceSchema.meta({ description: 'Name of the field.' }),
  vocabulary: z
    .string()
    .nullable()
    .meta({ description: 'The list of the portal to pick from; `places`: by `GET /places`.' }),
  word: z.string(),
  listings: count.meta({ description: 'Listings with this word.' }),
  blocks: z
    .boolean()
    .meta({ description: 'Whether these listings are not sent until the word has a meaning.' }),
  samples: z.array(z.string()),
  suggestions: z.array(SuggestionSchema).meta({ description: 'Best first.' }),
});

const MeaningSchema = z.object({
  change: z.int().meta({ description: 'Id of the change; `take_back` accepts it.' }),
  table: z.string(),
  word: z.string(),
  key: z.string().nullable().meta({ description: 'Null: the word is left out on purpose.' }),
  label: SentenceSchema.nullable().meta({
    description: 'Of the key, by the portal’s labels; null: it has none.',
  }),
  by: z.string(),
  at: time,
});

export const QuestionsSchema = z
  .object({
    mandate: factQuestion.nullable().meta({ description: 'Null: nothing depends on it.' }),
    owner_nearby: factQuestion.nullable(),
    content: z
      .object({
        listings: count.meta({ description: 'Listings that the answers decide or improve.' }),
        choices: z.array(ChoiceSchema),
        words: z.array(OpenWordSchema),
        meanings: z.array(MeaningSchema).meta({ description: 'Meanings that were given during setup.' }),
      })
      .nullable(),
  })
  .openapi('Questions');

const PortalAgencySchema = z.object({
  id: z.string(),
  status: z.string(),
  agency: z.string().meta({ description: 'Name of the agency at the portal.' }),
  has_other_name: z.boolean().meta({
    description: 'Whether the portal’s name has no word in common with the name of the agency here.',
  }),
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
    .meta({ description: 'Status of the connection: certifying, active, paused, revoked, unknown.' }),
  actor,
  since: time,
  sentence: SentenceSchema,
  note: z.string().nullable().meta({ description: 'What the portal’s staff wrote, verbatim.' }),
  listings: z.object({ sent: count, waiting: count, in_review: count, live: count, refused: count }),
  tiles: TileCountsSchema,
});

const numbers = z
  .object({
    records: count,
    listings: count,
    ready: count.meta({ description: 'Listings that can be sent once the questions are answered.' }),
    left_out: count.meta({ description: 'Records that the feed marks as sold or withdrawn.' }),
  })
  .nullable();

const causes = z
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
  .meta({ description: 'Why some listings are not ready (`blocks`), and what ready listings lack.' });

const OwnMappingSchema = z.object({
  text: z.string().nullable().meta({ description: 'The text in use for this agency alone; null: a preset.' }),
  proposal: ProposalSchema.nullable().meta({ description: 'Null: a preset knew the format.' }),
});

export const SetupSchema = z
  .object({
    agency: AgencySchema,
    step: z
      .enum(['read', 'connect', 'confirm', 'answer', 'send', 'sent'])
      .meta({ description: 'The next step.' }),
    numbers,
    lines: z
      .array(ProposalLineSchema)
      .meta({ description: 'What is proven, asked and left out of the listings that were read.' }),
    id_request: SentenceSchema.nullable().meta({
      description: 'What to send to the maker of the agency’s software; null: the feed has ids that stay.',
    }),
    own_mapping: OwnMappingSchema.nullable().meta({ description: 'Null for accounts of agencies.' }),
    causes,
    cards: z.array(CardSchema),
    connect_help: SentenceSchema.meta({ description: 'Where the portal shows the code.' }),
    connection: PortalAgencySchema.nullable(),
    questions: QuestionsSchema,
    may_send: z.boolean(),
    why_not: SentenceSchema.nullable().meta({
      description: 'What must be done before the agency can be sent.',
    }),
    progress: ProgressSchema.nullable().meta({ description: 'Null until the agency was sent.' }),
  })
  .openapi('Setup');

export const UploadSchema = z
  .object({
    file: z.string().meta({ description: 'Name of the file on the computer that it came from.' }),
    bytes: count,
    uploaded_at: time,
    uploaded_by: z.string(),
    expires_at: time.meta({ description: 'When the file and what was read of it are deleted.' }),
    state: z.enum(['waiting', 'reading', 'done', 'failed']),
    records_read: count.meta({ description: 'Records read so far.' }),
    sentence: SentenceSchema.nullable().meta({ description: 'The result; null until the file was read.' }),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'Details of a failure; null for accounts of agencies.' }),
    mapping: z.string().nullable().meta({ description: 'Name of the mapping that understands the file.' }),
    numbers,
    causes,
    cards: z.array(CardSchema),
    lines: z.array(ProposalLineSchema),
    words: count.meta({ description: 'Words of the file that the portal does not know.' }),
    id_request: SentenceSchema.nullable(),
    proposal: ProposalSchema.nullable().meta({
      description: 'What is proposed for a file of an unknown format; null for accounts of agencies.',
    }),
  })
  .openapi('Upload');

export const StatementSchema = z
  .object({
    id: z.int(),
    kind: z.enum(statementKinds),
    version: z.int(),
    language: z.enum(agencyLanguages),
    sentence: z.string().meta({ description: 'The sentence as it was shown, verbatim.' }),
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
  version: z.int().min(1).meta({ description: 'Version of the sentence that was shown.' }),
  language: z.enum(agencyLanguages).meta({ description: 'Language in which the sentence was shown.' }),
  name,
  role: name,
});

const expect = z.int().min(1).optional().meta({
  description:
    'Number of listings that wait because rules contradict each other: `contradicted` of the preview, without those that are named. Refused where it is another one by now.',
});

export const AnswersSchema = z.strictObject({
  mandate: fact.optional(),
  owner_nearby: fact
    .extend({
      value: z.union([z.boolean(), AnswerOfSomeSchema]).meta({
        description:
          'Of all listings, or with the ids of those of which it is so and not so: then with the version of `some`. Others keep their answers, or are answered by the rules.',
      }),
      expect,
    })
    .optional(),
  of_some: z
    .partialRecord(z.enum(chosenPaths), fact.extend({ value: ChoiceOfSomeSchema, expect }))
    .optional()
    .meta({
      description:
        'What is another word for some listings than for others, by payload path, with the version of `some`. It comes before `choices`, which counts for all others; what is chosen for all alone replaces it.',
    }),
  choices: z.record(z.string().max(100), z.string().max(100)).optional(),
  words: z
    .array(
      z.strictObject({
        table: z.string().min(1).max(100),
        word: z.string().min(1).max(500),
        key: z.string().min(1).max(200).nullable().meta({ description: 'Null: left out on purpose.' }),
      }),
    )
    .max(500)
    .optional(),
  take_back: z.array(z.int()).max(500).optional().meta({ description: 'Meanings to undo, by `change`.' }),
});

export const ConfirmSchema = z.strictObject({
  ok: z.boolean().meta({
    description: 'False: the code belongs to another agency. The connection ends, and a new code is needed.',
  }),
  language: z.enum(agencyLanguages).default('en'),
  name: name.optional(),
  role: name.optional(),
  connection: z.string().max(200).optional().meta({
    description:
      'Id of the connection whose agency was shown. Refused where the agency has another one by now; left out: the present one.',
  }),
});

const feedPart = z.record(z.string(), z.unknown()).optional().meta({
  description: 'Further keys of a feed, as in the configuration: encoding, delimiter, id_prefix, ….',
});

export const NewAgencySchema = z.strictObject({
  name: z.string().min(1).max(100),
  title: z.string().trim().min(1).max(200),
  email: z.string().trim().min(3).max(200),
  url: z.string().min(1).max(2000).optional().meta({
    description: 'Left out: the address comes later. Until then a file can be uploaded to try it.',
  }),
  mapping: z.string().min(1).max(200).nullable().default(null),
  language: z.enum(agencyLanguages).default('sr-Latn'),
  auth: z
    .strictObject({ user: z.string().max(200), password: z.string().max(500) })
    .nullable()
    .optional()
    .meta({ description: 'No response contains it.' }),
  feed: feedPart,
});

/** Keys that are left out stay unchanged, so no key has a default. */
export const AgencyChangeSchema = NewAgencySchema.omit({ name: true })
  .extend({
    mapping: NewAgencySchema.shape.mapping.unwrap(),
    language: NewAgencySchema.shape.language.unwrap(),
  })
  .partial();
