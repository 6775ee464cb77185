import { createHash } from 'node:crypto';
import {
  fetchFeed,
  type FailedFetch,
  type FeedSource,
  type FetchOutcome,
  type PreviousFetch,
} from '../feed/fetch-feed.js';
import type { BorrowedFile, SpooledFile } from '../platform/spool.js';
import type { Feed, Services } from './services.js';

export interface FetchedSource {
  kind: 'fetched';
  /** One for each URL; temporary: the caller keeps or discards them. */
  files: (SpooledFile | BorrowedFile)[];
  bytes: number;
  bodyHash: string;
  lengthAnnounced: boolean;
  etag: string | null;
  lastModified: string | null;
}

export type SourceOutcome = { kind: 'not_modified' } | { kind: 'no_content' } | FetchedSource | FailedFetch;

/** Fetches a feed, all of its URLs or none; one fetch serves all feeds with this source. */
export async function fetchSource(
  feed: Feed,
  previous: PreviousFetch,
  services: Services,
): Promise<SourceOutcome> {
  const [only, ...others] = feed.sources;
  if (only === undefined || others.length > 0) return fetchParts(feed, services);
  const fetched = await fetchOne(feed, only, previous, services, { lendFiles: true });
  if (fetched.kind !== 'fetched') return fetched;
  const { file, ...rest } = fetched;
  return { ...rest, files: [file] };
}

/** What identifies a source: two feeds with one key would fetch the same bytes. */
export function sourceKey({ url, auth, headers }: FeedSource): string {
  const text = JSON.stringify([url.href, auth?.user, auth?.password, Object.entries(headers).sort()]);
  return createHash('sha256').update(text).digest('hex');
}

/** Several files have no validators in common: each is asked for whole. */
async function fetchParts(feed: Feed, services: Services): Promise<SourceOutcome> {
  const parts: Extract<FetchOutcome, { kind: 'fetched' }>[] = [];
  for (const source of feed.sources) {
    const previous = { etag: null, lastModified: null, unconditional: true };
    const fetched = await fetchOne(feed, source, previous, services);
    if (fetched.kind === 'fetched') {
      parts.push(fetched);
      continue;
    }
    for (const { file } of parts) await file.discard();
    return fetched;
  }
  return {
    kind: 'fetched',
    files: parts.map(({ file }) => file),
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    bodyHash: createHash('sha256')
      .update(parts.map((part) => part.bodyHash).join('\n'))
      .digest('hex'),
    lengthAnnounced: parts.every((part) => part.lengthAnnounced),
    etag: null,
    lastModified: null,
  };
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
