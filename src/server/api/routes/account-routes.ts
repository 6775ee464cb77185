import { createRoute, z } from '@hono/zod-openapi';
import { accountRoles, type AccountRecord } from '../../../store/contract/access.js';
import type { Store } from '../../../store/store.js';
import type { Change } from '../../../sync/services/changes.js';
import { addAccount, invite, whyNotRemoved } from '../../access/invite.js';
import { inviteColleague } from '../../access/invite-colleague.js';
import { invitationLink } from '../../access/link.js';
import { mailLink, takeMailTurn } from '../../access/mail-invitation.js';
import { MailedSchema } from '../schemas/setup-schemas.js';
import { authorOf } from '../../access/permissions.js';
import { iso } from '../../../documents/time.js';
import { feedNames } from '../../../documents/feed.js';
import { timesIn } from '../../../inspect/times.js';
import { auditDocument } from '../schemas/audit-document.js';
import { accountDocument } from '../schemas/documents.js';
import { fromCursor, toCursor } from '../cursor.js';
import type { ServerDeps } from '../../deps.js';
import { ApiError, notFound } from '../errors.js';
import { refusedIn } from './agency-routes.js';
import { answers, body, byNumber, pageOf, paging, type Api, type ApiParts } from './route-parts.js';
import { AccountSchema, AuditSchema, DoneSchema } from '../schemas/schemas.js';

const invited = z.object({
  account: AccountSchema,
  link: z
    .string()
    .openapi({ description: 'Can be used once, and is shown only here: pass it on to the invited person.' }),
  expires_at: z.iso.datetime(),
});

/** Accounts, invitations and the audit. */
export function addAccountRoutes(app: Api, parts: ApiParts): void {
  addAccounts(app, parts);
  addInvitations(app, parts);
  addColleagues(app, parts);
  addAudit(app, parts);
}

function addAccounts(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const list = createRoute({
    method: 'get',
    path: '/users',
    summary: 'Everybody who may come in',
    ...guard('administer'),
    responses: answers('By name.', z.object({ users: z.array(AccountSchema) })),
  });
  app.openapi(list, async (c) =>
    c.json({ users: (await store.access.accounts()).map(accountDocument) }, 200),
  );

  const remove = createRoute({
    method: 'delete',
    path: '/users/{id}',
    summary: 'Revoke access: sessions, tokens and invitations end at once',
    ...guard('administer'),
    request: { params: byNumber },
    responses: answers('Removed.', DoneSchema),
  });
  app.openapi(remove, async (c) => {
    const account = await accountOf(c.req.valid('param').id, store);
    const refusal = await whyNotRemoved(account, store);
    if (refusal !== null) throw new ApiError('conflict', refusal);
    await store.access.removeAccount(account.id, authorOf(c.get('actor')), clock.now());
    deps.changes.publish([accountsChanged]);
    return c.json({ message: `"${account.name}" cannot come in any more.` }, 200);
  });

  const reach = createRoute({
    method: 'put',
    path: '/users/{id}/connections',
    summary: 'Which connections an agency’s account sees: these and no others',
    ...guard('administer'),
    request: {
      params: byNumber,
      body: body(z.object({ connections: z.array(z.string()).min(1).max(1000) })),
    },
    responses: answers('Changed.', AccountSchema),
  });
  app.openapi(reach, async (c) => {
    const { id, role } = await accountOf(c.req.valid('param').id, store);
    const { connections } = c.req.valid('json');
    if (role !== 'agency')
      throw new ApiError('conflict', 'Administrators and operators see all connections.');
    const known = new Set((await store.connections.all()).map((row) => row.id));
    if (!connections.every((each) => known.has(each))) throw notFound('connection');
    await store.access.setConnections(id, connections, authorOf(c.get('actor')), clock.now());
    return c.json(accountDocument(await accountOf(id, store)), 200);
  });
}

/** @throws ApiError */
async function accountOf(id: number, { access }: Pick<Store, 'access'>): Promise<AccountRecord> {
  const account = await access.account(id);
  if (account === null) throw notFound('user');
  return account;
}

const accountsChanged: Change = { what: 'accounts', connection: null, feed: null };

/** The answer to an invitation, and the news of it to the pages that list accounts. */
function invitedTo(
  { changes, publicUrl }: ServerDeps,
  { account, secret, expiresAt }: { account: AccountRecord; secret: string; expiresAt: number },
  ownUrl: string,
): z.input<typeof invited> {
  changes.publish([accountsChanged]);
  const link = invitationLink(publicUrl ?? new URL(ownUrl).origin, secret);
  return { account: accountDocument(account), link, expires_at: iso(expiresAt) };
}

function addInvitations(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  const linked = async (account: AccountRecord, by: string, ownUrl: string) =>
    invitedTo(deps, { account, ...(await invite(account, by, services)) }, ownUrl);

  const add = createRoute({
    method: 'post',
    path: '/users',
    summary: 'Invite a person',
    ...guard('administer'),
    request: {
      body: body(
        z.object({
          name: z.string().max(200),
          role: z.enum(accountRoles),
          connections: z.array(z.string().max(100)).max(1000).default([]),
        }),
      ),
    },
    responses: answers('Invited.', invited),
  });
  app.openapi(add, async (c) => {
    const by = authorOf(c.get('actor'));
    const added = await addAccount(c.req.valid('json'), by, services);
    if (!added.ok) throw new ApiError('conflict', added.message);
    return c.json(await linked(added.account, by, c.req.url), 200);
  });

  const again = createRoute({
    method: 'post',
    path: '/users/{id}/invitation',
    summary: 'A fresh link for an account whose link or password is lost',
    ...guard('administer'),
    request: { params: byNumber },
    responses: answers('Invited; former links are void.', invited),
  });
  app.openapi(again, async (c) => {
    const account = await accountOf(c.req.valid('param').id, services.store);
    return c.json(await linked(account, authorOf(c.get('actor')), c.req.url), 200);
  });
}

/** The colleague reads the language of the agency; what the mail server says goes to staff alone. */
async function mailedBy(
  by: AccountRecord,
  made: { account: AccountRecord; secret: string },
  deps: ServerDeps,
): Promise<z.input<typeof MailedSchema>> {
  const { setups } = deps.services.store;
  const [name] = await setups.agenciesOf(by.id);
  const agency = name === undefined ? null : await setups.byName(name);
  const { ok } = await mailLink(made, { agency, by: by.name, author: by.name }, deps);
  return { ok, problem: null };
}

function addColleagues(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'post',
    path: '/colleagues',
    summary: 'Invite a colleague, who sees what this agency’s account sees',
    ...guard('self'),
    request: {
      body: body(
        z.strictObject({
          email: z.string().max(200),
          mail: z.boolean().default(false).openapi({ description: 'Mail the link to the colleague.' }),
        }),
      ),
    },
    responses: answers('Invited.', invited.extend({ mailed: MailedSchema })),
  });
  app.openapi(route, async (c) => {
    const { account } = c.get('actor');
    const { email, mail } = c.req.valid('json');
    const turn = mail ? await takeMailTurn(email, deps) : null;
    if (turn?.ok === false) throw refusedIn(turn.why);
    try {
      const made = await inviteColleague(account, email, deps.services);
      if (!made.ok) throw refusedIn(made.why);
      const mailed = mail ? await mailedBy(account, made, deps) : null;
      return c.json({ ...invitedTo(deps, made, c.req.url), mailed }, 200);
    } finally {
      await turn?.end();
    }
  });
}

function addAudit(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/audit',
    summary: 'Who decided what, newest first',
    ...guard('operate'),
    request: { query: z.object({ ...paging, q: z.string().max(100).optional() }) },
    responses: answers('A page of it.', pageOf('audit', AuditSchema)),
  });
  app.openapi(route, async (c) => {
    const { limit, cursor, q: text } = c.req.valid('query');
    const { store, clock } = deps.services;
    const before = fromCursor(cursor, z.int());
    const filter = { ...(before !== null && { before }), ...(text !== undefined && { text }) };
    const rows = await store.audit.list({ limit, ...filter });
    const showTime = timesIn(deps.timezone, clock.now()).local;
    const known = { feedName: feedNames(await store.feeds.all()), showTime };
    const next_cursor = rows.length < limit ? null : toCursor(rows.at(-1)?.id);
    return c.json({ audit: rows.map((row) => auditDocument(row, known)), next_cursor }, 200);
  });
}
