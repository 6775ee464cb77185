import type { ConnectionId, ExternalId, FeedId, SourceId } from '../../model/ids.js';
import { externalId as toExternalId } from '../../core/listing/external-id.js';
import type { Issue, Offer, RecordKind } from '../../model/outcome.js';
import type { ListingRecord } from '../../model/listing.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';

interface RecordSummary {
  kind: RecordKind | null;
  offer: Offer | null;
  issues: Issue[];
  codes: string[];
  /** When the file with the record's present content was fetched. */
  readAt: Millis | null;
  /** When the record's outcome was committed. */
  understoodAt: Millis | null;
}

/** The listing that a query names, or a record that yields none. */
export interface Subject {
  connectionId: ConnectionId;
  externalId: ExternalId;
  sourceId: SourceId | null;
  feed: FeedRecord | null;
  listing: ListingRecord | null;
  /** Of a new listing that waits because of a doubt. */
  title?: string | null;
  record: RecordSummary | null;
}

export interface SubjectScope {
  feedId?: FeedId;
  connectionId?: ConnectionId;
}

export interface SubjectDeps {
  store: Store;
  /** `id_prefix` of a feed's configuration; empty where it has none. */
  idPrefixOf: (feedName: string) => string;
  /** Searches the last files for records without a listing that contain these words; left out: no such search. */
  unlisted?: (query: string, feeds: readonly FeedRecord[]) => Promise<Subject[]>;
}

/**
 * Finds what `query` names, ignoring case, script and diacritics. A listing, even a removed one, is found by external id, source id, the
 * agency's code, portal id, its URL at the portal, or words of its title and address. A new listing that waits because of a doubt is found
 * by its external id. A record without a listing is found by source id or code, and last by its text. Returns one subject, several to
 * choose from, or none.
 */
export async function findSubjects(
  query: string,
  scope: SubjectScope,
  deps: SubjectDeps,
): Promise<Subject[]> {
  const { store } = deps;
  const name = query.trim();
  const found = await store.listings.find(name, scope);
  const exact = found.filter((row) => row.externalId === name);
  const listings = exact.length > 0 ? exact : found;
  // A match within a title must not hide a record with exactly this id.
  const isNamed = listings.some((row) => row.externalId === name || row.sourceId === name);
  const waiting = exact.length > 0 ? [] : await waitingListing(name, scope, store);
  if (waiting.length > 0) return waiting;
  const records = isNamed ? [] : await recordsNamed(name, scope, deps);
  if (records.length > 0 && !listings.some((row) => isOf(row, records))) return records;
  if (listings.length === 0 && deps.unlisted !== undefined) {
    const feeds = (await store.feeds.all()).filter((feed) => isInScope(feed, scope));
    return deps.unlisted(name, feeds);
  }
  return Promise.all(listings.map((row) => ofListing(row, store)));
}

/** Records with this id or code, as subjects without a listing. */
async function recordsNamed(query: string, scope: SubjectScope, deps: SubjectDeps): Promise<Subject[]> {
  const feeds = (await deps.store.feeds.all()).filter((feed) => isInScope(feed, scope));
  const found = await Promise.all(feeds.map((feed) => ofRecords(feed, query, deps)));
  return found.flat();
}

/**
 * The records whose listing of this id waits because of a doubt and is in no table of listings. The id may have a suffix that the id of the
 * record lacks.
 */
async function waitingListing(
  externalId: ExternalId,
  { feedId, connectionId }: SubjectScope,
  store: Store,
): Promise<Subject[]> {
  const doubts = await store.content.doubtsOf(externalId, connectionId);
  const records = new Map(doubts.map((doubt) => [`${doubt.feedId} ${doubt.sourceId}`, doubt]));
  const found = [...records.values()].filter((doubt) => feedId === undefined || doubt.feedId === feedId);
  return Promise.all(
    found.map(async (doubt) => ({
      ...{ connectionId: doubt.connectionId, externalId, sourceId: doubt.sourceId, listing: null },
      title: doubt.title,
      feed: await store.feeds.get(doubt.feedId),
      record: await store.records.get(doubt.feedId, doubt.sourceId),
    })),
  );
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
