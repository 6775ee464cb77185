import type { FetchReply, Fetcher, OwnAddress } from '../../platform/http/fetcher.js';
import { FetchFailure } from '../fetch-failure.js';
import { redactUrl } from './redact-url.js';

const hopsMax = 5;

export interface HttpSource {
  url: URL;
  /** Headers for the host of `url` only. Dropped at the first redirect to another host. */
  credentials: Record<string, string>;
  /** Sent on every hop. */
  headers: Record<string, string>;
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
 * @throws FetchFailure for a refused redirect; FetchError of the fetcher
 */
export async function openFollowing(
  source: HttpSource,
  fetcher: Fetcher,
  options: { allowPrivateAddresses: readonly string[]; own?: OwnAddress; signal: AbortSignal },
): Promise<FetchReply> {
  let url = source.url;
  let headers = { ...source.headers, ...source.credentials };
  for (let hop = 0; ; hop++) {
    const reply = await fetcher.open({ url, headers, ...options });
    if (!isRedirect(reply)) return reply;
    discardBody(reply);
    if (hop === hopsMax) throw new FetchFailure('redirect', `it redirects more than ${hopsMax} times`);
    const next = redirectTarget(url, reply.headers.location);
    if (next.host !== url.host) headers = { ...source.headers };
    url = next;
  }
}

/** Closes the connection of a body that is not read. The listener prevents an unhandled error event, which would end the process. */
export function discardBody(reply: FetchReply): void {
  reply.body.on('error', () => undefined);
  reply.body.destroy();
}

function isRedirect(reply: FetchReply): boolean {
  return [301, 302, 303, 307, 308].includes(reply.status);
}

function redirectTarget(from: URL, location: string | undefined): URL {
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
