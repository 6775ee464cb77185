import type { RawContent } from '../../model/staged-record.js';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { packBytes, unpackBytes } from '../database/codec.js';
import type { RawRecordStore, RawSelection } from '../contract/raw-records.js';
import { blocksOf, excluded, type Database, type Reader, type Writer } from '../database/database.js';
import { insertMany } from '../database/insert-many.js';
import type { Millis } from '../../model/millis.js';
import { firstOf, inBlocks } from '../database/queries.js';
import type { RecordDecision } from '../store.js';

/** A decided record that is kept itself. */
type Kept = RecordDecision & { raw: RawContent };

const rawKey = ['feedId', 'sourceId', 'later'] as const;

export function createRawRecords({ db, write }: Database): RawRecordStore {
  return {
    async places(feedId, which) {
      const rows = await selected(db, feedId, which)
        .innerJoin('rawSurroundings as around', 'around.id', 'raw.surroundings')
        .select(['around.id', 'around.content'])
        .distinct()
        .orderBy('around.id')
        .execute();
      return rows.map(({ id, content }) => ({ id, surroundings: textOf(content) }));
    },
    async page(feedId, { placeId, ...which }, afterOrdinal, limit) {
      const rows = await selected(db, feedId, which)
        .select(['record.ordinal', 'raw.sourceId', 'raw.content'])
        .where('raw.surroundings', '=', placeId)
        .where('record.ordinal', '>', afterOrdinal)
        .orderBy('record.ordinal')
        .limit(limit)
        .execute();
      return rows.map(({ ordinal, sourceId, content }) => ({ ordinal, sourceId, ...unpackRaw(content) }));
    },
    async of(feedId, sourceId) {
      const rows = await db
        .selectFrom('rawRecord as raw')
        .innerJoin('rawSurroundings as around', 'around.id', 'raw.surroundings')
        .select(['raw.sourceId', 'raw.readAt', 'raw.content', 'around.content as around'])
        .where('raw.feedId', '=', feedId)
        .where('raw.sourceId', '=', sourceId)
        .orderBy('raw.later', 'desc')
        .execute();
      return rows.map(({ content, around, ...row }) => ({
        ...row,
        ...unpackRaw(content),
        surroundings: textOf(around),
      }));
    },
    async any(feedId) {
      const some = db.selectFrom('rawRecord').select('sourceId').where('feedId', '=', feedId).limit(1);
      return (await firstOf(some)) !== null;
    },
    forget: (before) => write((writer) => forget(writer, before)),
  };
}

/** See `RawSelection`. */
function selected(reader: Reader, feedId: number, { which, forgotten }: RawSelection) {
  const isOvertaken = sql<boolean>`exists (select 1 from raw_record as newer
    where newer.feed_id = raw.feed_id and newer.source_id = raw.source_id and newer.later > raw.later)`;
  return reader
    .selectFrom('rawRecord as raw')
    .innerJoin('record', (join) =>
      join.onRef('record.feedId', '=', 'raw.feedId').onRef('record.sourceId', '=', 'raw.sourceId'),
    )
    .where('raw.feedId', '=', feedId)
    .where('record.feedId', '=', feedId)
    .where('raw.goneAt', 'is', null)
    .where((eb) => (which === 'overtaken' ? isOvertaken : eb.not(isOvertaken)))
    .$if(forgotten, (some) => some.where('record.fingerprint', 'is', null));
}

/** Ids in `rawSurroundings` of the surroundings of records. Each text is stored once per feed. */
async function numberSurroundings(
  writer: Writer,
  feedId: number,
  texts: Iterable<string>,
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const text of new Set(texts)) {
    const digest = createHash('sha256').update(text).digest('hex');
    const known = await writer
      .selectFrom('rawSurroundings')
      .select('id')
      .where('feedId', '=', feedId)
      .where('digest', '=', digest)
      .executeTakeFirst();
    const add = writer
      .insertInto('rawSurroundings')
      .values({ feedId, digest, content: packBytes(Buffer.from(text)) })
      .returning('id');
    const row = known ?? (await add.executeTakeFirstOrThrow());
    numbers.set(text, row.id);
  }
  return numbers;
}

/**
 * Keeps the bytes of decided records, in the transaction that commits their outcome. A version that decides about its listings
 * replaces all former versions. Any other version is stored beside the last deciding one: under another mapping both are read, the deciding
 * one first.
 */
export async function keepRaw(
  writer: Writer,
  feedId: number,
  decisions: readonly RecordDecision[],
  now: Millis,
): Promise<void> {
  const kept = decisions.flatMap((decision): Kept[] => {
    const { raw = null } = decision;
    return raw === null ? [] : [{ ...decision, raw }];
  });
  const deciding = kept.filter(decidesListings);
  await inBlocks(sourceIdsOf(deciding), (ids) =>
    writer.deleteFrom('rawRecord').where('feedId', '=', feedId).where('sourceId', 'in', ids),
  );
  await insertRaw(writer, feedId, deciding, 0, now);
  const others = kept.filter(
    (decision) => (decision.kind === 'invalid' || decision.kind === 'keep') && !decidesListings(decision),
  );
  const known = await inBlocks(sourceIdsOf(others), (ids) =>
    writer
      .selectFrom('rawRecord')
      .select('sourceId')
      .where('feedId', '=', feedId)
      .where('later', '=', 0)
      .where('sourceId', 'in', ids),
  );
  const ids = new Set(sourceIdsOf(known));
  const isKnown = ({ sourceId }: Kept): boolean => ids.has(sourceId);
  const [later, first] = [others.filter(isKnown), others.filter((decision) => !isKnown(decision))];
  await insertRaw(writer, feedId, first, 0, now);
  await insertRaw(writer, feedId, later, 1, now);
}

function sourceIdsOf(rows: readonly { sourceId: string }[]): string[] {
  return rows.map(({ sourceId }) => sourceId);
}

/**
 * Whether this version decides what happens to its record's listings, so that it replaces the former versions. A version that cancels a
 * removal decides too: if the former version were kept, mapping it again would queue that removal again.
 */
function decidesListings({ kind, listings }: RecordDecision): boolean {
  return (
    kind === 'mapped' ||
    kind === 'ignore' ||
    kind === 'remove' ||
    listings.some(({ queue }) => queue === 'cancel')
  );
}

/**
 * Deletes the former of two kept versions of each record. For records that received listings of another feed: the former version was read
 * before, and decided nothing about these listings.
 */
export async function forgetOvertaken(
  writer: Writer,
  feedId: number,
  sourceIds: readonly string[],
): Promise<void> {
  for (const ids of blocksOf(sourceIds)) {
    const overtaking = writer
      .selectFrom('rawRecord')
      .select('sourceId')
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids)
      .where('later', '=', 1);
    await writer
      .deleteFrom('rawRecord')
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', overtaking)
      .where('later', '=', 0)
      .execute();
    await writer
      .updateTable('rawRecord')
      .set({ later: 0 })
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids)
      .execute();
  }
}

async function insertRaw(
  writer: Writer,
  feedId: number,
  kept: readonly Kept[],
  later: 0 | 1,
  now: Millis,
): Promise<void> {
  if (kept.length === 0) return;
  const places = await numberSurroundings(
    writer,
    feedId,
    kept.map(({ raw }) => raw.surroundings),
  );
  // The record's outcome is written by now.
  const known = await inBlocks(sourceIdsOf(kept), (ids) =>
    writer
      .selectFrom('record')
      .select(['sourceId', 'readAt'])
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids),
  );
  const readAt = new Map(known.map((row) => [row.sourceId, row.readAt]));
  const rows = kept.flatMap(({ sourceId, raw }) => {
    const surroundings = places.get(raw.surroundings);
    if (surroundings === undefined) return [];
    const times = { readAt: readAt.get(sourceId) ?? now, goneAt: null };
    return [{ feedId, sourceId, later, ...times, content: packRaw(raw), surroundings }];
  });
  await insertMany(writer, rows, {
    name: 'raw record',
    of: (some, row) =>
      writer
        .insertInto('rawRecord')
        .values(some)
        .onConflict((conflict) => conflict.columns([...rawKey]).doUpdateSet(excluded(row, [...rawKey]))),
  });
}

/** Marks raw records whose last listing is removed now. They are not read again, and deleted after the retention time. */
export async function markGone(
  writer: Writer,
  listings: readonly { feedId: number | null; sourceId: string | null; externalId: string }[],
  now: Millis,
): Promise<void> {
  const ids = new Set(listings.map(({ externalId }) => externalId));
  for (const { feedId, sourceId } of listings) {
    if (feedId === null || sourceId === null) continue;
    const live = await writer
      .selectFrom('listing')
      .select('externalId')
      .where('feedId', '=', feedId)
      .where('sourceId', '=', sourceId)
      .where('offSince', 'is', null)
      .execute();
    if (live.every(({ externalId }) => ids.has(externalId)))
      await setGoneAt(writer, { feedId, sourceId }, now);
  }
}

/** Takes back `markGone` for a suppressed listing: it is removed, but its feed still has it. */
export async function markPresent(
  writer: Writer,
  record: { feedId: number | null; sourceId: string | null },
): Promise<void> {
  await setGoneAt(writer, record, null);
}

async function setGoneAt(
  writer: Writer,
  { feedId, sourceId }: { feedId: number | null; sourceId: string | null },
  goneAt: Millis | null,
): Promise<void> {
  await writer
    .updateTable('rawRecord')
    .set({ goneAt })
    .where('feedId', '=', feedId)
    .where('sourceId', '=', sourceId)
    .execute();
}

/** Deletes all raw records of a feed that is not a delta feed any more. */
export async function forgetRawOf(writer: Writer, feedId: number): Promise<void> {
  await writer.deleteFrom('rawRecord').where('feedId', '=', feedId).execute();
}

async function forget(writer: Writer, before: Millis): Promise<void> {
  await writer
    .deleteFrom('rawRecord')
    .where((eb) =>
      eb.or([
        eb('goneAt', '<', before),
        eb.and([
          eb('readAt', '<', before),
          eb.not(
            eb.exists(
              eb
                .selectFrom('record')
                .select('record.ordinal')
                .whereRef('record.feedId', '=', 'rawRecord.feedId')
                .whereRef('record.sourceId', '=', 'rawRecord.sourceId'),
            ),
          ),
        ]),
      ]),
    )
    .execute();
  await sql`delete from raw_surroundings
    where not exists (select 1 from raw_record where raw_record.surroundings = raw_surroundings.id)`.execute(
    writer,
  );
}

const undecodableMark = 1;

/** Compresses a raw record: one byte, 1 if undecodable and else 0, then the record's bytes. */
function packRaw({ bytes, undecodable }: RawContent): Uint8Array {
  return packBytes(Buffer.concat([Buffer.of(undecodable ? undecodableMark : 0), bytes]));
}

function unpackRaw(packed: Uint8Array): Pick<RawContent, 'bytes' | 'undecodable'> {
  const content = unpackBytes(packed);
  return { bytes: content.subarray(1), undecodable: content[0] === undecodableMark };
}

function textOf(packed: Uint8Array): string {
  return Buffer.from(unpackBytes(packed)).toString('utf8');
}
