import { createHash } from 'node:crypto';
import {
  fetchFeed,
  type FailedFetch,
  type FetchedFeed,
  type FeedSource,
  type FetchOutcome,
  type PreviousFetch,
} from '../../feed/fetch/fetch-feed.js';
import { whatFollows } from '../../feed/consequence.js';
import { redactUrl } from '../../feed/fetch/redact-url.js';
import type { BorrowedFile, SpooledFile } from '../../platform/files/spool.js';
import { TooLate, within } from '../../platform/within.js';
import type { PartValidators, Snapshot } from '../../model/snapshot.js';
import { fetchPages, type FetchedPage } from './fetch-pages.js';
import type { Feed, Services } from '../services/services.js';

export interface FetchedSource {
  kind: 'fetched';
  /** One per URL or page. Temporary: the caller keeps or discards them. */
  files: (SpooledFile | BorrowedFile)[];
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
  if (only === undefined || others.length > 0 || !isPlain)
    return fetchTogether(feed, previous.unconditional ? [] : copiesOf(feed, former), services);
  const fetched = await fetchOne(feed, only, previous, services, {
    // The agency's own file is never modified, and the bytes that are read must be the bytes that are kept, so a file from which secrets
    // are removed is copied, not lent.
    lendFiles: !('secrets' in feed.mapping.format),
  });
  if (fetched.kind !== 'fetched') return fetched;
  const { file, ...rest } = fetched;
  return { ...rest, files: [file], given: [null], parts: null, endUnproven: false };
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

/** Empty if the snapshot is not complete on disk, or has other parts. */
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
  services: Services,
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
async function fetchParts(feed: Feed, copies: readonly Copy[], services: Services): Promise<SourceOutcome> {
  const { clock, limits } = services;
  const started = clock.elapsed();
  const fetched: FetchedPart[] = [];
  for (const [index, source] of feed.sources.entries()) {
    const leftMs = limits.fetch.timeoutMs - (clock.elapsed() - started);
    const part = await fetchPartOrPages(feed, source, copies[index] ?? null, {
      ...services,
      limits: { ...limits, fetch: { ...limits.fetch, leftMs } },
    });
    if (Array.isArray(part)) {
      fetched.push(...part);
      continue;
    }
    await discardAll(fetched);
    return part;
  }
  if (fetched.every(({ isCopy }) => isCopy)) {
    await discardAll(fetched);
    return { kind: 'not_modified' };
  }
  return {
    kind: 'fetched',
    files: fetched.map(({ file }) => file),
    bytes: fetched.reduce((sum, part) => sum + part.bytes, 0),
    given: fetched.map(({ given }) => given),
    bodyHash: createHash('sha256').update(fetched.map(identity).join('\n')).digest('hex'),
    lengthAnnounced: fetched.every((part) => part.lengthAnnounced),
    endUnproven: fetched.some((part) => part.endUnproven === true),
    etag: null,
    lastModified: null,
    parts:
      feed.mapping.format.pages === undefined
        ? fetched.map(({ etag, lastModified, bodyHash }) => ({ etag, lastModified, bodyHash }))
        : null,
  };
}

type FetchedPart = Omit<FetchedPage, 'contentType'> & {
  isCopy: boolean;
  given: Readonly<Record<string, string>> | null;
};

/** Identifies the part's content. The same bytes with other configured constants count as another file. */
function identity({ bodyHash, given }: FetchedPart): string {
  return given === null ? bodyHash : `${bodyHash} ${JSON.stringify(given)}`;
}

async function fetchPartOrPages(
  feed: Feed,
  source: FeedSource,
  copy: Copy | null,
  services: Services,
): Promise<FetchedPart[] | Exclude<FetchOutcome, FetchedFeed | { kind: 'not_modified' }>> {
  const given = source.given ?? null;
  const { pages: paging } = feed.mapping.format;
  if (paging === undefined) {
    const part = await fetchPart(feed, source, copy, services);
    return part.kind === 'fetched' ? [{ ...part, given }] : part;
  }
  const whole = { etag: null, lastModified: null, unconditional: true };
  const pages = await fetchPages(feed, source, paging, services, (page, fetch) =>
    fetchOne(feed, page, whole, { ...services, limits: { ...services.limits, fetch } }),
  );
  return Array.isArray(pages) ? pages.map((page) => ({ ...page, given, isCopy: false })) : pages;
}

async function fetchPart(
  feed: Feed,
  source: FeedSource,
  copy: Copy | null,
  services: Services,
): Promise<Omit<FetchedPart, 'given'> | Exclude<FetchOutcome, FetchedFeed | { kind: 'not_modified' }>> {
  const whole = { etag: null, lastModified: null, unconditional: true };
  const outcome = await fetchOne(
    feed,
    source,
    copy === null ? whole : { ...copy, unconditional: false },
    services,
  );
  if (outcome.kind === 'fetched') return { ...outcome, isCopy: false };
  if (outcome.kind !== 'not_modified') return outcome;
  // Only a conditional request may be answered with 304.
  if (copy === null) throw new Error(`${feed.name}: "not modified" to a request without condition`);
  const { path, ...validators } = copy;
  const file = await services.spool.link(path);
  return { ...validators, kind: 'fetched', file, bytes: await services.spool.size(path), isCopy: true };
}

async function discardAll(parts: readonly FetchedPart[]): Promise<void> {
  for (const { file } of parts) await file.discard();
}

async function fetchOne(
  feed: Feed,
  source: FeedSource,
  previous: PreviousFetch,
  { fetcher, spool, clock, limits, fetches }: Services,
  options: { lendFiles?: boolean } = {},
): Promise<FetchOutcome> {
  const fetch = (lent: typeof options): Promise<FetchOutcome> =>
    fetchFeed(source, previous, { fetcher, spool, clock, ...lent }, limits.fetch);
  const key = sourceKey(source);
  return feed.sharedSources.has(key)
    ? fetches.fetch(key, feed.id, previous, () => fetch({}))
    : fetch(options);
}
