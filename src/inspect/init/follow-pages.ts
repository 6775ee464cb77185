import type { EncodingName, FeedFormat } from '../../model/feed-format.js';
import { nextAddress } from '../../feed/fetch/next-address.js';
import type { Sign } from '../../feed/more/signs-of-more.js';
import { readPage, type PageContent } from '../../feed/read-page.js';
import type { Spool } from '../../platform/files/spool.js';

/** The `format` keys of a mapping for a feed in pages; null: no key is needed, because feedsync follows what replies and links announce. */
type PagingDraft = { next_page: string } | { pages: { parameter: string; from: number } } | null;

/** How the pages of a feed are found, and the pages that were read. */
export interface FollowedPages {
  paging: PagingDraft;
  /** Whether feedsync follows these pages under any mapping. */
  isAnnounced: boolean;
  /** Paths of the pages after the first, in the spool. */
  paths: string[];
  /**
   * Counts that replies and pages announce. If announced addresses were followed to their end, also the links and marks of the last page.
   */
  signs: Sign[];
  /** A sentence about each page that could not be read or was not followed. */
  doubts: string[];
}

/** A file of a feed, in the spool. */
export interface ReadAddress {
  path: string;
  /** The address that answered. */
  from: URL;
  /** What the reply announces beyond the file. */
  signs: readonly Sign[];
}

export interface PageSource {
  /** URL of the first page. */
  url: URL;
  /** The reply with the first page. */
  first: Pick<ReadAddress, 'from' | 'signs'>;
  /** The page, or a sentence with the reason why it cannot be fetched. */
  fetch(url: URL): Promise<({ ok: true } & ReadAddress) | { ok: false; reason: string }>;
}

interface FirstPage {
  spool: Spool;
  path: string;
  format: FeedFormat;
  encoding: EncodingName;
}

/** Maximum number of pages that are read. */
const pagesMax = 1_000;

/**
 * Detects whether a file is the first page of a feed, and reads all pages: by an address that the file or its reply announces, by a page
 * number in its own URL, or, where more pages are announced without an address, by the parameter `page`. The second page is the proof: it
 * must hold other records in the same format. A second page that is announced counts even if it cannot be read; a doubt says so.
 * @returns null if no further pages are found, or if the file itself has no records or is incomplete
 */
export async function followPages(first: FirstPage, source: PageSource): Promise<FollowedPages | null> {
  const page = await readWhole(first, first.path);
  if (page === null || page.recordCount === 0) return null;
  for (const way of ways(page, source)) {
    const followed = await follow(way, page, first, source);
    if (followed !== null) return followed;
  }
  return null;
}

async function readWhole({ spool, format, encoding }: FirstPage, path: string): Promise<PageContent | null> {
  const page = await readPage(spool, path, { format, encoding }, null);
  return page.problem === null ? page : null;
}

/** URL parameters that hold a page number. */
const pageParameter =
  /^(?:p|pg|page|paged|pageno|pagenr|pageindex|currentpage|pagenumber|seite|pagina|strana|stranica|strona|str)$/;

type Way = { link: true } | { parameter: string; from: number };

/** The ways in which further pages may be found, the announced one first. */
function ways({ signs: ofFile }: PageContent, { url, first }: PageSource): Way[] {
  const signs = [...first.signs, ...ofFile];
  const counted = [...url.searchParams]
    .filter(([name, value]) => pageParameter.test(bare(name)) && /^\d{1,4}$/.test(value))
    .map(([parameter, value]) => ({ parameter, from: Number(value) }));
  const declaresMore = signs.some(
    ({ kind, value }) => (kind === 'pages' && Number(value) > 1) || (kind === 'mark' && value === '2'),
  );
  const usual = declaresMore && counted.length === 0 ? [{ parameter: 'page', from: 1 }] : [];
  return [
    ...(linkIn(signs, first.from, url) === null ? [] : [{ link: true as const }]),
    ...counted,
    ...usual,
  ];
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** The first announced address that may be followed. */
function linkIn(signs: readonly Sign[], from: URL, url: URL): { sign: Sign; next: URL } | null {
  for (const sign of signs) {
    const next = sign.kind === 'link' ? nextAddress(sign.value, from, url) : null;
    if (next !== null && 'url' in next) return { sign, next: withUser(next.url, url) };
  }
  return null;
}

/** The credentials of an address are sent to its own host only. */
function withUser(next: URL, { host, username, password }: URL): URL {
  if (next.host !== host) return next;
  const own = new URL(next);
  own.username = username;
  own.password = password;
  return own;
}

/**
 * Reads the next pages. Null if this is not the paging: there is no second page, it has no records, it repeats the first one, or a second
 * page by number cannot be read.
 */
async function follow(
  way: Way,
  page: PageContent,
  first: FirstPage,
  source: PageSource,
): Promise<FollowedPages | null> {
  const seen = new Set([page.recordsHash]);
  const paths: string[] = [];
  const isAnnounced = 'link' in way;
  const { from, signs: ofReply } = source.first;
  let here = { from, signs: [...ofReply, ...page.signs] };
  const announced = linkIn(here.signs, from, source.url)?.sign ?? null;
  const draft = 'link' in way ? draftOf(announced, page) : { pages: way };
  const counts = new Map<string, Sign>();
  const ended = (doubts: string[]): FollowedPages => ({
    ...{ paging: draft, isAnnounced, paths, doubts },
    signs: [...(isAnnounced && doubts.length === 0 ? here.signs.filter(isNoCount) : []), ...counts.values()],
  });
  for (;;) {
    for (const sign of here.signs) if (!isNoCount(sign)) counts.set(sign.at, sign);
    const url = addressAfter(way, here, source.url, paths.length + 1);
    if (url === null) break;
    if (paths.length + 1 >= pagesMax) return ended([`The feed goes on after ${pagesMax} pages.`]);
    const fetched = await source.fetch(url);
    const next = fetched.ok ? await readWhole(first, fetched.path) : null;
    if (!fetched.ok || next === null) {
      if (paths.length === 0 && !isAnnounced) return null;
      const why = fetched.ok ? 'It is incomplete.' : fetched.reason;
      return ended([
        `Page ${paths.length + 2} cannot be read. ${why} Until then the daemon applies no file of this feed.`,
      ]);
    }
    if (next.recordCount === 0 && !isAnnounced && paths.length > 0) break;
    if (seen.has(next.recordsHash) || (next.recordCount === 0 && paths.length === 0)) {
      if (paths.length === 0) return null;
      return ended([
        `Page ${paths.length + 2} repeats an earlier one. Until then the daemon applies no file of this feed.`,
      ]);
    }
    seen.add(next.recordsHash);
    paths.push(fetched.path);
    here = { from: fetched.from, signs: [...fetched.signs, ...next.signs] };
  }
  return paths.length === 0 ? null : ended([]);
}

function isNoCount({ kind }: Sign): boolean {
  return kind === 'link' || kind === 'mark';
}

/** The key for an address in the file. Headers of replies and links that are told apart by `rel` need none. */
function draftOf(sign: Sign | null, page: PageContent): PagingDraft {
  return sign === null || sign.at.endsWith(']') || !page.signs.includes(sign) ? null : { next_page: sign.at };
}

/** The URL of the next page. @param number of pages before it */
function addressAfter(
  way: Way,
  { from, signs }: { from: URL; signs: readonly Sign[] },
  url: URL,
  number: number,
): URL | null {
  if ('link' in way) return linkIn(signs, from, url)?.next ?? null;
  const next = new URL(url);
  next.searchParams.set(way.parameter, String(way.from + number));
  return next;
}
