import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse, type CookieOptions } from 'hono/utils/cookie';
import { browserLimits, sessionLimits } from '../../core/setup/sign-in.js';

/**
 * The names of the two cookies. `session` opens an account. `browser` grants no access: it only shows, at the next sign-in, that an account
 * signed in with this browser before.
 */
const names = { session: 'feedsync', browser: 'feedsync-browser' } as const;
type Kept = keyof typeof names;

/**
 * Under https the cookie's name gets the prefix `__Host-`. A browser accepts such a cookie only over https, for this host alone and for all
 * its paths, so no other host of the domain can set it. Plain http is used only on the server's own machine, where browsers would not
 * store a cookie of that name.
 */
function isSecure(publicUrl: string | null): boolean {
  return publicUrl?.startsWith('https:') === true;
}

function attributesOf(publicUrl: string | null): CookieOptions {
  const shared = { path: '/', httpOnly: true, sameSite: 'Strict' } as const;
  return isSecure(publicUrl) ? { ...shared, prefix: 'host', secure: true } : { ...shared, secure: false };
}

export function fullCookieName(publicUrl: string | null, kept: Kept = 'session'): string {
  return isSecure(publicUrl) ? `__Host-${names[kept]}` : names[kept];
}

/** @param sent the request's `Cookie` header */
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
  const shared = attributesOf(publicUrl);
  setCookie(context, names.session, opened.secret, { ...shared, maxAge: sessionLimits.absoluteMs / 1000 });
  setCookie(context, names.browser, opened.browser, { ...shared, maxAge: browserLimits.knownMs / 1000 });
}

/** Only the session's cookie is dropped. The browser's cookie stays, so that the browser is still known after a sign-out. */
export function dropSessionCookie(context: Context, publicUrl: string | null): void {
  deleteCookie(context, names.session, attributesOf(publicUrl));
}
