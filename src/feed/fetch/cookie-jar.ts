/**
 * The cookies of one fetch: its redirects and pages. Nothing is kept beyond it. A cookie goes back to the host that set it, and with a
 * `Domain` to the same site with and without `www.`: no other host of a redirect sees it, so no list of public suffixes is needed.
 */
export interface CookieJar {
  /** Takes over what a reply sets. @param lines its Set-Cookie headers, one each */
  take(lines: readonly string[], from: URL): void;
  /** The Cookie header for a request; null: none. */
  headerFor(url: URL): string | null;
}

interface Cookie {
  name: string;
  value: string;
  site: string;
  /** Only this host; null: all hosts of the site. */
  host: string | null;
  path: string;
  secure: boolean;
}

/** A host that sets more is no feed's; older cookies are dropped. */
const cookiesMax = 50;
const lineBytesMax = 4096;

export function createCookieJar(): CookieJar {
  let cookies: Cookie[] = [];
  return {
    take(lines, from) {
      for (const line of lines.slice(0, cookiesMax)) {
        const cookie = line.length > lineBytesMax ? null : cookieOf(line, from);
        if (cookie === null) continue;
        cookies = cookies.filter((one) => !isSame(one, cookie));
        if (!isGone(line)) cookies.push(cookie);
      }
      cookies = cookies.slice(-cookiesMax);
    },
    headerFor(url) {
      const sent = cookies
        .filter((cookie) => goesTo(cookie, url))
        .sort((a, b) => b.path.length - a.path.length);
      return sent.length === 0 ? null : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    },
  };
}

function cookieOf(line: string, from: URL): Cookie | null {
  const [pair = '', ...rest] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  // A sign that no header may hold would fail the next request.
  if (equals < 1 || name === '' || /[^\t\x20-\x7e\x80-\xff]/.test(pair)) return null;
  const attributes = new Map(rest.map(attribute));
  const secure = attributes.has('secure');
  if (secure && from.protocol !== 'https:') return null;
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  const site = siteOf(from);
  if (domain !== '' && domain !== site && domain !== from.hostname) return null;
  const path = attributes.get('path') ?? '';
  return {
    ...{ name, value: pair.slice(equals + 1).trim(), site, secure },
    host: domain === '' ? from.hostname : null,
    path: path.startsWith('/') ? path : from.pathname.replace(/\/[^/]*$/, '') || '/',
  };
}

function attribute(text: string): [string, string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim()];
}

function siteOf({ hostname }: URL): string {
  return hostname.replace(/^www\./, '');
}

/** Whether the line deletes its cookie: its age is 0 or less, or its end lies before 2010. Any other cookie outlives the fetch. */
function isGone(line: string): boolean {
  return (
    /;\s*max-age\s*=\s*(?:0+|-\d+)\s*(?:;|$)/i.test(line) ||
    /;\s*expires\s*=[^;]*\b(?:19\d\d|200\d)\b/i.test(line)
  );
}

function isSame(one: Cookie, other: Cookie): boolean {
  return (
    one.name === other.name && one.site === other.site && one.host === other.host && one.path === other.path
  );
}

function goesTo({ host, site, path, secure }: Cookie, url: URL): boolean {
  if (secure && url.protocol !== 'https:') return false;
  if (host === null ? site !== siteOf(url) : host !== url.hostname) return false;
  const { pathname } = url;
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
