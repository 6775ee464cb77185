import { externalId as toExternalId } from '../../core/listing/external-id.js';
import type { Issue, RecordKind } from '../../model/outcome.js';
import type { ListingRecord } from '../../model/listing.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';

interface RecordSummary {
  kind: RecordKind | null;
  issues: Issue[];
  codes: string[];
  /** When the file that has its present content was fetched, and when its outcome was committed. */
  readAt: Millis | null;
  understoodAt: Millis | null;
}

/** What a person means by an id: a listing, or a record that yields none. */
export interface Subject {
  connectionId: string;
  externalId: string;
  sourceId: string | null;
  feed: FeedRecord | null;
  listing: ListingRecord | null;
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
  /** Looks through the last files for records that have no listing and say these words; left out: nobody does. */
  unlisted?: (query: string, feeds: readonly FeedRecord[]) => Promise<Subject[]>;
}

/**
 * Finds what `query` names, in any case, script and with or without diacritics: a listing, also one that is gone, by external
 * id, source id, agency's code, portal id, its page's address at the portal, or words of title and address; else a record that
 * yields none by its source id or code, and at last by what it says. One answer, several to choose from, or none.
 */
export async function findSubjects(
  query: string,
  scope: SubjectScope,
  deps: SubjectDeps,
): Promise<Subject[]> {
  const { store } = deps;
  const asked = query.trim();
  const found = await store.listings.find(asked, scope);
  const exact = found.filter((row) => row.externalId === asked);
  const listings = exact.length > 0 ? exact : found;
  // A part of a title is no reason to overlook a record that bears exactly this id.
  const isNamed = listings.some((row) => row.externalId === asked || row.sourceId === asked);
  const records = isNamed ? [] : await recordsNamed(asked, scope, deps);
  if (records.length > 0 && !listings.some((row) => isOf(row, records))) return records;
  if (listings.length === 0 && deps.unlisted !== undefined) {
    const feeds = (await store.feeds.all()).filter((feed) => isInScope(feed, scope));
    return deps.unlisted(asked, feeds);
  }
  return Promise.all(listings.map((row) => ofListing(row, store)));
}

/** Records that bear this id or code and have no listing. */
async function recordsNamed(query: string, scope: SubjectScope, deps: SubjectDeps): Promise<Subject[]> {
  const feeds = (await deps.store.feeds.all()).filter((feed) => isInScope(feed, scope));
  const found = await Promise.all(feeds.map((feed) => ofRecords(feed, query, deps)));
  return found.flat();
}

function isOf({ feedId, sourceId }: ListingRecord, records: readonly Subject[]): boolean {
  return records.some((record) => record.feed?.id === feedId && record.sourceId === sourceId);
}

async function ofListing(listing: ListingRecord, store: Store): Promise<Subject> {
  const { connectionId, externalId, sourceId, feedId } = listing;
  const feed = feedId === null ? null : await store.feeds.get(feedId);
  const record = feed === null || sourceId === null ? null : await store.records.get(feed.id, sourceId);
  return { connectionId, externalId, sourceId, feed, listing, record };
}

async function ofRecords(
  feed: FeedRecord,
  query: string,
  { store, idPrefixOf }: SubjectDeps,
): Promise<Subject[]> {
  const prefix = idPrefixOf(feed.name);
  const ids = [query, ...(prefix !== '' && query.startsWith(prefix) ? [query.slice(prefix.length)] : [])];
  for (const sourceIds of [ids, await store.records.byCode(feed.id, query)]) {
    const subjects: Subject[] = [];
    for (const sourceId of sourceIds) {
      const record = await store.records.get(feed.id, sourceId);
      if (record === null) continue;
      const externalId = toExternalId(sourceId, prefix);
      subjects.push({
        connectionId: feed.connectionId,
        externalId,
        sourceId,
        feed,
        listing: null,
        record,
      });
    }
    if (subjects.length > 0) return subjects;
  }
  return [];
}

function isInScope(feed: FeedRecord, { feedId, connectionId }: SubjectScope): boolean {
  return (
    (feedId === undefined || feed.id === feedId) &&
    (connectionId === undefined || feed.connectionId === connectionId)
  );
}
