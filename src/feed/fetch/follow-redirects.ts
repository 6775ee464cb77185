import type { FetchReply, Fetcher, OwnAddress } from '../../platform/http/fetcher.js';
import { FetchFailure } from '../fetch-failure.js';
import { createCookieJar, type CookieJar } from './cookie-jar.js';
import { redactUrl } from './redact-url.js';

const hopsMax = 5;

export interface HttpSource {
  url: URL;
  /** Headers for the host of `url` only. Dropped at the first redirect to another host. */
  credentials: Record<string, string>;
  /** Sent on every hop. */
  headers: Record<string, string>;
}

/** The last reply of a chain of redirects. */
export interface FollowedReply {
  reply: FetchReply;
  /** The address that answered. */
  from: URL;
  /** The headers that were sent to it, with lower-case names. */
  sent: Readonly<Record<string, string>>;
}

/** The headers of a conditional request. */
export function conditions(
  known: { etag: string | null; lastModified: string | null } | null,
): Record<string, string> {
  return {
    ...(known?.etag != null && { 'if-none-match': known.etag }),
    ...(known?.lastModified != null && { 'if-modified-since': known.lastModified }),
  };
}

/**
 * Opens a URL and follows at most 5 redirects. The fetcher checks the address of every hop. A redirect from https to http, or to another
 * scheme, is refused. From the first redirect to another host on, the credentials are not sent any more.
 * @param options `cookies`: those of the fetch so far; without it, those of this chain alone
 * @throws FetchFailure for a refused redirect; FetchError of the fetcher
 */
export async function openFollowing(
  source: HttpSource,
  fetcher: Fetcher,
  options: {
    allowPrivateAddresses: readonly string[];
    own?: OwnAddress;
    signal: AbortSignal;
    cookies?: CookieJar;
    lenient?: boolean;
  },
): Promise<FollowedReply> {
  const { cookies = createCookieJar(), ...request } = options;
  let url = source.url;
  let headers = { ...source.headers, ...source.credentials };
  for (let hop = 0; ; hop++) {
    const sent = withCookies(headers, cookies.headerFor(url));
    const reply = await fetcher.open({ url, headers: sent, ...request });
    cookies.take(reply.setCookies ?? [], url);
    if (!isRedirect(reply)) return { reply, from: url, sent };
    discardBody(reply);
    if (hop === hopsMax) throw new FetchFailure('redirect', `it redirects more than ${hopsMax} times`);
    const next = redirectTarget(url, reply.headers.location);
    if (next.host !== url.host) headers = { ...source.headers };
    url = next;
  }
}

/** The configured Cookie header of a feed comes first. */
function withCookies(headers: Record<string, string>, cookies: string | null): Record<string, string> {
  if (cookies === null) return headers;
  const { cookie } = headers;
  return { ...headers, cookie: cookie === undefined ? cookies : `${cookie}; ${cookies}` };
}

/** Closes the connection of a body that is not read. The listener prevents an unhandled error event, which would end the process. */
export function discardBody(reply: FetchReply): void {
  reply.body.on('error', () => undefined);
  reply.body.destroy();
}

function isRedirect(reply: FetchReply): boolean {
  return [301, 302, 303, 307, 308].includes(reply.status);
}

function redirectTarget(from: URL, header: string | undefined): URL {
  const location = header === undefined ? undefined : asWritten(header);
  if (location === undefined || !URL.canParse(location, from.href))
    throw new FetchFailure('redirect', 'it redirects to nowhere');
  const target = new URL(location, from);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new FetchFailure('redirect', `it redirects to a ${target.protocol} address, which is refused`);
  if (from.protocol === 'https:' && target.protocol === 'http:')
    throw new FetchFailure(
      'redirect',
      `it redirects from https to http (${redactUrl(target)}), which is refused. If that is meant, write that address under url`,
    );
  target.username = '';
  target.password = '';
  return target;
}

/** Header bytes arrive as Latin-1. Servers write names of files in UTF-8. */
function asWritten(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
