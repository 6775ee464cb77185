import { createRoute, z } from '@hono/zod-openapi';
import type { Sentence } from '../../../model/sentence.js';
import type { SetupRecord } from '../../../store/store.js';
import { changeAgency, createAgency, importAgencies } from '../../../sync/agencies/create-agencies.js';
import { removeAgency, type Step } from '../../../sync/decisions/set-up-agency.js';
import { inviteToAgency } from '../../access/invite.js';
import { invitationLink } from '../../access/link.js';
import { mailLink, takeMailTurn } from '../../access/mail-invitation.js';
import { authorOf, connectionsOf, type Actor } from '../../access/permissions.js';
import type { ServerDeps } from '../../deps.js';
import { fromCursor, toCursor } from '../cursor.js';
import { iso } from '../../../documents/time.js';
import { ApiError, notFound } from '../errors.js';
import { answers, body, feedName, pageOf, paging, type Api, type ApiParts } from './route-parts.js';
import { agencyDocument, agencyDocuments, statementDocument } from '../schemas/setup-document.js';
import {
  AgencyChangeSchema,
  AgencyInvitedSchema,
  AgencySchema,
  ImportSchema,
  NewAgencySchema,
  StatementSchema,
} from '../schemas/setup-schemas.js';
import { SentenceSchema } from '../schemas/sentence-schema.js';
import { DoneSchema } from '../schemas/schemas.js';

/** The agencies that are set up here: adding, changing and removing them, inviting their accounts, and reading their feeds. */
export function addAgencyRoutes(app: Api, parts: ApiParts): void {
  addList(app, parts);
  addBringing(app, parts);
  addChanges(app, parts);
  addInvitation(app, parts);
  addStatements(app, parts);
}

/** Returns an agency that the account may see. @throws ApiError: the same 404 for any other agency and for an unknown name */
export async function agencyNamed(
  name: string,
  actor: Actor,
  { services }: ServerDeps,
): Promise<SetupRecord> {
  const { setups } = services.store;
  const own = connectionsOf(actor) === null ? null : await setups.agenciesOf(actor.account.id);
  const agency = own === null || own.includes(name) ? await setups.byName(name) : null;
  if (agency === null) throw notFound('agency');
  return agency;
}

/** Returns a refusal whose `details` contain the sentence in both languages. */
export function refusedIn({ en, sr }: Sentence): ApiError {
  const details = [
    { path: 'sr', message: sr },
    { path: 'en', message: en },
  ];
  return new ApiError('conflict', en, { details });
}

/** @throws ApiError with the sentence that says why not */
export function sentenceOf(step: Step): Sentence {
  if (!step.ok) throw refusedIn(step.why);
  return step.message;
}

function addList(app: Api, { deps, guard }: ApiParts): void {
  const { setups } = deps.services.store;
  const list = createRoute({
    method: 'get',
    path: '/agencies',
    summary: 'Agencies that are set up here; an agency finds itself',
    ...guard('read'),
    request: {
      query: z.object({
        ...paging,
        q: z.string().max(200).optional().openapi({ description: 'Part of a name, title or e-mail.' }),
      }),
    },
    responses: answers('By name.', pageOf('agencies', AgencySchema)),
  });
  app.openapi(list, async (c) => {
    const actor = c.get('actor');
    const { limit, cursor, q } = c.req.valid('query');
    const only = connectionsOf(actor) === null ? null : await setups.agenciesOf(actor.account.id);
    const after = fromCursor(cursor, z.string());
    const rows = await setups.page({ after, limit, only, text: q ?? null });
    const next_cursor = rows.length < limit ? null : toCursor(rows.at(-1)?.name);
    return c.json({ agencies: await agencyDocuments(rows, actor, deps), next_cursor }, 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/agencies/{name}',
    summary: 'One agency',
    ...guard('read'),
    request: { params: feedName },
    responses: answers('How far it has come.', AgencySchema),
  });
  app.openapi(one, async (c) => {
    const actor = c.get('actor');
    const agency = await agencyNamed(c.req.valid('param').name, actor, deps);
    return c.json(await agencyDocument(agency, actor, deps), 200);
  });
}

function addBringing(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  const create = createRoute({
    method: 'post',
    path: '/agencies',
    summary: 'Bring an agency: its feed is read at once, and nothing is sent to the portal',
    ...guard('operate'),
    request: { body: body(NewAgencySchema) },
    responses: answers('Brought.', AgencySchema),
  });
  app.openapi(create, async (c) => {
    const { name, title, email, language, ...feed } = c.req.valid('json');
    const actor = c.get('actor');
    const by = { author: authorOf(actor), overNetwork: true };
    const brought = { name, title, email, language, feed: feedDocument({}, feed) };
    const created = await createAgency(brought, by, services);
    if (!created.ok) throw refusedIn(created.why);
    deps.wake();
    return c.json(await agencyDocument(created.agency, actor, deps), 200);
  });

  const several = createRoute({
    method: 'post',
    path: '/agencies/import',
    summary: 'Bring agencies from a CSV file: name, title, email, url, and mapping and language if wanted',
    ...guard('operate'),
    request: {
      body: body(z.strictObject({ csv: z.string().max(250_000), dry_run: z.boolean().default(true) })),
    },
    responses: answers('Each line, and what came of it.', ImportSchema),
  });
  app.openapi(several, async (c) => {
    const { csv, dry_run } = c.req.valid('json');
    const by = { author: authorOf(c.get('actor')), overNetwork: true, dryRun: dry_run };
    const done = await importAgencies(csv, by, services);
    if (!('lines' in done)) throw refusedIn(done);
    if (!dry_run) deps.wake();
    return c.json({ dry_run, ...done }, 200);
  });
}

interface FeedParts {
  url?: string | undefined;
  mapping?: string | null | undefined;
  auth?: { user: string; password: string } | null | undefined;
  feed?: Record<string, unknown> | undefined;
}

/**
 * Returns the feed's keys: the former ones, replaced by those of the request. A mapping of null removes the former one. Without a mapping,
 * the next reading detects one.
 */
function feedDocument(
  former: Readonly<Record<string, unknown>>,
  { url, mapping, auth, feed = {} }: FeedParts,
): Record<string, unknown> {
  const document: Record<string, unknown> = {
    ...former,
    ...feed,
    ...(url !== undefined && { url: url.trim() }),
    ...(mapping !== undefined && { mapping }),
    ...(auth !== undefined && { auth }),
  };
  if (document.mapping === null) delete document.mapping;
  return document;
}

function addChanges(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  const change = createRoute({
    method: 'patch',
    path: '/agencies/{name}',
    summary: 'Change an agency; a changed feed is read again',
    ...guard('operate'),
    request: { params: feedName, body: body(AgencyChangeSchema) },
    responses: answers('Changed.', AgencySchema),
  });
  app.openapi(change, async (c) => {
    const actor = c.get('actor');
    const { name, feed: former } = await agencyNamed(c.req.valid('param').name, actor, deps);
    const { title, email, language, ...feed } = c.req.valid('json');
    const hasFeed = Object.values(feed).some((value) => value !== undefined);
    const wanted = {
      ...(title !== undefined && { title }),
      ...(email !== undefined && { email }),
      ...(language !== undefined && { language }),
      ...(hasFeed && { feed: feedDocument(former, feed) }),
    };
    const by = { author: authorOf(actor), overNetwork: true };
    const changed = await changeAgency(name, wanted, by, services);
    if (!changed.ok) throw refusedIn(changed.why);
    deps.wake();
    return c.json(await agencyDocument(changed.agency, actor, deps), 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/agencies/{name}',
    summary: 'Take an agency away: its feed runs no more, and a person is asked about its listings',
    ...guard('operate'),
    request: { params: feedName },
    responses: answers('Done.', DoneSchema.extend({ said: SentenceSchema })),
  });
  app.openapi(remove, async (c) => {
    const actor = c.get('actor');
    const { name } = await agencyNamed(c.req.valid('param').name, actor, deps);
    const said = sentenceOf(await removeAgency({ agency: name, author: authorOf(actor) }, deps.running()));
    return c.json({ message: said.en, said }, 200);
  });

  const read = createRoute({
    method: 'post',
    path: '/agencies/{name}/read',
    summary: 'Read its feed again before anything is sent; requests are served one after the other',
    ...guard('decide'),
    request: { params: feedName },
    responses: answers('Asked for.', AgencySchema),
  });
  app.openapi(read, async (c) => {
    const actor = c.get('actor');
    const { name, sentAt, readAskedAt } = await agencyNamed(c.req.valid('param').name, actor, deps);
    if (sentAt !== null) throw refusedIn(runsAlready);
    const now = services.clock.now();
    if (readAskedAt === null || readAskedAt > now) await services.store.setups.askReading(name, false, now);
    services.setups.changed(name);
    deps.wake();
    return c.json(await agencyDocument(await agencyNamed(name, actor, deps), actor, deps), 200);
  });
}

const runsAlready: Sentence = {
  sr: 'Oglasi ove agencije se već redovno čitaju: za novo čitanje izaberite „Proveri sada”.',
  en: 'The listings of this agency are read regularly already: “Check now” reads them again.',
};

function addInvitation(app: Api, { deps, guard }: ApiParts): void {
  const { services, publicUrl } = deps;
  const route = createRoute({
    method: 'post',
    path: '/agencies/{name}/invite',
    summary: 'A sign-in link for the agency; its former links become void',
    ...guard('administer'),
    request: {
      params: feedName,
      body: body(
        z.strictObject({
          email: z
            .string()
            .max(200)
            .optional()
            .openapi({ description: 'An address other than the agency’s own.' }),
          mail: z.boolean().default(false).openapi({ description: 'Mail the link to that address.' }),
        }),
      ),
    },
    responses: answers('Invited.', AgencyInvitedSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const agency = await agencyNamed(c.req.valid('param').name, actor, deps);
    const { email, mail } = c.req.valid('json');
    const author = authorOf(actor);
    const turn = mail ? await takeMailTurn(email ?? agency.email, deps) : null;
    if (turn?.ok === false) throw refusedIn(turn.why);
    try {
      const invited = await inviteToAgency(agency, email ?? null, author, services);
      if (!invited.ok) throw new ApiError('conflict', invited.message);
      services.setups.changed(agency.name);
      const mailed = mail ? await mailLink(invited, { agency, by: null, author }, deps) : null;
      const base = publicUrl ?? new URL(c.req.url).origin;
      return c.json(
        {
          agency: await agencyDocument(agency, actor, deps),
          account: invited.account.name,
          link: invitationLink(base, invited.secret),
          expires_at: iso(invited.expiresAt),
          mailed,
        },
        200,
      );
    } finally {
      await turn?.end();
    }
  });
}

function addStatements(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/agencies/{name}/statements',
    summary: 'What was stated for an agency: word for word, by whom and when; nothing of it is ever changed',
    ...guard('read'),
    request: { params: feedName },
    responses: answers('Oldest first.', z.object({ statements: z.array(StatementSchema) })),
  });
  app.openapi(route, async (c) => {
    const agency = await agencyNamed(c.req.valid('param').name, c.get('actor'), deps);
    const statements = await deps.services.store.setups.statements(agency.name);
    return c.json({ statements: statements.map(statementDocument) }, 200);
  });
}
