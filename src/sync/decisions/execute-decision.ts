import type { ConnectionId, ExternalId } from '../../model/ids.js';
import { z } from 'zod';
import type { Millis } from '../../model/millis.js';
import { removeReasons } from '../../model/outcome.js';
import { agencyLanguages } from '../../store/contract/setups.js';
import { contentFields, contentRules } from '../../model/content.js';
import type { DaemonRequest } from '../../model/daemon-request.js';
import { chosenPaths } from '../../core/setup/differing-facts.js';
import { answerOfSomeSchema, choiceOfSomeSchema } from '../../wire/rule-schema.js';
import { answerQuestion } from './answer-question.js';
import { confirmContent, takeBackContent } from './decide-content.js';
import { changeFeedLife } from './change-feed-life.js';
import { closeItem } from './close-item.js';
import { decideHold } from './decide-hold.js';
import { notUnderstood, type RequestResult } from '../request-result.js';
import { expectRemovals } from './expect-removals.js';
import { eraseAgency, erasePerson } from './erase.js';
import { putByHand, removeByHand } from './manual-listing.js';
import { resend } from './resend.js';
import {
  answerAgency,
  confirmAgency,
  connectAgency,
  removeAgency,
  sendAgency,
  type Step,
} from './set-up-agency.js';
import { acceptVocabulary } from '../reference/refresh-vocabulary.js';
import type { Services } from '../services/services.js';
import { suppressListing, unsuppressListing } from './suppress-listing.js';
import { upgradeMapping } from './upgrade-mapping.js';

export type { RequestResult as Done } from '../request-result.js';

/** A requested decision, executed with or without a daemon. Rounds and comparisons are in `requested-rounds.ts`. */
export type RequestedDecision = Pick<DaemonRequest, 'kind' | 'payload' | 'author'> &
  Partial<Pick<DaemonRequest, 'createdAt'>>;

type Handler = (
  payload: Record<string, unknown>,
  author: string,
  services: Services,
  /** When it was requested; missing: now. */
  askedAt?: Millis,
) => Promise<RequestResult>;

/**
 * Executes one requested decision. A command without a daemon runs this code itself; with a daemon, the daemon runs it for the command
 * (RULES R196).
 */
export async function executeDecision(
  { kind, payload, author, createdAt }: RequestedDecision,
  services: Services,
): Promise<RequestResult> {
  const handle = handlers[kind];
  if (handle === undefined) return notUnderstood;
  return handle(payload, author, services, createdAt);
}

const listing = { connectionId: z.string(), externalId: z.string() };
const holdSchema = z.object({
  holdId: z.number(),
  expect: z.number().nullable(),
  only: z.array(z.string()).optional(),
  giveTo: z.string().optional(),
  rekey: z.boolean().optional(),
  hideUntil: z.number().optional(),
});
const field = z.enum(contentFields).nullable();
const confirmSchema = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('listing'),
    connectionId: z.string().nullable(),
    externalId: z.string(),
    field,
    value: z.string().nullable(),
  }),
  z.object({
    of: z.literal('rule'),
    feed: z.string(),
    rule: z.enum(contentRules),
    expect: z.number().nullable(),
  }),
  z.object({ of: z.literal('undo'), ...listing, field }),
  z.object({
    of: z.literal('question'),
    by: z.enum(['mapping', 'host']),
    name: z.string(),
    shown: z.array(z.string()),
    exact: z.boolean().optional(),
    expect: z.number().nullable(),
    word: z.object({ pointer: z.string(), word: z.string(), key: z.string().nullable() }).nullable(),
  }),
]);
const feedSchema = z.object({ feed: z.string() });
const expectSchema = z.object({
  feed: z.string(),
  announced: z.object({ removals: z.int().min(1), until: z.number() }).nullable(),
});
const suppressSchema = z.object({ ...listing, reason: z.string(), until: z.number().nullable() });
const removeSchema = z.object({ ...listing, reason: z.enum(removeReasons) });
const putSchema = z.object({ connectionId: z.string(), listing: z.record(z.string(), z.unknown()) });
const closeSchema = z.object({ cause: z.string(), reason: z.string() });
const resendSchema = z.object({
  code: z.string(),
  connectionId: z.string().nullable(),
  feedId: z.number().nullable(),
  externalId: z.string().optional(),
});

const factSchema = z.object({
  value: z.boolean(),
  version: z.number(),
  language: z.enum(agencyLanguages),
  name: z.string(),
  role: z.string(),
});
const setupSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('connect'), agency: z.string(), code: z.string() }),
  z.object({ step: z.literal('confirm'), agency: z.string(), ok: z.boolean(), ...personOf(factSchema) }),
  z.object({
    step: z.literal('answer'),
    agency: z.string(),
    answers: z.object({
      mandate: factSchema.optional(),
      owner_nearby: factSchema
        .extend({
          value: z.union([z.boolean(), answerOfSomeSchema.omit({ others: true })]),
          expect: z.int().min(1).optional(),
        })
        .optional(),
      of_some: z
        .partialRecord(
          z.enum(chosenPaths),
          factSchema.extend({ value: choiceOfSomeSchema, expect: z.int().min(1).optional() }),
        )
        .optional(),
      choices: z.record(z.string(), z.string()).optional(),
      words: z
        .array(z.object({ table: z.string(), word: z.string(), key: z.string().nullable() }))
        .optional(),
    }),
  }),
  z.object({ step: z.literal('send'), agency: z.string() }),
  z.object({ step: z.literal('remove'), agency: z.string() }),
]);

function personOf({
  shape: { language, name, role },
}: typeof factSchema): Pick<(typeof factSchema)['shape'], 'language' | 'name' | 'role'> {
  return { language, name, role };
}

const handlers: Readonly<Partial<Record<DaemonRequest['kind'], Handler>>> = {
  approve: read(holdSchema, (hold, author, services, askedAt) =>
    decideHold({ ...hold, kind: 'approve', author, askedAt }, services),
  ),
  reject: read(holdSchema, (hold, author, services) =>
    decideHold({ ...hold, kind: 'reject', author }, services),
  ),
  confirm: read(confirmSchema, (request, author, services, askedAt) => {
    if (request.of === 'undo') return takeBackContent(request, author, services);
    return request.of === 'question'
      ? answerQuestion(request, author, services)
      : confirmContent(request, author, services, askedAt);
  }),
  suppress: read(suppressSchema, (request, author, services) =>
    suppressListing({ ...request, author }, services),
  ),
  unsuppress: read(z.object(listing), (request, author, services) =>
    unsuppressListing({ ...request, author }, services),
  ),
  put: read(putSchema, (request, author, services) => putByHand({ ...request, author }, services)),
  remove: read(removeSchema, (request, author, services) => removeByHand({ ...request, author }, services)),
  pause: read(feedSchema, ({ feed }, author, services) =>
    changeFeedLife({ feed, kind: 'pause', author }, services),
  ),
  resume: read(feedSchema, ({ feed }, author, services) =>
    changeFeedLife({ feed, kind: 'resume', author }, services),
  ),
  retire: read(feedSchema, ({ feed }, author, services) =>
    changeFeedLife({ feed, kind: 'retire', author }, services),
  ),
  accept_vocabulary: read(z.object({}), (_request, author, services) => acceptVocabulary(author, services)),
  upgrade_mapping: read(feedSchema, ({ feed }, author, services) =>
    upgradeMapping({ feed, author }, services),
  ),
  erase_agency: read(z.object({ agency: z.string() }), ({ agency }, author, services) =>
    eraseAgency({ agency, author }, services),
  ),
  erase_person: read(z.object({ text: z.string() }), ({ text }, author, services) =>
    erasePerson({ text, author }, services),
  ),
  show_contacts: read(z.object(listing), ({ connectionId, externalId }, author, services) =>
    noteShownContacts({ connectionId, externalId, author }, services),
  ),
  setup: read(setupSchema, (request, author, services) => setUp(request, author, services)),
  expect: read(expectSchema, (request, author, services) => expectRemovals({ ...request, author }, services)),
  close_item: read(closeSchema, (request, author, services) => closeItem({ ...request, author }, services)),
  resend: read(resendSchema, (request, _author, services) => resend(request, services)),
};

/** A request that another version wrote may not be readable. It is answered and never executed by guess. */
function read<T>(
  schema: z.ZodType<T>,
  handle: (request: T, author: string, services: Services, askedAt?: Millis) => Promise<RequestResult>,
): Handler {
  return async (payload, author, services, askedAt) => {
    const request = schema.safeParse(payload);
    return request.success ? handle(request.data, author, services, askedAt) : notUnderstood;
  };
}

/** Executes one step of an agency's setup for a command. */
async function setUp(
  request: z.infer<typeof setupSchema>,
  author: string,
  services: Services,
): Promise<RequestResult> {
  const step = await stepOf(request, author, services);
  return step.ok
    ? { ok: true, message: step.message.en.replace(/\.$/, '') }
    : { ok: false, message: step.why.en };
}

function stepOf(request: z.infer<typeof setupSchema>, author: string, services: Services): Promise<Step> {
  switch (request.step) {
    case 'connect':
      return connectAgency({ ...request, author }, services);
    case 'confirm':
      return confirmAgency({ ...request, author }, services);
    case 'answer':
      return answerAgency({ ...request, author }, services);
    case 'send':
      return sendAgency({ ...request, author }, services);
    case 'remove':
      return removeAgency({ ...request, author }, services);
  }
}

/** Records in the audit who looked at contacts. */
async function noteShownContacts(
  {
    connectionId,
    externalId,
    author,
  }: { connectionId: ConnectionId; externalId: ExternalId; author: string },
  { store, clock }: Services,
): Promise<RequestResult> {
  await store.audit.add({
    at: clock.now(),
    author,
    action: 'contacts.shown',
    subject: externalId,
    data: { connection: connectionId },
  });
  return { ok: true, message: `the audit records that the contacts of ${externalId} were shown` };
}
