import { sql } from 'kysely';
import { externalId } from '../../core/listing/external-id.js';
import { inactiveMark, markOf } from '../../core/listing/lost-fields.js';
import type { Reader, Writer } from '../database/database.js';
import { plainBytes } from '../database/codec.js';
import { insertMany } from '../database/insert-many.js';
import { idsOf, readListings } from '../database/listing-rows.js';
import { inBlocks } from '../database/queries.js';
import type { ListingRecord } from '../../model/listing.js';
import type { StageAnswer, StagedRecord } from '../../model/staged-record.js';
import { decodeOutcome } from './staged-record.js';
import type { StagedWithStored } from '../store.js';
import { numberSurroundings, packRaw } from './raw-records.js';
import { listingCodec, recordCodec, type RecordFields, type Tables } from '../database/tables.js';
import { entriesOf } from '../outbox/entries.js';

/** Stages records until their snapshot is proven complete. A new source id gets an ordinal. */
export async function stageRecords(
  writer: Writer,
  feedId: number,
  records: readonly StagedRecord[],
): Promise<StageAnswer[]> {
  const places = await placesOf(writer, feedId, records);
  const ordinals = [...places.values()].map(({ ordinal }) => ordinal);
  const staged = await stagedFingerprints(writer, feedId, ordinals);
  const raws = records.flatMap(({ raw }) => raw ?? []);
  const around = await numberSurroundings(
    writer,
    feedId,
    raws.map(({ surroundings }) => surroundings),
  );
  const fresh: Tables['staged'][] = [];
  const answers = records.map((record): StageAnswer => {
    const { fingerprint, content, raw = null } = record;
    const place = places.get(record.sourceId) ?? { ordinal: -1, formerMark: null };
    const { ordinal } = place;
    const before = staged.get(ordinal);
    if (before !== undefined)
      return { ...place, seenBefore: Buffer.compare(before, fingerprint) === 0 ? 'same' : 'different' };
    staged.set(ordinal, fingerprint);
    const surroundings = raw === null ? null : (around.get(raw.surroundings) ?? null);
    fresh.push({
      feedId,
      ordinal,
      fingerprint,
      content,
      raw: raw === null ? null : packRaw(raw),
      surroundings,
    });
    return { ...place, seenBefore: 'first' };
  });
  await insertMany(writer, fresh, {
    name: 'staged',
    of: (some) => writer.insertInto('staged').values(some),
  });
  return answers;
}

/** See RecordStore.stagedBlock. */
export async function stagedBlock(
  reader: Reader,
  feedId: number,
  afterOrdinal: number,
  limit: number,
): Promise<StagedWithStored[]> {
  const rows = await reader
    .selectFrom('staged')
    .innerJoin('record', (join) =>
      join.onRef('record.feedId', '=', 'staged.feedId').onRef('record.ordinal', '=', 'staged.ordinal'),
    )
    .select([
      'staged.ordinal',
      'record.sourceId',
      'staged.fingerprint',
      'staged.content',
      'staged.surroundings',
    ])
    .where('staged.feedId', '=', feedId)
    .where('staged.ordinal', '>', afterOrdinal)
    .orderBy('staged.ordinal')
    .limit(limit)
    .execute();
  const block = rows.map(({ ordinal, sourceId, fingerprint, content, surroundings }) => ({
    ordinal,
    hasRaw: surroundings !== null,
    staged: { ...decodeOutcome(content), sourceId, fingerprint: plainBytes(fingerprint) },
  }));
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

/** See RecordStore.discardStaged. A record row without a kind was added by staging and never committed. */
export async function discardStaged(writer: Writer, feedId: number): Promise<void> {
  await writer.deleteFrom('staged').where('feedId', '=', feedId).execute();
  await writer.deleteFrom('record').where('feedId', '=', feedId).where('kind', 'is', null).execute();
}

/** Ordinal and former mark of each record, by source id. Adds unknown records. */
export async function placesOf(
  writer: Writer,
  feedId: number,
  records: readonly StagedRecord[],
): Promise<Map<string, Omit<StageAnswer, 'seenBefore'>>> {
  const places = new Map<string, Omit<StageAnswer, 'seenBefore'>>();
  const sourceIds = [...new Set(records.map((record) => record.sourceId))];
  const known = await inBlocks(sourceIds, (ids) =>
    writer
      .selectFrom('record')
      .select(['sourceId', 'ordinal', 'kind', 'removeReason'])
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids),
  );
  for (const { sourceId, ordinal, kind, removeReason } of known)
    places.set(sourceId, { ordinal, formerMark: markOf(kind, removeReason) });
  const mapped = known.flatMap(({ kind, sourceId }) => (kind === 'mapped' ? [sourceId] : []));
  for (const sourceId of await inactiveRecords(writer, feedId, mapped))
    places.set(sourceId, { ordinal: places.get(sourceId)?.ordinal ?? -1, formerMark: inactiveMark });
  const unknown = sourceIds.filter((id) => !places.has(id));
  const next = unknown.length === 0 ? 0 : await nextOrdinal(writer, feedId);
  const rows = unknown.map((sourceId, index) => {
    places.set(sourceId, { ordinal: next + index, formerMark: null });
    return recordCodec.encode(newRecord(feedId, sourceId, next + index));
  });
  await insertMany(writer, rows, {
    name: 'record',
    of: (some) => writer.insertInto('record').values(some),
  });
  return places;
}

/** Those of the records that have a listing which is wanted inactive. */
async function inactiveRecords(
  reader: Reader,
  feedId: number,
  sourceIds: readonly string[],
): Promise<string[]> {
  const rows = await inBlocks(sourceIds, (ids) =>
    inactiveListings(reader, feedId).select('sourceId').where('sourceId', 'in', ids),
  );
  return rows.flatMap(({ sourceId }) => sourceId ?? []);
}

/**
 * Listings of the feed that are not removed and wanted inactive, without those that a person had hidden for a time: that their feed shows them
 * again is expected.
 */
export function inactiveListings(reader: Reader, feedId: number) {
  return reader
    .selectFrom('listing')
    .where('feedId', '=', feedId)
    .where('offSince', 'is', null)
    .where('inactiveSince', 'is not', null)
    .where((eb) => eb.or([eb('activeUntil', 'is', null), eb('deactivation', 'is not', null)]));
}

/** One past the highest ordinal of the feed. */
export async function nextOrdinal(reader: Reader, feedId: number): Promise<number> {
  const row = await reader
    .selectFrom('record')
    .select(sql<number>`coalesce(max(ordinal) + 1, 0)`.as('next'))
    .where('feedId', '=', feedId)
    .executeTakeFirstOrThrow();
  return row.next;
}

async function stagedFingerprints(
  writer: Writer,
  feedId: number,
  ordinals: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const rows = await inBlocks(ordinals, (block) =>
    writer
      .selectFrom('staged')
      .select(['ordinal', 'fingerprint'])
      .where('feedId', '=', feedId)
      .where('ordinal', 'in', block),
  );
  return new Map(rows.map(({ ordinal, fingerprint }) => [ordinal, fingerprint]));
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

/** A record without an outcome. */
export function newRecord(feedId: number, sourceId: string, ordinal: number): RecordFields {
  return {
    feedId,
    ordinal,
    sourceId,
    fingerprint: null,
    kind: null,
    removeReason: null,
    listingCount: 0,
    hasError: false,
    codes: [],
    issues: [],
    uses: [],
    readAt: null,
    understoodAt: null,
    changedAt: null,
    offer: null,
  };
}
