import { z } from 'zod';
import { removeReasons } from '../core/outcome.js';
import { agencyLanguages } from '../store/contract/setups.js';
import type { IntentRow } from '../store/intent-rows.js';
import { changeFeedLife } from './change-feed-life.js';
import { decideHold } from './decide-hold.js';
import { notUnderstood, type Done } from './done.js';
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
import { acceptVocabulary } from './refresh-vocabulary.js';
import type { Services } from './services.js';
import { suppressListing, unsuppressListing } from './suppress-listing.js';
import { upgradeMapping } from './upgrade-mapping.js';

export type { Done } from './done.js';

/** What a person asked for, with or without a daemon. What takes its time is asked for in `asked-rounds.ts`. */
export type Wanted = Pick<IntentRow, 'kind' | 'payload' | 'author'>;

type Handler = (payload: Record<string, unknown>, author: string, services: Services) => Promise<Done>;

/** Executes one request: the same code for a command alone and for what a command asked of the daemon (RULES R153). */
export async function carryOut({ kind, payload, author }: Wanted, services: Services): Promise<Done> {
  const handle = handlers[kind];
  if (handle === undefined) return notUnderstood;
  return handle(payload, author, services);
}

const listing = { connectionId: z.string(), externalId: z.string() };
const holdSchema = z.object({
  holdId: z.number(),
  expect: z.number().nullable(),
  only: z.array(z.string()).optional(),
  giveTo: z.string().optional(),
  rekey: z.boolean().optional(),
});
const feedSchema = z.object({ feed: z.string() });
const expectSchema = z.object({
  feed: z.string(),
  announced: z.object({ removals: z.int().min(1), until: z.number() }).nullable(),
});
const suppressSchema = z.object({ ...listing, reason: z.string(), until: z.number().nullable() });
const removeSchema = z.object({ ...listing, reason: z.enum(removeReasons) });
const putSchema = z.object({ connectionId: z.string(), listing: z.record(z.string(), z.unknown()) });
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
      owner_nearby: factSchema.optional(),
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

const handlers: Readonly<Partial<Record<IntentRow['kind'], Handler>>> = {
  approve: read(holdSchema, (hold, author, services) =>
    decideHold({ ...hold, kind: 'approve', author }, services),
  ),
  reject: read(holdSchema, (hold, author, services) =>
    decideHold({ ...hold, kind: 'reject', author }, services),
  ),
  suppress: read(suppressSchema, (wish, author, services) => suppressListing({ ...wish, author }, services)),
  unsuppress: read(z.object(listing), (wish, author, services) =>
    unsuppressListing({ ...wish, author }, services),
  ),
  put: read(putSchema, (wish, author, services) => putByHand({ ...wish, author }, services)),
  remove: read(removeSchema, (wish, author, services) => removeByHand({ ...wish, author }, services)),
  pause: read(feedSchema, ({ feed }, author, services) =>
    changeFeedLife({ feed, kind: 'pause', author }, services),
  ),
  resume: read(feedSchema, ({ feed }, author, services) =>
    changeFeedLife({ feed, kind: 'resume', author }, services),
  ),
  retire: read(feedSchema, ({ feed }, author, services) =>
    changeFeedLife({ feed, kind: 'retire', author }, services),
  ),
  accept_vocabulary: read(z.object({}), (_wish, author, services) => acceptVocabulary(author, services)),
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
  setup: read(setupSchema, (wish, author, services) => setUp(wish, author, services)),
  expect: read(expectSchema, (wish, author, services) => expectRemovals({ ...wish, author }, services)),
  resend: read(resendSchema, (wish, _author, services) => resend(wish, services)),
};

/** An intent that another version wrote may not be readable; it is answered, not carried out by guess. */
function read<T>(
  schema: z.ZodType<T>,
  handle: (wish: T, author: string, services: Services) => Promise<Done>,
): Handler {
  return async (payload, author, services) => {
    const wish = schema.safeParse(payload);
    return wish.success ? handle(wish.data, author, services) : notUnderstood;
  };
}

/** A step of setting an agency up, as a command takes it. */
async function setUp(wish: z.infer<typeof setupSchema>, author: string, services: Services): Promise<Done> {
  const step = await stepOf(wish, author, services);
  return step.ok
    ? { ok: true, message: step.said.en.replace(/\.$/, '') }
    : { ok: false, message: step.why.en };
}

function stepOf(wish: z.infer<typeof setupSchema>, author: string, services: Services): Promise<Step> {
  switch (wish.step) {
    case 'connect':
      return connectAgency({ ...wish, author }, services);
    case 'confirm':
      return confirmAgency({ ...wish, author }, services);
    case 'answer':
      return answerAgency({ ...wish, author }, services);
    case 'send':
      return sendAgency({ ...wish, author }, services);
    case 'remove':
      return removeAgency({ ...wish, author }, services);
  }
}

/** Whoever looks at contacts is known afterwards. */
async function noteShownContacts(
  { connectionId, externalId, author }: { connectionId: string; externalId: string; author: string },
  { store, clock }: Services,
): Promise<Done> {
  await store.audit.add({
    at: clock.now(),
    author,
    action: 'contacts.shown',
    subject: externalId,
    data: { connection: connectionId },
  });
  return { ok: true, message: `the audit says that the contacts of ${externalId} were shown` };
}
