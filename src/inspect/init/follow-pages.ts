import type { EncodingName, FeedFormat } from '../../model/feed-format.js';
import type { RecordObject, RecordValue } from '../../model/record.js';
import { openSnapshot } from '../../feed/read-snapshot.js';
import type { Spool } from '../../platform/files/spool.js';

/** The `format` keys of a mapping for a feed in pages. */
type PagingDraft = { next_page: string } | { pages: { parameter: string; from: number } };

/** How the pages of a feed are found, and the pages that were read. */
export interface FollowedPages {
  paging: PagingDraft;
  /** Paths of the pages after the first, in the spool. */
  paths: string[];
  /** Sentences. */
  doubts: string[];
}

export interface PageSource {
  /** URL of the first page. */
  url: URL;
  /** Path in the spool, or a sentence with the reason why the page cannot be fetched. */
  fetch(url: URL): Promise<{ ok: true; path: string } | { ok: false; reason: string }>;
}

interface FirstPage {
  spool: Spool;
  path: string;
  format: FeedFormat;
  encoding: EncodingName;
}

/** Pages read, the first included: enough to prove the paging, and to sample more kinds of records. */
const pagesRead = 3;

/**
 * Detects whether a file is the first page of a feed: by a URL in its header, or by a page number in its own URL. The second page is the
 * proof: it must hold other records in the same format. A second page that the header names counts even if it cannot be read; a doubt says
 * so.
 * @returns null if no further pages are found, or if the file itself has no records or is incomplete
 */
export async function followPages(first: FirstPage, source: PageSource): Promise<FollowedPages | null> {
  const page = await readOutline(first, first.path);
  if (page === null || page.records === 0) return null;
  for (const paging of candidates(page.header, source.url)) {
    const followed = await follow(paging, page, first, source);
    if (followed !== null) return followed;
  }
  return null;
}

interface PageOutline {
  header: RecordObject;
  records: number;
  /** Equal for pages with the same records. */
  hash: string;
}

async function readOutline(
  { spool, format, encoding }: FirstPage,
  path: string,
): Promise<PageOutline | null> {
  const options = { format, encoding, lengthAnnounced: true, mayBeEmpty: true };
  const reader = await openSnapshot(spool, path, options, () => new Uint8Array());
  try {
    const blocks = reader.blocks()[Symbol.asyncIterator]();
    while ((await blocks.next()).done !== true);
    const { completeness, recordCount, recordsHash, header } = reader.end();
    if (completeness === 'incomplete') return null;
    return { header: header ?? {}, records: recordCount, hash: recordsHash };
  } finally {
    await reader.close();
  }
}

/** URL parameters that hold a page number. */
const pageParameter =
  /^(?:p|pg|page|paged|pageno|pagenr|pageindex|currentpage|pagenumber|seite|pagina|strana|stranica|strona|str)$/;
/** Header fields that hold the number of pages. */
const pageTotal = /^(?:totalpages|pagestotal|pagecount|pages|lastpage|numpages|numberofpages|brojstrana)$/;

function candidates(header: RecordObject, url: URL): PagingDraft[] {
  const values = [...leaves(header, [])];
  const links = values.filter(({ path, text }) => isNextName(path) && nextAddress(text, url) !== null);
  const counted = [...url.searchParams]
    .filter(([name, value]) => pageParameter.test(bare(name)) && /^\d{1,4}$/.test(value))
    .map(([parameter, value]) => ({ pages: { parameter, from: Number(value) } }));
  const declaresMore = values.some(
    ({ path, text }) => pageTotal.test(bare(path.at(-1) ?? '')) && /^\d{1,4}$/.test(text) && Number(text) > 1,
  );
  const usual = declaresMore && counted.length === 0 ? [{ pages: { parameter: 'page', from: 1 } }] : [];
  return [...links.map(({ path }) => ({ next_page: `/${path.join('/')}` })), ...counted, ...usual];
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** `next`, `next_page`, `nextPageUrl`, `@next`, `next/href`, and members of an element with such a name. */
function isNextName(path: readonly string[]): boolean {
  return path
    .slice(-2)
    .some((name) => /^(?:next|nextpage|nextlink|nexturl|nextpageurl|nexthref)$/.test(bare(name)));
}

function* leaves(value: RecordValue, path: readonly string[]): Generator<{ path: string[]; text: string }> {
  if (path.length > 4 || Array.isArray(value)) return;
  if (typeof value === 'string') yield { path: [...path], text: value.trim() };
  else
    for (const [name, child] of Object.entries(value))
      yield* leaves(child, name === '#text' ? path : [...path, name]);
}

/** Only URLs on the same host, because the feed's credentials are sent with the request. */
function nextAddress(text: string, url: URL): URL | null {
  if (!/^(?:https?:|\/|\?|[\w.-]+\?)/i.test(text) || !URL.canParse(text, url.href)) return null;
  const next = new URL(text, url.href);
  if (next.protocol !== url.protocol || next.host !== url.host || next.href === url.href) return null;
  next.username = url.username;
  next.password = url.password;
  return next;
}

/**
 * Reads the next pages, up to `pagesRead` with the first. Null if this is not the paging: there is no second page, it has no records, a
 * page repeats an earlier one, or a second page by number cannot be read.
 */
async function follow(
  paging: PagingDraft,
  page: PageOutline,
  first: FirstPage,
  source: PageSource,
): Promise<FollowedPages | null> {
  const seen = new Set([page.hash]);
  const paths: string[] = [];
  const doubts: string[] = [];
  let here = { url: source.url, header: page.header };
  while (paths.length < pagesRead - 1) {
    const url = addressAfter(paging, here, paths.length + 1);
    if (url === null) break;
    const fetched = await source.fetch(url);
    const next = fetched.ok ? await readOutline(first, fetched.path) : null;
    if (!fetched.ok || next === null) {
      if (paths.length === 0 && 'pages' in paging) return null;
      const why = fetched.ok ? 'It is incomplete.' : fetched.reason;
      doubts.push(
        `Page ${paths.length + 2} cannot be read. ${why} Until then the daemon applies no file of this feed.`,
      );
      break;
    }
    if (next.records === 0 && paths.length > 0) break;
    if (next.records === 0 || seen.has(next.hash)) return null;
    seen.add(next.hash);
    paths.push(fetched.path);
    here = { url, header: next.header };
  }
  if (paths.length === 0 && doubts.length === 0) return null;
  return { paging, paths, doubts };
}

/** The URL of the next page. @param number of pages before it */
function addressAfter(
  paging: PagingDraft,
  { url, header }: { url: URL; header: RecordObject },
  number: number,
): URL | null {
  if ('next_page' in paging) {
    const [text] = [...leaves(header, [])]
      .filter(({ path }) => `/${path.join('/')}` === paging.next_page)
      .map((leaf) => leaf.text);
    return text === undefined ? null : nextAddress(text, url);
  }
  const next = new URL(url);
  next.searchParams.set(paging.pages.parameter, String(paging.pages.from + number));
  return next;
}
