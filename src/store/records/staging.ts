import { sql } from 'kysely';
import { externalId } from '../../core/listing/external-id.js';
import { markOf } from '../../core/listing/lost-fields.js';
import { blocksOf, type Reader, type Writer } from '../database/database.js';
import { plainBytes } from '../database/codec.js';
import { insertMany } from '../database/insert-many.js';
import { decodeListing, readListings } from '../database/listing-rows.js';
import type { ListingRecord } from '../../model/listing.js';
import type { StageAnswer, StagedRecord } from '../../model/staged-record.js';
import { decodeOutcome } from './staged-record.js';
import type { StagedWithStored } from '../store.js';
import { numberSurroundings, packRaw } from './raw-records.js';
import { recordCodec, type RecordFields, type Tables } from '../database/tables.js';
import { entriesOf } from '../outbox/entries.js';

/** Puts records aside until their snapshot is proven complete; gives new source ids an ordinal. */
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

/** Staged records by ordinal, each with its stored listings, the owners of the ids that it names, and their wishes. */
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
  const named = block.flatMap(({ staged }) => idsOf(staged, feed.idPrefix));
  const owned = await listingsOfRecords(
    reader,
    feedId,
    block.map(({ staged }) => staged.sourceId),
  );
  const known = new Map([...owned.values()].flat().map((row) => [row.externalId, row]));
  const unread = named.filter((id) => !known.has(id));
  for (const row of await readListings(reader, feed.connectionId, unread)) known.set(row.externalId, row);
  const wishes = await entriesOf(reader, feed.connectionId, [...known.keys()]);

  return block.map(({ staged, ...row }) => {
    const own = owned.get(staged.sourceId) ?? [];
    const others = idsOf(staged, feed.idPrefix).flatMap((id) => known.get(id) ?? []);
    const stored = [...new Map([...own, ...others].map((row) => [row.externalId, row])).values()];
    const outbox = stored.flatMap((row) => wishes.get(row.externalId) ?? []);
    return { ...row, staged, stored, outbox };
  });
}

/** Those that it names; one that names none would be known by its own. */
function idsOf(
  { kind, listings, sourceId }: StagedWithStored['staged'],
  idPrefix: string,
): readonly string[] {
  if (listings.length > 0) return listings.map((listing) => listing.externalId);
  return kind === 'elsewhere' ? [] : [externalId(sourceId, idPrefix)];
}

/** Drops what is staged, and the records that were met first by the run that staged them. */
export async function discardStaged(writer: Writer, feedId: number): Promise<void> {
  await writer.deleteFrom('staged').where('feedId', '=', feedId).execute();
  await writer.deleteFrom('record').where('feedId', '=', feedId).where('kind', 'is', null).execute();
}

/** The records' places in the feed, new ones for those that were never met. */
async function placesOf(
  writer: Writer,
  feedId: number,
  records: readonly StagedRecord[],
): Promise<Map<string, Omit<StageAnswer, 'seenBefore'>>> {
  const places = new Map<string, Omit<StageAnswer, 'seenBefore'>>();
  const sourceIds = [...new Set(records.map((record) => record.sourceId))];
  for (const ids of blocksOf(sourceIds)) {
    const rows = await writer
      .selectFrom('record')
      .select(['sourceId', 'ordinal', 'kind', 'removeReason'])
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids)
      .execute();
    for (const { sourceId, ordinal, kind, removeReason } of rows)
      places.set(sourceId, { ordinal, formerMark: markOf(kind, removeReason) });
  }
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
  const fingerprints = new Map<number, Uint8Array>();
  for (const block of blocksOf(ordinals)) {
    const rows = await writer
      .selectFrom('staged')
      .select(['ordinal', 'fingerprint'])
      .where('feedId', '=', feedId)
      .where('ordinal', 'in', block)
      .execute();
    for (const row of rows) fingerprints.set(row.ordinal, row.fingerprint);
  }
  return fingerprints;
}

async function listingsOfRecords(
  reader: Reader,
  feedId: number,
  sourceIds: readonly string[],
): Promise<Map<string, ListingRecord[]>> {
  const listings = new Map<string, ListingRecord[]>();
  for (const ids of blocksOf(sourceIds)) {
    const rows = await reader
      .selectFrom('listing')
      .selectAll()
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids)
      .orderBy('externalId')
      .execute();
    for (const row of rows.map(decodeListing))
      listings.set(row.sourceId ?? '', [...(listings.get(row.sourceId ?? '') ?? []), row]);
  }
  return listings;
}

/** A record that was never read. */
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
  };
}
