import type { RawContent } from '../../model/staged-record.js';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { packBytes, unpackBytes } from '../database/codec.js';
import type { RawRecordStore, RawSelection } from '../contract/raw-records.js';
import { blocksOf, type Database, type Reader, type Writer } from '../database/database.js';
import type { Millis } from '../../model/millis.js';
import type { RecordDecision } from '../store.js';

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
      const row = await db
        .selectFrom('rawRecord')
        .select('sourceId')
        .where('feedId', '=', feedId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    forget: (before) => write((writer) => forget(writer, before)),
  };
}

/** Records that the feed still has; of one whose listings are gone nothing is read again. */
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

/** What stands around staged records, each text once. */
export async function numberSurroundings(
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
    const row =
      known ??
      (await writer
        .insertInto('rawSurroundings')
        .values({ feedId, digest, content: packBytes(Buffer.from(text)) })
        .returning('id')
        .executeTakeFirstOrThrow());
    numbers.set(text, row.id);
  }
  return numbers;
}

/** Keeps the staged bytes of decided records, in the transaction that commits their outcome. */
export async function keepRaw(
  writer: Writer,
  feedId: number,
  decisions: readonly RecordDecision[],
  now: Millis,
): Promise<void> {
  const kept = decisions.filter(({ keepsRaw }) => keepsRaw === true);
  const telling = kept.filter(tells);
  const silent = kept.filter((decision) => isSilent(decision) && !tells(decision));
  for (const block of blocksOf(telling)) {
    await writer
      .deleteFrom('rawRecord')
      .where('feedId', '=', feedId)
      .where(
        'sourceId',
        'in',
        block.map(({ sourceId }) => sourceId),
      )
      .execute();
    await insertRaw(writer, feedId, block, 0, now);
  }
  // What was last told stays beside what says nothing: under another mapping both count, in their order.
  for (const block of blocksOf(silent)) {
    const known = await writer
      .selectFrom('rawRecord')
      .select('sourceId')
      .where('feedId', '=', feedId)
      .where('later', '=', 0)
      .where(
        'sourceId',
        'in',
        block.map(({ sourceId }) => sourceId),
      )
      .execute();
    const ids = new Set(known.map(({ sourceId }) => sourceId));
    await insertRaw(
      writer,
      feedId,
      block.filter(({ sourceId }) => !ids.has(sourceId)),
      0,
      now,
    );
    await insertRaw(
      writer,
      feedId,
      block.filter(({ sourceId }) => ids.has(sourceId)),
      1,
      now,
    );
  }
}

function isSilent({ kind }: RecordDecision): boolean {
  return kind === 'invalid' || kind === 'keep';
}

/** It says what becomes of its listings; so does one that calls a removal off, which what was told before would bring back. */
function tells({ kind, listings }: RecordDecision): boolean {
  return (
    kind === 'mapped' ||
    kind === 'ignore' ||
    kind === 'remove' ||
    listings.some(({ queue }) => queue === 'cancel')
  );
}

/** Listings passed to these records as they are now: what they told before is about other times. */
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
  decisions: readonly RecordDecision[],
  later: 0 | 1,
  now: Millis,
): Promise<void> {
  if (decisions.length === 0) return;
  const ordinals = sql.join(decisions.map(({ ordinal }) => ordinal));
  await sql`insert into raw_record (feed_id, source_id, later, read_at, gone_at, content, surroundings)
    select staged.feed_id, record.source_id, cast(${later} as integer), coalesce(record.read_at, cast(${now} as bigint)), null,
      staged.raw, staged.surroundings
    from staged
    join record on record.feed_id = staged.feed_id and record.ordinal = staged.ordinal
    where staged.feed_id = ${feedId} and staged.raw is not null and staged.ordinal in (${ordinals})
    on conflict (feed_id, source_id, later) do update set
      read_at = excluded.read_at, gone_at = null, content = excluded.content, surroundings = excluded.surroundings`.execute(
    writer,
  );
}

/** Of records whose last listing goes off: they are not read again, and forgotten after a while. */
export async function markGone(
  writer: Writer,
  listings: readonly { feedId: number | null; sourceId: string | null; externalId: string }[],
  now: Millis,
): Promise<void> {
  const ids = new Set(listings.map(({ externalId }) => externalId));
  for (const { feedId, sourceId } of listings) {
    if (feedId === null || sourceId === null) continue;
    const on = await writer
      .selectFrom('listing')
      .select('externalId')
      .where('feedId', '=', feedId)
      .where('sourceId', '=', sourceId)
      .where('offSince', 'is', null)
      .execute();
    if (on.some(({ externalId }) => !ids.has(externalId))) continue;
    await changeGone(writer, { feedId, sourceId }, now);
  }
}

/** Its feed has it, though it is off. */
export function markPresent(writer: Writer, feedId: number | null, sourceId: string | null): Promise<void> {
  return feedId === null || sourceId === null
    ? Promise.resolve()
    : changeGone(writer, { feedId, sourceId }, null);
}

async function changeGone(
  writer: Writer,
  { feedId, sourceId }: { feedId: number; sourceId: string },
  goneAt: Millis | null,
): Promise<void> {
  await writer
    .updateTable('rawRecord')
    .set({ goneAt })
    .where('feedId', '=', feedId)
    .where('sourceId', '=', sourceId)
    .execute();
}

/** All of a feed that is no feed of changes any more. */
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
    where not exists (select 1 from raw_record where raw_record.surroundings = raw_surroundings.id)
      and not exists (select 1 from staged where staged.surroundings = raw_surroundings.id)`.execute(writer);
}

const undecodableMark = 1;

/** A mark, then the record. */
export function packRaw({ bytes, undecodable }: RawContent): Uint8Array {
  return packBytes(Buffer.concat([Buffer.of(undecodable ? undecodableMark : 0), bytes]));
}

function unpackRaw(packed: Uint8Array): Pick<RawContent, 'bytes' | 'undecodable'> {
  const content = unpackBytes(packed);
  return { bytes: content.subarray(1), undecodable: content[0] === undecodableMark };
}

function textOf(packed: Uint8Array): string {
  return Buffer.from(unpackBytes(packed)).toString('utf8');
}
