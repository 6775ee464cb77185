import { externalId as toExternalId } from '../core/external-id.js';
import type { Issue, RecordKind } from '../core/outcome.js';
import type { FeedRow, ListingRow } from '../store/rows.js';
import type { Store } from '../store/store.js';

export interface RecordSummary {
  kind: RecordKind | null;
  issues: Issue[];
  codes: string[];
}

/** What a person means by an id: a listing, or a record that yields none. */
export interface Subject {
  connectionId: string;
  externalId: string;
  sourceId: string | null;
  feed: FeedRow | null;
  listing: ListingRow | null;
  record: RecordSummary | null;
}

export interface SubjectScope {
  feedId?: number;
  connectionId?: string;
}

export interface SubjectDeps {
  store: Store;
  /** `id_prefix` of a feed's configuration; empty where it has none. */
  idPrefixOf: (feedName: string) => string;
}

/**
 * Finds what `query` names: by external id, source id, agency's code, portal id or part of a title; else a record without
 * a listing by its source id. One answer, several to choose from, or none.
 */
export async function findSubjects(
  query: string,
  scope: SubjectScope,
  deps: SubjectDeps,
): Promise<Subject[]> {
  const { store } = deps;
  const feeds = (await store.feeds.all()).filter((feed) => isInScope(feed, scope));
  const found = await store.listings.find(query, scope);
  const exact = found.filter((row) => row.externalId === query);
  const listings = exact.length > 0 ? exact : found;
  if (listings.length > 0) return Promise.all(listings.map((row) => ofListing(row, store)));

  const records = await Promise.all(feeds.map((feed) => ofRecord(feed, query, deps)));
  return records.filter((subject) => subject !== null);
}

async function ofListing(listing: ListingRow, store: Store): Promise<Subject> {
  const { connectionId, externalId, sourceId, feedId } = listing;
  const feed = feedId === null ? null : await store.feeds.get(feedId);
  const record = feed === null || sourceId === null ? null : await store.records.get(feed.id, sourceId);
  return { connectionId, externalId, sourceId, feed, listing, record };
}

async function ofRecord(
  feed: FeedRow,
  query: string,
  { store, idPrefixOf }: SubjectDeps,
): Promise<Subject | null> {
  const prefix = idPrefixOf(feed.name);
  const candidates = [
    query,
    ...(prefix !== '' && query.startsWith(prefix) ? [query.slice(prefix.length)] : []),
  ];
  for (const sourceId of candidates) {
    const record = await store.records.get(feed.id, sourceId);
    if (record === null) continue;
    const externalId = toExternalId(sourceId, prefix);
    return { connectionId: feed.connectionId, externalId, sourceId, feed, listing: null, record };
  }
  return null;
}

function isInScope(feed: FeedRow, { feedId, connectionId }: SubjectScope): boolean {
  return (
    (feedId === undefined || feed.id === feedId) &&
    (connectionId === undefined || feed.connectionId === connectionId)
  );
}
