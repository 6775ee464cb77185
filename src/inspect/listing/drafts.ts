import type { SourceId } from '../../model/ids.js';
import { externalId as toExternalId } from '../../core/listing/external-id.js';
import type { UnlistedRecord } from '../../store/store.js';
import type { FeedRecord } from '../../model/feed.js';
import { rereadSource, type ExplainDeps } from './explain.js';
import { readEach, type Reread } from './read-again.js';

/** What a record that cannot be published says of its listing, as far as it could be mapped: a payload with gaps. */
export type Draft = Readonly<Record<string, unknown>>;

/** Reads records of one feed again. Records that no kept file has are left out. @param records of the feed */
export async function draftsOf(
  feed: FeedRecord,
  records: readonly UnlistedRecord[],
  deps: Pick<ExplainDeps, 'store' | 'spool' | 'readable'> & { idPrefixOf: (feedName: string) => string },
): Promise<Map<SourceId, Draft>> {
  const [first] = records;
  if (first === undefined) return new Map();
  const { connectionId } = feed;
  const source = await rereadSource({ feed, connectionId, sourceId: first.sourceId }, deps);
  if (typeof source === 'string') return new Map();
  const wanted = records.map(({ sourceId }) => ({
    sourceId,
    externalId: toExternalId(sourceId, deps.idPrefixOf(feed.name)),
    offer: null,
  }));
  const found = await readEach(wanted, {
    ...source,
    keptOf: (sourceId) => deps.store.rawRecords.of(feed.id, sourceId),
  });
  return new Map([...found].map(([sourceId, reread]) => [sourceId, draftOf(reread)]));
}

/** The values that the mapping found for the record's first listing, each under its path. The last step of a path decides. */
function draftOf({ trace }: Pick<Reread, 'trace'>): Draft {
  const listing = trace.find((step) => step.listing !== undefined)?.listing;
  const own = trace.filter((step) => step.listing === undefined || step.listing === listing);
  const values = new Map(
    own.map(({ path, raw, result }) => [path, path === 'photos' ? photosOf(raw, result) : result]),
  );
  // Both amounts are read from one figure; the offer decides which of them the listing has.
  const other = values.get('transaction') === 'rent' ? 'price.' : 'rent.';
  const draft: Record<string, unknown> = {};
  for (const [path, value] of values) if (value != null && !path.startsWith(other)) put(value, path, draft);
  return draft;
}

/** As many as the record has. Of their addresses the trace has the first. */
function photosOf(first: string | null, count: unknown): (string | null)[] | null {
  return typeof count === 'number'
    ? Array.from({ length: count }, (_, at) => (at === 0 ? first : null))
    : null;
}

function put(value: unknown, path: string, draft: Record<string, unknown>): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let place = draft;
  for (const name of names) {
    const inner = Object.hasOwn(place, name) ? place[name] : undefined;
    place = isPlain(inner) ? inner : (place[name] = {});
  }
  place[last] = value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
