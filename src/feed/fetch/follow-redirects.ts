import type { FetchReply, Fetcher, OwnAddress } from '../../platform/http/fetcher.js';
import { FetchFailure } from '../fetch-failure.js';
import { redactUrl } from './redact-url.js';

const hopsMax = 5;

export interface HttpSource {
  url: URL;
  /** For this host only: dropped as soon as a redirect leads to another one. */
  credentials: Record<string, string>;
  /** Sent on every hop. */
  headers: Record<string, string>;
}

/**
 * Opens a URL and follows its redirects. Each hop goes through the guarded fetcher; none leads from https to http or to
 * another scheme.
 * @throws FetchFailure, FetchError
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

/** An unread body must not keep its connection, nor end the process by an unhandled error. */
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
