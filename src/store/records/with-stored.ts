import { externalId } from '../../core/listing/external-id.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Reader } from '../database/database.js';
import { idsOf, readListings } from '../database/listing-rows.js';
import { inBlocks } from '../database/queries.js';
import { listingCodec } from '../database/tables.js';
import { entriesOf } from '../outbox/entries.js';
import type { StagedRow, StagedWithStored } from '../store.js';

/** See RecordStore.withStored. */
export async function withStored(
  reader: Reader,
  feedId: number,
  block: readonly StagedRow[],
): Promise<StagedWithStored[]> {
  if (block.length === 0) return [];
  const feed = await reader
    .selectFrom('feed')
    .select(['connectionId', 'idPrefix'])
    .where('id', '=', feedId)
    .executeTakeFirstOrThrow();
  const yielded = block.flatMap(({ staged }) => yieldedIds(staged, feed.idPrefix));
  const owned = await listingsOfRecords(
    reader,
    feedId,
    block.map(({ staged }) => staged.sourceId),
  );
  const known = new Map([...owned.values()].flat().map((row) => [row.externalId, row]));
  const unread = yielded.filter((id) => !known.has(id));
  for (const row of await readListings(reader, feed.connectionId, unread)) known.set(row.externalId, row);
  const entries = await entriesOf(reader, feed.connectionId, [...known.keys()]);

  return block.map(({ staged, ...row }) => {
    const own = owned.get(staged.sourceId) ?? [];
    const others = yieldedIds(staged, feed.idPrefix).flatMap((id) => known.get(id) ?? []);
    const stored = [...new Map([...own, ...others].map((row) => [row.externalId, row])).values()];
    const outbox = stored.flatMap((row) => entries.get(row.externalId) ?? []);
    return { ...row, staged, stored, outbox };
  });
}

/**
 * External ids that the record yields. A record without listings counts with the id that it would yield, unless it is a record of another
 * feed.
 */
function yieldedIds({ kind, listings, sourceId }: StagedWithStored['staged'], idPrefix: string): string[] {
  if (listings.length > 0) return idsOf(listings);
  return kind === 'elsewhere' ? [] : [externalId(sourceId, idPrefix)];
}

async function listingsOfRecords(
  reader: Reader,
  feedId: number,
  sourceIds: readonly string[],
): Promise<Map<string, ListingRecord[]>> {
  const rows = await inBlocks(sourceIds, (ids) =>
    reader
      .selectFrom('listing')
      .selectAll()
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids)
      .orderBy('externalId'),
  );
  const listings = new Map<string, ListingRecord[]>();
  for (const row of rows.map(listingCodec.decode))
    listings.set(row.sourceId ?? '', [...(listings.get(row.sourceId ?? '') ?? []), row]);
  return listings;
}
