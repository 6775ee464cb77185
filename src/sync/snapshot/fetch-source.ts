import { createHash } from 'node:crypto';
import {
  fetchFeed,
  type FailedFetch,
  type FetchedFeed,
  type FeedSource,
  type FetchOutcome,
  type PreviousFetch,
} from '../../feed/fetch/fetch-feed.js';
import { whatFollows, withConsequence } from '../../feed/consequence.js';
import { createCookieJar, type CookieJar } from '../../feed/fetch/cookie-jar.js';
import { redactUrl } from '../../feed/fetch/redact-url.js';
import type { Arrival } from '../../feed/more/announced-more.js';
import { dividedFiles } from '../../feed/zip/fitting-files.js';
import type { BorrowedFile, SpooledFile } from '../../platform/files/spool.js';
import { TooLate, within } from '../../platform/within.js';
import type { PartValidators, Snapshot } from '../../model/snapshot.js';
import { announcesNext, withAnnouncement } from './announced-pages.js';
import { fetchPages, type FetchedPage, type FetchPage, type PagingWay } from './fetch-pages.js';
import type { Feed, Services } from '../services/services.js';

export interface FetchedSource {
  kind: 'fetched';
  /** One per URL or page. Temporary: the caller keeps or discards them. */
  files: (SpooledFile | BorrowedFile)[];
  /** How the files came, in their order. */
  arrivals: Arrival[];
  /** For each file, the constants that the configuration states for its URL. */
  given: (Readonly<Record<string, string>> | null)[];
  bytes: number;
  bodyHash: string;
  lengthAnnounced: boolean;
  /** Whether the source may have more pages. */
  endUnproven: boolean;
  etag: string | null;
  lastModified: string | null;
  /** Of a feed with several URLs, the validators of each; null for one URL and for a feed in pages, which is always fetched in full. */
  parts: PartValidators[] | null;
}

/** The last copy of a feed with several URLs. Parts that are unchanged are taken from it. */
export interface FormerParts {
  parts: readonly PartValidators[] | null;
  snapshot: Snapshot | null;
}

export type SourceOutcome = { kind: 'not_modified' } | { kind: 'no_content' } | FetchedSource | FailedFetch;

/** Fetches a feed, all of its URLs or none. One fetch serves all feeds with this source. */
export async function fetchSource(
  feed: Feed,
  previous: PreviousFetch,
  former: FormerParts,
  services: Services,
): Promise<SourceOutcome> {
  const [only, ...others] = feed.sources;
  const isPlain = only?.given === undefined && feed.mapping.format.pages === undefined;
  const cookies = createCookieJar();
  if (only === undefined || others.length > 0 || !isPlain)
    return fetchTogether(feed, previous.unconditional ? [] : copiesOf(feed, former), {
      ...services,
      cookies,
    });
  const fetched = await fetchOne(
    feed,
    only,
    previous,
    { ...services, cookies },
    {
      // The agency's own file is never modified, and the bytes that are read must be the bytes that are kept, so a file from which secrets
      // are removed is copied, not lent.
      lendFiles: !('secrets' in feed.mapping.format),
    },
  );
  if (fetched.kind !== 'fetched') return fetched;
  const arrived = await withTheRest(feed, only, fetched, { ...services, cookies });
  if ('kind' in arrived) return arrived;
  const whole = joined([arrived]);
  // The file that is read need not be the first of its ZIP or workbook.
  const [part] = arrived.parts;
  if (part === undefined || arrived.parts.length > 1 || arrived.pages !== null)
    return { ...whole, ...(arrived.pages === null && validatorsOf(fetched)) };
  const { bytes, bodyHash, lengthAnnounced } = part;
  return { ...whole, bytes, bodyHash, lengthAnnounced, ...validatorsOf(fetched) };
}

function validatorsOf({ etag, lastModified }: FetchedFeed): Pick<FetchedFeed, 'etag' | 'lastModified'> {
  return { etag, lastModified };
}

/** The key of a source: two feeds with the same key would fetch the same bytes. */
export function sourceKey({ url, auth, headers, member }: FeedSource): string {
  const asked = [url.href, auth?.user, auth?.password, Object.entries(headers).sort()];
  const text = JSON.stringify(member === undefined ? asked : [...asked, member]);
  return createHash('sha256').update(text).digest('hex');
}

/** A part of the last snapshot: its file on disk and the validators of its URL. */
interface Copy extends PartValidators {
  path: string;
  lengthAnnounced: boolean;
}

/** Empty unless the snapshot has one file, still kept, for each URL of the feed. */
function copiesOf({ sources }: Feed, { parts, snapshot }: FormerParts): Copy[] {
  const copies = snapshot?.parts ?? [];
  if (parts?.length !== sources.length || copies.length !== sources.length) return [];
  const lengthAnnounced = snapshot?.completeness === 'complete';
  return parts.map((part, index) => ({ ...part, path: copies[index]?.path ?? '', lengthAnnounced }));
}

/** All parts share one deadline, which includes the work between them. */
async function fetchTogether(
  feed: Feed,
  copies: readonly Copy[],
  services: FetchServices,
): Promise<SourceOutcome> {
  const { clock, limits } = services;
  const { timeoutMs } = limits.fetch;
  try {
    return await within(clock, timeoutMs, () => fetchParts(feed, copies, services), discardSource);
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
    const [first] = feed.sources;
    const where = first === undefined ? feed.name : redactUrl(first.url);
    const parts = feed.sources.length === 1 ? 'its pages' : `its ${feed.sources.length} addresses`;
    const message = `${where}: ${parts} took longer than ${timeoutMs / 1000} s together, the limit of fetch.timeout. ${whatFollows}`;
    return { kind: 'failed', code: 'timeout', message, retryAfterMs: null };
  }
}

async function discardSource(outcome: SourceOutcome): Promise<void> {
  if (outcome.kind === 'fetched') for (const file of outcome.files) await file.discard();
}

/**
 * Requests each URL with its own validators. For an unchanged URL, its part of the last snapshot is used. If one URL fails, the whole fetch
 * fails.
 */
async function fetchParts(
  feed: Feed,
  copies: readonly Copy[],
  services: FetchServices,
): Promise<SourceOutcome> {
  const { clock, limits } = services;
  const started = clock.elapsed();
  const arrived: Arrived[] = [];
  for (const [index, source] of feed.sources.entries()) {
    const leftMs = limits.fetch.timeoutMs - (clock.elapsed() - started);
    const part = await fetchPartOrPages(feed, source, copies[index] ?? null, {
      ...services,
      limits: { ...limits, fetch: { ...limits.fetch, leftMs } },
    });
    if ('parts' in part) {
      arrived.push(part);
      continue;
    }
    await discardAll(arrived);
    return part;
  }
  if (arrived.every(({ isCopy }) => isCopy)) {
    await discardAll(arrived);
    return { kind: 'not_modified' };
  }
  const isOneEach = arrived.every(({ pages, parts }) => pages === null && parts.length === 1);
  const parts = arrived.flatMap((of) => of.parts);
  return {
    ...joined(arrived),
    parts: isOneEach
      ? parts.map(({ etag, lastModified, bodyHash }) => ({ etag, lastModified, bodyHash }))
      : null,
  };
}

type FetchedPart = Pick<FetchedPage, 'file' | 'bytes' | 'bodyHash' | 'lengthAnnounced' | 'endUnproven'> &
  PartValidators & { given: Readonly<Record<string, string>> | null };

/** What came from one URL. */
interface Arrived extends Omit<Arrival, 'files'> {
  parts: FetchedPart[];
}

function joined(arrived: readonly Arrived[]): FetchedSource {
  const parts = arrived.flatMap((of) => of.parts);
  return {
    kind: 'fetched',
    files: parts.map(({ file }) => file),
    arrivals: arrived.map(({ parts: { length }, pages, signs, isCopy }) => ({
      ...{ files: length, pages, signs, isCopy },
    })),
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    given: parts.map(({ given }) => given),
    bodyHash: createHash('sha256').update(parts.map(identity).join('\n')).digest('hex'),
    lengthAnnounced: parts.every((part) => part.lengthAnnounced),
    endUnproven: parts.some((part) => part.endUnproven === true),
    ...{ etag: null, lastModified: null, parts: null },
  };
}

/** Identifies the part's content. The same bytes with other configured constants count as another file. */
function identity({ bodyHash, given }: FetchedPart): string {
  return given === null ? bodyHash : `${bodyHash} ${JSON.stringify(given)}`;
}

type NotFetched = Exclude<FetchOutcome, FetchedFeed | { kind: 'not_modified' }>;

/** The dependencies of a fetch, with the cookies that all its requests share. */
type FetchServices = Services & { cookies: CookieJar };

async function fetchPartOrPages(
  feed: Feed,
  source: FeedSource,
  copy: Copy | null,
  services: FetchServices,
): Promise<Arrived | NotFetched> {
  const { pages: paging } = feed.mapping.format;
  if (paging !== undefined) return arrivedPages(feed, source, paging, services, null);
  const part = await fetchPart(feed, source, copy, services);
  if (part.kind === 'copy') {
    const { kind: _, ...of } = part;
    return { parts: [{ ...of, given: source.given ?? null }], pages: null, signs: [], isCopy: true };
  }
  return part.kind === 'fetched' ? withTheRest(feed, source, part, services) : part;
}

/** A fetched file with what belongs to it: the files of its ZIP that the mapping reads, or the pages behind it. */
async function withTheRest(
  feed: Feed,
  source: FeedSource,
  fetched: FetchedFeed,
  services: FetchServices,
): Promise<Arrived | FailedFetch> {
  const given = source.given ?? null;
  const { lengthAnnounced, signs } = fetched;
  const { format } = feed.mapping;
  if (await announcesNext(feed, source, fetched, services.spool))
    return arrivedPages(feed, source, 'announced', services, fetched);
  const all = [fetched, ...fetched.others];
  const { fitting, others, problem } = await dividedFiles(services.spool, all, format);
  for (const { file } of others) await file.discard();
  if (problem !== null) {
    const message = withConsequence(`${redactUrl(source.url)}: ${problem}`, 'sheet');
    return { kind: 'failed', code: 'sheet', message, retryAfterMs: null };
  }
  const parts = fitting.map(({ file, bytes, bodyHash }) => ({
    ...{ file, bytes, bodyHash, lengthAnnounced, given, ...validatorsOf(fetched) },
  }));
  return { parts, pages: null, signs, isCopy: false };
}

async function arrivedPages(
  feed: Feed,
  source: FeedSource,
  way: PagingWay,
  services: FetchServices,
  first: FetchedFeed | null,
): Promise<Arrived | FailedFetch> {
  const whole = { etag: null, lastModified: null, unconditional: true };
  const fetchPage: FetchPage = (page, fetch) =>
    fetchOne(feed, page, whole, { ...services, limits: { ...services.limits, fetch } });
  const outcome = await fetchPages(feed, source, way, services, fetchPage, first);
  if (outcome.kind === 'failed')
    return way === 'announced' ? { ...outcome, message: withAnnouncement(outcome.message) } : outcome;
  const { pages, signs, count } = outcome;
  const given = source.given ?? null;
  return { parts: pages.map((page) => ({ ...page, given })), pages: count, signs, isCopy: false };
}

async function fetchPart(
  feed: Feed,
  source: FeedSource,
  copy: Copy | null,
  services: FetchServices,
): Promise<FetchedFeed | ({ kind: 'copy' } & Omit<FetchedPart, 'given'>) | NotFetched> {
  const whole = { etag: null, lastModified: null, unconditional: true };
  const outcome = await fetchOne(
    feed,
    source,
    copy === null ? whole : { ...copy, unconditional: false },
    services,
  );
  if (outcome.kind !== 'not_modified') return outcome;
  // Only a conditional request may be answered with 304.
  if (copy === null) throw new Error(`${feed.name}: "not modified" to a request without condition`);
  const { path, ...validators } = copy;
  const file = await services.spool.link(path);
  return { ...validators, kind: 'copy', file, bytes: await services.spool.size(path) };
}

async function discardAll(arrived: readonly Arrived[]): Promise<void> {
  for (const { parts } of arrived) for (const { file } of parts) await file.discard();
}

async function fetchOne(
  feed: Feed,
  source: FeedSource,
  previous: PreviousFetch,
  { fetcher, spool, clock, limits, fetches, cookies }: FetchServices,
  options: { lendFiles?: boolean } = {},
): Promise<FetchOutcome> {
  const fetch = (lent: typeof options): Promise<FetchOutcome> =>
    fetchFeed(source, previous, { fetcher, spool, clock, cookies, ...lent }, limits.fetch);
  const key = sourceKey(source);
  return feed.sharedSources.has(key)
    ? fetches.fetch(key, feed.id, previous, () => fetch({}))
    : fetch(options);
}
