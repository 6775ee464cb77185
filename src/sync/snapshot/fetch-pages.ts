import type { Paging } from '../../model/feed-format.js';
import { withConsequence } from '../../feed/consequence.js';
import type { FailedFetch, FetchedFeed, FeedSource, FetchOutcome } from '../../feed/fetch/fetch-feed.js';
import { nextAddress } from '../../feed/fetch/next-address.js';
import { openSigns, type Sign } from '../../feed/more/signs-of-more.js';
import { readPage, type PageContent } from '../../feed/read-page.js';
import { redactUrl } from '../../feed/fetch/redact-url.js';
import type { Feed, Services } from '../services/services.js';

/** A feed with more pages is refused, because a server that returns pages without end must not fill the disk. No feed has so many pages. */
const pagesMax = 1_000;

/** How the next page is found: as the mapping declares, or by the address that each page announces. */
export type PagingWay = Paging | 'announced';

/** All pages of a feed. */
export interface FetchedPages {
  kind: 'pages';
  pages: FetchedPage[];
  /** What the pages announce beyond all of them, and the totals that they state. */
  signs: Sign[];
  /** The number of pages that were fetched, those without records included. */
  count: number;
}

export type FetchPage = (source: FeedSource, limits: Services['limits']['fetch']) => Promise<FetchOutcome>;

/** `endUnproven`: the server had no content for the next page, which made this one the last. */
export type FetchedPage = FetchedFeed & { endUnproven?: boolean };

/**
 * Fetches all pages of a feed, or none: a page that fails, is truncated or leads back to an earlier one fails the fetch. Size and time limits
 * apply to all pages together.
 * @param first the first page, if it is fetched already; its file belongs to this function then
 */
export async function fetchPages(
  feed: Pick<Feed, 'mapping' | 'encoding' | 'ignoreMore'>,
  source: FeedSource,
  paging: PagingWay,
  services: Pick<Services, 'spool' | 'clock' | 'limits'>,
  fetchPage: FetchPage,
  first: FetchedPage | null = null,
): Promise<FetchedPages | FailedFetch> {
  const pages: FetchedPage[] = [];
  const followed = await followPages(pages, { feed, source, paging, services, fetchPage, first });
  if (typeof followed === 'object' && 'signs' in followed) return { kind: 'pages', pages, ...followed };
  for (const { file } of pages) await file.discard();
  const { why, ...of } = typeof followed === 'string' ? { why: followed } : followed;
  const failed = { kind: 'failed' as const, code: 'pages' as const, retryAfterMs: null, ...of };
  return { ...failed, message: withConsequence(`${redactUrl(source.url)}: ${why}`, failed.code) };
}

interface PageContext {
  feed: Pick<Feed, 'mapping' | 'encoding' | 'ignoreMore'>;
  source: FeedSource;
  paging: PagingWay;
  services: Pick<Services, 'spool' | 'clock' | 'limits'>;
  fetchPage: FetchPage;
  first: FetchedPage | null;
}

type PageFailure = string | (Pick<FailedFetch, 'code' | 'retryAfterMs'> & { why: string });

/** @param pages receives the fetched pages. @returns why the last page was not reached, or what the pages announce beyond it */
async function followPages(
  pages: FetchedPage[],
  context: PageContext,
): Promise<PageFailure | Pick<FetchedPages, 'signs' | 'count'>> {
  const { feed, source, paging, services, first } = context;
  const { spool, clock, limits } = services;
  const started = clock.elapsed();
  const seen = new Map<string, number>();
  const counts = new Map<string, Sign>();
  let rest: Sign[] = [];
  let bytes = 0;
  let number = 0;
  let isFirstEmpty = false;
  for (let url: URL | null = firstPage(source.url, paging); url !== null;) {
    number += 1;
    const leftMs = (limits.fetch.leftMs ?? limits.fetch.timeoutMs) - (clock.elapsed() - started);
    if (number > pagesMax) return `the feed goes on after ${pagesMax} pages`;
    if (leftMs <= 0) return `${number - 1} pages took longer than fetch.timeout together`;
    const fetched = number === 1 && first !== null ? first : await fetchNext(url, leftMs, context);
    if (fetched.kind === 'failed') return { ...fetched, why: `page ${number}: ${fetched.message}` };
    const last = pages.at(-1);
    if (fetched.kind === 'no_content' && last !== undefined && isCounted(paging)) {
      // Some servers end a feed with an empty reply, but others reply so when they have no content at the moment.
      pages[pages.length - 1] = { ...last, endUnproven: true };
      break;
    }
    if (fetched.kind !== 'fetched') return `page ${number} is a reply without a file`;
    pages.push(fetched);
    if (fetched.others.length > 0) return severalFiles(number, fetched);
    bytes += fetched.bytes;
    if (bytes > limits.fetch.maxBytes) return `its ${number} pages are larger than fetch.max_bytes together`;
    const options = { format: feed.mapping.format, encoding: feed.encoding };
    const page = await readPage(spool, fetched.file.path, options, linkOf(paging));
    if (page.problem !== null) return `page ${number}: ${page.problem}`;
    const former = seen.get(page.recordsHash);
    if (former !== undefined && page.recordCount > 0)
      return `page ${number} holds the same records as page ${former}. Is the paging configured correctly?`;
    seen.set(page.recordsHash, number);
    const signs = openSigns([...fetched.signs, ...page.signs], { ...everything, ignored: feed.ignoreMore });
    for (const sign of signs) if (isCount(sign)) counts.set(sign.at, sign);
    rest = isCounted(paging)
      ? []
      : signs.filter((sign) => !isCount(sign) && !isItself(sign, fetched, source));
    const next = nextPage(url, { paging, page, fetched, source, signs: rest });
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
  return { signs: [...rest, ...counts.values()], count: number };
}

/** Under these, every stated count is open: it is compared with the whole feed only. */
const everything = { records: -1, pages: -1, totals: true };

function isCount({ kind }: Sign): boolean {
  return kind === 'total' || kind === 'pages';
}

function isItself({ kind, value }: Sign, { from }: FetchedPage, source: FeedSource): boolean {
  return kind === 'link' && nextAddress(value, from, source.url) === null;
}

function isCounted(paging: PagingWay): paging is Extract<Paging, { parameter: string }> {
  return paging !== 'announced' && 'parameter' in paging;
}

async function severalFiles(number: number, { others }: FetchedPage): Promise<string> {
  for (const { file } of others) await file.discard();
  return `page ${number} is a ZIP with several files. Name the feed's file under "member:" of the mapping's format`;
}

/** The user name, password and headers of the feed are meant for its own host only. */
function fetchNext(
  url: URL,
  leftMs: number,
  { source, services, fetchPage }: PageContext,
): Promise<FetchOutcome> {
  const limits = { ...services.limits.fetch, leftMs };
  if (url.host === source.url.host) {
    const own = new URL(url);
    own.username = source.url.username;
    own.password = source.url.password;
    return fetchPage({ ...source, url: own }, limits);
  }
  const { auth: _, ...others } = source;
  return fetchPage({ ...others, headers: {}, url }, limits);
}

function linkOf(paging: PagingWay): string | null {
  return paging !== 'announced' && 'link' in paging ? paging.link : null;
}

function firstPage(url: URL, paging: PagingWay): URL {
  if (!isCounted(paging)) return url;
  const first = new URL(url);
  first.searchParams.set(paging.parameter, String(paging.from));
  return first;
}

interface ReadPage {
  paging: PagingWay;
  page: PageContent;
  fetched: FetchedPage;
  source: FeedSource;
  /** What the page announces beyond itself. */
  signs: readonly Sign[];
}

/** @returns the next URL, null after the last page, or a message why the next page cannot be fetched */
function nextPage(url: URL, { paging, page, fetched, source, signs }: ReadPage): URL | string | null {
  if (isCounted(paging)) {
    if (page.recordCount === 0) return null;
    const next = new URL(url);
    next.searchParams.set(paging.parameter, String(Number(url.searchParams.get(paging.parameter)) + 1));
    return next;
  }
  const link =
    paging === 'announced' ? (signs.find(({ kind }) => kind === 'link')?.value ?? null) : page.link;
  const next = link === null ? null : nextAddress(link, fetched.from, source.url);
  // A configured link back to its own page ends nothing: the page is then found to repeat.
  if (next === null) return link === null || paging === 'announced' ? null : url;
  return 'url' in next ? next.url : next.refused;
}
