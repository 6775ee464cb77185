import { releaseVersion } from '../../platform/release-version.js';
import type { HttpSource } from './follow-redirects.js';
import { sharedDocument } from './share-links.js';

/** The part of a source that its request needs. */
export interface RequestedSource {
  /** http, https or file. Credentials in the URL are sent and never shown. */
  url: URL;
  auth?: { user: string; password: string };
  headers: Record<string, string>;
}

/**
 * The user agent of requests for feeds: product, version, and where the operator can be reached. Hosts allow requests by its first word.
 * @param contact an address of the operator; null: not configured
 */
export function userAgent(contact: string | null): string {
  version ??= releaseVersion();
  return contact === null ? `feedsync/${version}` : `feedsync/${version} (+${contact})`;
}

let version: string | null = null;

/** Headers that feedsync or the HTTP library sets. The configured headers of a feed cannot replace them. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|range|if-.*|te|upgrade)$/i;

export function feedRequest(
  source: RequestedSource,
  validators: Record<string, string>,
  contact: string | null,
): HttpSource {
  const url = new URL(sharedDocument(source.url)?.download ?? source.url);
  url.username = '';
  url.password = '';
  url.hash = '';
  const extra = Object.entries(source.headers).filter(([name]) => !ownHeaders.test(name));
  return {
    url,
    credentials: {
      ...authorization(source),
      ...Object.fromEntries(extra.map(([name, value]) => [name.toLowerCase(), value])),
    },
    headers: {
      'user-agent': userAgent(contact),
      accept: 'application/xml, text/xml, text/csv, application/json, */*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      ...validators,
    },
  };
}

function authorization({ auth, url }: RequestedSource): Record<string, string> {
  const user = auth?.user ?? unescaped(url.username);
  const password = auth?.password ?? unescaped(url.password);
  if (user === '' && password === '') return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
