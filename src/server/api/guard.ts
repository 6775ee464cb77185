import type { Context, MiddlewareHandler } from 'hono';
import { cookieOf } from '../access/cookies.js';
import { actorOfSession, actorOfToken } from '../access/sessions.js';
import { mayDo, rolesThatMay, type Actor, type Permission } from '../access/permissions.js';
import type { ServerDeps } from '../deps.js';
import { ApiError } from './errors.js';

export interface ApiEnv {
  Variables: { actor: Actor };
}

/** `signed_in`: any account, by session or token. */
type Need = Permission | 'signed_in';

interface Guarded {
  middleware: [MiddlewareHandler<ApiEnv>];
  security: Record<string, string[]>[];
  'x-roles': string[];
}

/** Returns the parts of a route that admit only accounts with a permission, and that describe this in the OpenAPI document. */
export type Guard = (need: Need) => Guarded;

const changing = /^(POST|PUT|PATCH|DELETE)$/;

export function createGuard(deps: ServerDeps): Guard {
  return (need) => ({
    middleware: [
      async (c, next) => {
        const actor = await actorOfRequest(c, deps, true);
        if (actor === null) throw notSignedIn();
        if (need !== 'signed_in' && !mayDo(actor, need, changing.test(c.req.method)))
          throw new ApiError('forbidden', whyNot(actor, need));
        c.set('actor', actor);
        await next();
      },
    ],
    security: need === 'self' ? [{ session: [] }] : [{ session: [] }, { token: [] }],
    'x-roles': need === 'signed_in' ? rolesThatMay('self') : rolesThatMay(need),
  });
}

export function notSignedIn(): ApiError {
  return new ApiError('not_signed_in', 'Sign in first, or send a token (Authorization: Bearer …).');
}

/**
 * Returns the account that sends a request; null if it is not signed in. A token takes precedence over a cookie: with an `Authorization`
 * header the cookie does not count, even if the header has no valid token.
 * @param touch whether the request counts as use of the session or token
 */
export async function actorOfRequest(c: Context, deps: ServerDeps, touch: boolean): Promise<Actor | null> {
  const { services, publicUrl } = deps;
  const authorization = c.req.header('authorization');
  if (authorization !== undefined) {
    const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1];
    return token === undefined ? null : actorOfToken(token, services, touch);
  }
  const secret = cookieOf('session', c.req.header('cookie'), publicUrl);
  return secret === null ? null : actorOfSession(secret, services, touch);
}

function whyNot({ account, token }: Actor, need: Permission): string {
  if (token !== null && rolesThatMay(need).includes(account.role))
    return need === 'self' || (need === 'administer' && token.scope === 'full')
      ? 'This is for people who signed in, not for tokens.'
      : `This token is for less (${token.scope}).`;
  return `Your role (${account.role}) does not include this.`;
}
