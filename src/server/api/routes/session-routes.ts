import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accountRoles } from '../../../store/contract/access.js';
import { clientOf } from '../../access/client-address.js';
import { cookieOf, dropSessionCookie, setSignedIn } from '../../access/cookies.js';
import { canMail } from '../../access/mail-invitation.js';
import { passwordCharacters } from '../../access/passwords.js';
import type { Actor } from '../../access/permissions.js';
import { acceptInvitation, invitedAccount, type Opened } from '../../access/sessions.js';
import { createSignIn, type SignIn } from '../../access/sign-in.js';
import { createOriginNotes } from '../../access/sign-in-origin.js';
import type { ServerDeps } from '../../deps.js';
import { accountDocument } from '../schemas/documents.js';
import { ApiError } from '../errors.js';
import { answers, body, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema, SessionSchema } from '../schemas/schemas.js';

/**
 * Far above the maximum for a password, so that a password somewhat above the maximum gets a refusal in a sentence and not as an invalid
 * request.
 */
const password = z.string().max(10 * passwordCharacters.max);
const secret = z.string().min(1).max(200);
const sessionOf = (
  actor: Pick<Actor, 'account' | 'token'>,
  deps: ServerDeps,
): z.input<typeof SessionSchema> => ({
  account: accountDocument(actor.account),
  token: actor.token,
  mails_invitations: canMail(deps),
});

/** Signing in and out, the own password, and invitations. */
export function addSessionRoutes(app: Api, parts: ApiParts): void {
  const { services, attemptKey } = parts.deps;
  const { store, clock, random } = services;
  const access = createSignIn({ store, clock, random, attemptKey });
  addSignIn(app, parts, access);
  addOwnSession(app, parts, access);
  addInvited(app, parts);
}

function addSignIn(app: Api, { deps }: ApiParts, access: SignIn): void {
  const { services, publicUrl } = deps;
  const route = createRoute({
    method: 'post',
    path: '/session',
    summary: 'Sign in',
    security: [],
    request: { body: body(z.object({ name: z.string().max(200), password })) },
    responses: answers('Signed in; the session is in the cookie.', SessionSchema),
  });
  const seen = createOriginNotes(services);
  app.openapi(route, async (c) => {
    const { name, password: typed } = c.req.valid('json');
    const client = clientOf(c.req.raw, deps);
    const cookie = c.req.header('cookie');
    const result = await access.signIn({
      name,
      password: typed,
      client: client.block,
      former: cookieOf('session', cookie, publicUrl),
      browser: cookieOf('browser', cookie, publicUrl),
    });
    if (result.kind === 'wait') throw mustWait(result.retryAfterMs);
    await seen.note(client);
    if (result.kind === 'refused') {
      services.log.warn('sign-in refused', { address: client.block });
      throw new ApiError('refused', 'Name or password is not right.');
    }
    return signedIn(c, result, deps);
  });
}

/**
 * The refusal of a sign-in that has to wait after failures. The password was not checked, so the refusal reveals nothing about the
 * password.
 */
function mustWait(retryAfterMs: number): ApiError {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new ApiError('too_many', `There were too many failed tries. Try again in ${seconds} s.`, {
    retryAfterMs,
  });
}

function addOwnSession(app: Api, { deps, guard }: ApiParts, access: SignIn): void {
  const { services, publicUrl } = deps;
  const who = createRoute({
    method: 'get',
    path: '/session',
    summary: 'Who asks',
    ...guard('signed_in'),
    responses: answers('The account, and the token where one was used.', SessionSchema),
  });
  app.openapi(who, (c) => c.json(sessionOf(c.get('actor'), deps), 200));

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
    request: {
      body: body(
        z.object({
          former: password,
          password,
          revoke_tokens: z
            .boolean()
            .default(false)
            .openapi({ description: 'Refuse all tokens of this account from now on.' }),
        }),
      ),
    },
    responses: answers('Changed, with a new session in the cookie.', DoneSchema),
  });
  app.openapi(change, async (c) => {
    const { revoke_tokens: revokesTokens, ...given } = c.req.valid('json');
    const changed = await access.changePassword(c.get('actor').account, { ...given, revokesTokens });
    if (changed.kind === 'wait') throw mustWait(changed.retryAfterMs);
    if (changed.kind === 'not_changed') throw new ApiError('weak_password', changed.message);
    setSignedIn(c, changed, publicUrl);
    const ofTokens = revokesTokens
      ? `${changed.tokensRevoked} of your tokens are refused from now on.`
      : 'Your tokens are still good.';
    return c.json(
      { message: `The password is changed; you are signed out everywhere else. ${ofTokens}` },
      200,
    );
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
      { ...given, former: cookieOf('session', c.req.header('cookie'), publicUrl) },
      services,
    );
    if (!result.ok)
      throw new ApiError(result.code === 'gone' ? 'link_gone' : 'weak_password', result.message);
    return signedIn(c, result, deps);
  });
}

function signedIn(c: Context, result: Opened, deps: ServerDeps) {
  setSignedIn(c, result, deps.publicUrl);
  return c.json(sessionOf({ account: result.account, token: null }, deps), 200);
}
