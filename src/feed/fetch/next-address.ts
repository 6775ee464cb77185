import { redactUrl } from './redact-url.js';
import type { Sign } from '../more/signs-of-more.js';

/** The address of the next page: null: it is the page itself; `refused`: why it is not followed, a clause. */
export type NextAddress = { url: URL } | { refused: string } | null;

/**
 * Resolves the address of a next page. Only addresses of the feed's own host, or of the host that answered, are followed.
 * @param from the address that answered, behind redirects
 * @param source the feed's own address
 */
export function nextAddress(text: string, from: URL, source: URL): NextAddress {
  if (!URL.canParse(text, from.href))
    return { refused: `the address of the next page is not valid (${text.slice(0, 60)})` };
  const next = new URL(text, from);
  const isHttp = next.protocol === 'http:' || next.protocol === 'https:';
  // A server behind a proxy writes http: although it was asked over https.
  if (next.protocol === 'http:' && from.protocol === 'https:' && next.hostname === from.hostname)
    next.protocol = 'https:';
  const isOwn = [from, source].some(({ host }) => host === next.host);
  if (!isHttp || !isOwn)
    return { refused: `the next page is on another host (${redactUrl(next)}), which is refused` };
  next.hash = '';
  next.username = '';
  next.password = '';
  return next.href === bareHref(from) ? null : { url: next };
}

/** Whether a sign is the address of a page that can be fetched. */
export function isFollowable({ kind, value }: Sign, from: URL, source: URL): boolean {
  const next = kind === 'link' ? nextAddress(value, from, source) : null;
  return next !== null && 'url' in next;
}

function bareHref(url: URL): string {
  const plain = new URL(url);
  plain.username = plain.password = plain.hash = '';
  return plain.href;
}
