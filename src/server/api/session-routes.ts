import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accountRoles } from '../../store/contract/access.js';
import { clientAddress } from '../access/client-address.js';
import { dropSessionCookie, sessionCookie, setSessionCookie } from '../access/cookies.js';
import { passwordCharacters } from '../access/passwords.js';
import type { Actor } from '../access/permissions.js';
import { acceptInvitation, changePassword, invitedAccount, signIn } from '../access/sessions.js';
import { accountDocument } from './documents.js';
import { ApiError } from './errors.js';
import { answers, body, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema, SessionSchema } from './schemas.js';

/** Longer ones are refused by name, with a sentence: this is only what is read at all. */
const password = z.string().max(10 * passwordCharacters.max);
const secret = z.string().min(1).max(200);
const sessionOf = (actor: Pick<Actor, 'account' | 'token'>): z.input<typeof SessionSchema> => ({
  account: accountDocument(actor.account),
  token: actor.token,
});

/** Coming in and going out. */
export function addSessionRoutes(app: Api, parts: ApiParts): void {
  addSignIn(app, parts);
  addOwnSession(app, parts);
  addInvited(app, parts);
}

function addSignIn(app: Api, { deps }: ApiParts): void {
  const { services, publicUrl } = deps;
  const route = createRoute({
    method: 'post',
    path: '/session',
    summary: 'Sign in',
    security: [],
    request: { body: body(z.object({ name: z.string().max(200), password })) },
    responses: answers('Signed in; the session is in the cookie.', SessionSchema),
  });
  app.openapi(route, async (c) => {
    const given = c.req.valid('json');
    const address = clientAddress(c.req.raw, publicUrl);
    const result = await signIn(
      { ...given, address, former: sessionCookie(c.req.header('cookie'), publicUrl) },
      services,
    );
    if (result.kind === 'too_many')
      throw new ApiError(
        'too_many',
        'Too many tries to sign in. Wait a quarter of an hour, then try again.',
        {
          retryAfterMs: result.retryAfterMs,
        },
      );
    if (result.kind === 'refused') {
      services.log.warn('sign-in refused', { address });
      throw new ApiError('refused', 'Name or password is not right.');
    }
    return signedIn(c, result, publicUrl, 200);
  });
}

function addOwnSession(app: Api, { deps, guard }: ApiParts): void {
  const { services, publicUrl } = deps;
  const who = createRoute({
    method: 'get',
    path: '/session',
    summary: 'Who asks',
    ...guard('signed_in'),
    responses: answers('The account, and the token where one was used.', SessionSchema),
  });
  app.openapi(who, (c) => c.json(sessionOf(c.get('actor')), 200));

  const out = createRoute({
    method: 'delete',
    path: '/session',
    summary: 'Sign out',
    ...guard('self'),
    responses: answers('The session is over.', DoneSchema),
  });
  app.openapi(out, async (c) => {
    const { session } = c.get('actor');
    if (session !== null) await services.store.access.endSession(session);
    dropSessionCookie(c, publicUrl);
    return c.json({ message: 'You are signed out.' }, 200);
  });

  const change = createRoute({
    method: 'put',
    path: '/session/password',
    summary: 'Choose another password; every other session ends',
    ...guard('self'),
    request: { body: body(z.object({ former: password, password })) },
    responses: answers('Changed, with a new session in the cookie.', DoneSchema),
  });
  app.openapi(change, async (c) => {
    const changed = await changePassword(c.get('actor').account, c.req.valid('json'), services);
    if (!changed.ok) throw new ApiError('weak_password', changed.message);
    setSessionCookie(c, changed.secret, publicUrl);
    return c.json({ message: 'The password is changed; you are signed out everywhere else.' }, 200);
  });
}

function addInvited(app: Api, { deps }: ApiParts): void {
  const { services, publicUrl } = deps;
  const look = createRoute({
    method: 'post',
    path: '/invitations/look',
    summary: 'Whom an invitation is for; it stays good',
    security: [],
    request: { body: body(z.object({ secret })) },
    responses: answers(
      'Whose it is.',
      z.object({ name: z.string(), role: z.enum(accountRoles), connections: z.array(z.string()) }),
    ),
  });
  app.openapi(look, async (c) => {
    const account = await invitedAccount(c.req.valid('json').secret, services);
    if (account === null)
      throw new ApiError('link_gone', 'This link is not good any more. Ask for another one.');
    const { name, role, connections } = account;
    return c.json({ name, role, connections }, 200);
  });

  const accept = createRoute({
    method: 'post',
    path: '/invitations/accept',
    summary: 'Choose a password and sign in; the invitation is used up',
    security: [],
    request: { body: body(z.object({ secret, password })) },
    responses: answers('Signed in; the session is in the cookie.', SessionSchema),
  });
  app.openapi(accept, async (c) => {
    const given = c.req.valid('json');
    const result = await acceptInvitation(
      { ...given, former: sessionCookie(c.req.header('cookie'), publicUrl) },
      services,
    );
    if (!result.ok)
      throw new ApiError(result.code === 'gone' ? 'link_gone' : 'weak_password', result.message);
    return signedIn(c, result, publicUrl, 200);
  });
}

function signedIn<Status extends 200>(
  c: Context,
  result: { account: Actor['account']; secret: string },
  publicUrl: string | null,
  status: Status,
) {
  setSessionCookie(c, result.secret, publicUrl);
  return c.json(sessionOf({ account: result.account, token: null }), status);
}
