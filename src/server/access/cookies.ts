import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { browserLimits, sessionLimits } from '../../core/setup/sign-in.js';

/** Of the session, and of the browser: by the second one a browser is known at its next sign-in. It opens nothing by itself. */
const names = { session: 'feedsync', browser: 'feedsync-browser' } as const;
type Kept = keyof typeof names;

/**
 * Under https the name says what the cookie may be (`__Host-`): this host alone, everywhere on it, never in the clear; no other
 * host of the domain can plant one. Plain http is for this very machine, where browsers would not keep such a cookie.
 */
function kindOf(publicUrl: string | null): { prefix: 'host'; secure: true } | { secure: false } {
  return publicUrl?.startsWith('https:') === true ? { prefix: 'host', secure: true } : { secure: false };
}

export function fullCookieName(publicUrl: string | null, kept: Kept = 'session'): string {
  return kindOf(publicUrl).secure ? `__Host-${names[kept]}` : names[kept];
}

/** @param sent the request's `Cookie` */
export function cookieOf(kept: Kept, sent: string | undefined, publicUrl: string | null): string | null {
  const name = fullCookieName(publicUrl, kept);
  return sent === undefined ? null : (parse(sent, name)[name] ?? null);
}

/** @param opened the secrets of the session and of the browser */
export function setSignedIn(
  context: Context,
  opened: { secret: string; browser: string },
  publicUrl: string | null,
): void {
  const shared = { ...kindOf(publicUrl), path: '/', httpOnly: true, sameSite: 'Strict' } as const;
  setCookie(context, names.session, opened.secret, { ...shared, maxAge: sessionLimits.absoluteMs / 1000 });
  setCookie(context, names.browser, opened.browser, { ...shared, maxAge: browserLimits.knownMs / 1000 });
}

/** Signed out, the browser is still known. */
export function dropSessionCookie(context: Context, publicUrl: string | null): void {
  deleteCookie(context, names.session, {
    ...kindOf(publicUrl),
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
  });
}
