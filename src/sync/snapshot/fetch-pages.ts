import type { Paging } from '../../model/feed-format.js';
import { withConsequence } from '../../feed/consequence.js';
import type { FailedFetch, FetchedFeed, FeedSource, FetchOutcome } from '../../feed/fetch/fetch-feed.js';
import { readPage, type PageContent } from '../../feed/read-page.js';
import { redactUrl } from '../../feed/fetch/redact-url.js';
import type { Feed, Services } from '../services/services.js';

/** A feed with more pages is refused, because a server that returns pages without end must not fill the disk. No feed has so many pages. */
const pagesMax = 1_000;

export type FetchPage = (source: FeedSource, limits: Services['limits']['fetch']) => Promise<FetchOutcome>;

/** `endUnproven`: the server had no content for the next page, which made this one the last. */
export type FetchedPage = FetchedFeed & { endUnproven?: boolean };

/**
 * Fetches all pages of a feed, or none: a page that fails, is truncated or leads back to an earlier one fails the fetch. Size and time limits
 * apply to all pages together.
 */
export async function fetchPages(
  feed: Feed,
  source: FeedSource,
  paging: Paging,
  services: Pick<Services, 'spool' | 'clock' | 'limits'>,
  fetchPage: FetchPage,
): Promise<FetchedPage[] | FailedFetch> {
  const pages: FetchedPage[] = [];
  const failure = await followPages(pages, { feed, source, paging, services, fetchPage });
  if (failure === null) return pages;
  for (const { file } of pages) await file.discard();
  const { why, ...of } = typeof failure === 'string' ? { why: failure } : failure;
  const failed = { kind: 'failed' as const, code: 'pages' as const, retryAfterMs: null, ...of };
  return { ...failed, message: withConsequence(`${redactUrl(source.url)}: ${why}`, failed.code) };
}

interface PageContext {
  feed: Feed;
  source: FeedSource;
  paging: Paging;
  services: Pick<Services, 'spool' | 'clock' | 'limits'>;
  fetchPage: FetchPage;
}

type PageFailure = string | (Pick<FailedFetch, 'code' | 'retryAfterMs'> & { why: string });

/** @param pages receives the fetched pages. @returns why the last page was not reached; null if it was */
async function followPages(pages: FetchedPage[], context: PageContext): Promise<PageFailure | null> {
  const { feed, source, paging, services, fetchPage } = context;
  const { spool, clock, limits } = services;
  const started = clock.elapsed();
  const seen = new Map<string, number>();
  let bytes = 0;
  let number = 0;
  let isFirstEmpty = false;
  for (let url: URL | null = firstPage(source.url, paging); url !== null;) {
    number += 1;
    const leftMs = (limits.fetch.leftMs ?? limits.fetch.timeoutMs) - (clock.elapsed() - started);
    if (number > pagesMax) return `the feed goes on after ${pagesMax} pages`;
    if (leftMs <= 0) return `${number - 1} pages took longer than fetch.timeout together`;
    const fetched = await fetchPage({ ...source, url }, { ...limits.fetch, leftMs });
    if (fetched.kind === 'failed') return { ...fetched, why: `page ${number}: ${fetched.message}` };
    const last = pages.at(-1);
    if (fetched.kind === 'no_content' && last !== undefined && 'parameter' in paging) {
      // Some servers end a feed with an empty reply, but others reply so when they have no content at the moment.
      pages[pages.length - 1] = { ...last, endUnproven: true };
      return null;
    }
    if (fetched.kind !== 'fetched') return `page ${number} is a reply without a file`;
    pages.push(fetched);
    bytes += fetched.bytes;
    if (bytes > limits.fetch.maxBytes) return `its ${number} pages are larger than fetch.max_bytes together`;
    const options = { format: feed.mapping.format, encoding: feed.encoding };
    const page = await readPage(spool, fetched.file.path, options, linkOf(paging));
    if (page.problem !== null) return `page ${number}: ${page.problem}`;
    const former = seen.get(page.recordsHash);
    if (former !== undefined && page.recordCount > 0)
      return `page ${number} holds the same records as page ${former}. Is the paging configured correctly?`;
    seen.set(page.recordsHash, number);
    const next = nextPage(url, paging, page);
    if (typeof next === 'string') return `page ${number}: ${next}`;
    // A page without records is dropped, unless it is the only one.
    if (number === 1) isFirstEmpty = page.recordCount === 0;
    else if (page.recordCount === 0) await pages.pop()?.file.discard();
    else if (isFirstEmpty) {
      await pages.shift()?.file.discard();
      isFirstEmpty = false;
    }
    url = next;
  }
  return null;
}

function linkOf(paging: Paging): string | null {
  return 'link' in paging ? paging.link : null;
}

function firstPage(url: URL, paging: Paging): URL {
  if ('link' in paging) return url;
  const first = new URL(url);
  first.searchParams.set(paging.parameter, String(paging.from));
  return first;
}

/** @returns the next URL, null after the last page, or a message why the next page cannot be fetched */
function nextPage(url: URL, paging: Paging, page: PageContent): URL | string | null {
  if ('parameter' in paging) {
    if (page.recordCount === 0) return null;
    const next = new URL(url);
    next.searchParams.set(paging.parameter, String(Number(url.searchParams.get(paging.parameter)) + 1));
    return next;
  }
  if (page.link === null) return null;
  if (!URL.canParse(page.link, url.href))
    return `the address of the next page is not valid (${page.link.slice(0, 60)})`;
  const next = new URL(page.link, url.href);
  // The user name, password and headers of the feed are meant for this host only.
  if (next.protocol !== url.protocol || next.host !== url.host)
    return `the next page is on another host (${redactUrl(next)}), which is refused`;
  next.username = url.username;
  next.password = url.password;
  return next;
}
