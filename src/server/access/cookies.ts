import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { sessionLimits } from './sessions.js';

const cookieName = 'feedsync';

/**
 * Under https the name says what the cookie may be (`__Host-`): this host alone, everywhere on it, never in the clear; no other
 * host of the domain can plant one. Plain http is for this very machine, where browsers would not keep such a cookie.
 */
function kindOf(publicUrl: string | null): { prefix: 'host'; secure: true } | { secure: false } {
  return publicUrl?.startsWith('https:') === true ? { prefix: 'host', secure: true } : { secure: false };
}

export function fullCookieName(publicUrl: string | null): string {
  return kindOf(publicUrl).secure ? `__Host-${cookieName}` : cookieName;
}

/** @param sent the request's `Cookie` */
export function sessionCookie(sent: string | undefined, publicUrl: string | null): string | null {
  const name = fullCookieName(publicUrl);
  return sent === undefined ? null : (parse(sent, name)[name] ?? null);
}

export function setSessionCookie(context: Context, secret: string, publicUrl: string | null): void {
  const maxAge = sessionLimits.absoluteMs / 1000;
  setCookie(context, cookieName, secret, {
    ...kindOf(publicUrl),
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge,
  });
}

export function dropSessionCookie(context: Context, publicUrl: string | null): void {
  deleteCookie(context, cookieName, { ...kindOf(publicUrl), path: '/', httpOnly: true, sameSite: 'Strict' });
}
