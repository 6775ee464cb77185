import { sql } from 'kysely';
import type { RecordKind } from '../core/outcome.js';
import { commitBlock } from './commit-block.js';
import { blocksOf, type Database, type Reader } from './database.js';
import { discardStaged, nextOrdinal, stagedBlock, stageRecords } from './staging.js';
import type { RecordStore } from './store.js';
import { recordCodec } from './tables.js';
import { forgetRecords } from './take-off.js';

/** Records named with an unmapped word, for a person to look at. */
const samplesMax = 3;

type UnmappedWord = Awaited<ReturnType<RecordStore['unmapped']>>[number];

export function createRecords({ db, read, write, lookUp }: Database): RecordStore {
  return {
    lookUp,
    ordinalCount: (feedId) => nextOrdinal(db, feedId),
    stage: (feedId, records) => write((writer) => stageRecords(writer, feedId, records)),
    stagedBlock: (feedId, afterOrdinal, limit) =>
      read((reader) => stagedBlock(reader, feedId, afterOrdinal, limit)),
    commitBlock: (connectionId, feedId, decisions, now) =>
      write((writer) => commitBlock(writer, connectionId, feedId, decisions, now)),
    discardStaged: (feedId) => write((writer) => discardStaged(writer, feedId)),
    forget: (feedId, sourceIds) => write((writer) => forgetRecords(writer, feedId, sourceIds)),
    sweep: (feedId, seen) => write((writer) => sweep(writer, feedId, seen)),
    using: (feedId, kind, words) => using(db, feedId, kind, words),
    unmapped: (feedId) => unmappedWords(db, feedId),
    async get(feedId, sourceId) {
      const row = await db
        .selectFrom('record')
        .selectAll()
        .where('feedId', '=', feedId)
        .where('sourceId', '=', sourceId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { ordinal, fingerprint, kind, issues, codes } = recordCodec.decode(row);
      return { ordinal, fingerprint, kind, issues, codes };
    },
    async invalid(feedId, limit) {
      let query = db
        .selectFrom('record')
        .selectAll()
        // Written out, so that the partial index of these records serves it.
        .where('hasError', '=', sql.lit(1))
        .orderBy('feedId')
        .orderBy('sourceId')
        .limit(limit);
      if (feedId !== null) query = query.where('feedId', '=', feedId);
      const rows = await query.execute();
      return rows.map((row) => {
        const { feedId, sourceId, issues } = recordCodec.decode(row);
        return { feedId, sourceId, issues };
      });
    },
    async counts(feedId) {
      const counts: Record<RecordKind, number> = {
        mapped: 0,
        invalid: 0,
        keep: 0,
        ignore: 0,
        remove: 0,
        elsewhere: 0,
      };
      const rows = await db
        .selectFrom('record')
        .select(['kind', (eb) => eb.fn.countAll().as('count')])
        .where('feedId', '=', feedId)
        .where('kind', 'is not', null)
        .groupBy('kind')
        .execute();
      for (const { kind, count } of rows) if (kind !== null) counts[kind] = Number(count);
      return counts;
    },
  };
}

async function ordinalsWithoutListing(reader: Reader, feedId: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('record')
    .select('ordinal')
    .where('feedId', '=', feedId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('listing')
            .select('listing.externalId')
            .whereRef('listing.feedId', '=', 'record.feedId')
            .whereRef('listing.sourceId', '=', 'record.sourceId')
            .where('listing.offSince', 'is', null),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.ordinal);
}

/** Words without a mapping, most frequent first, each with the first records that have it. */
async function unmappedWords(db: Reader, feedId: number | null): Promise<UnmappedWord[]> {
  const ofFeed = feedId === null ? sql`` : sql`and depends.feed_id = ${feedId}`;
  const { rows } = await sql<Omit<UnmappedWord, 'samples'> & { sourceId: string }>`
    select feed_id, name, word, cast(total as integer) as count, source_id
    from (
      select depends.feed_id, depends.name, depends.word, record.source_id,
        count(*) over (partition by depends.feed_id, depends.name, depends.word) as total,
        row_number() over (partition by depends.feed_id, depends.name, depends.word order by depends.ordinal) as rank
      from depends
      join record on record.feed_id = depends.feed_id and record.ordinal = depends.ordinal
      where depends.kind = 'vocabulary' and depends.resolved is null ${ofFeed}
    ) as missed
    where rank <= ${samplesMax}
    order by total desc, feed_id, name, word, rank`.execute(db);
  const words = new Map<string, UnmappedWord>();
  for (const { sourceId, count, ...word } of rows) {
    const key = JSON.stringify(word);
    const entry = words.get(key) ?? { ...word, count, samples: [] };
    entry.samples.push(sourceId);
    words.set(key, entry);
  }
  return [...words.values()];
}

async function sweep(
  writer: Reader,
  feedId: number,
  seen: Parameters<RecordStore['sweep']>[1],
): Promise<void> {
  const ordinals = await ordinalsWithoutListing(writer, feedId);
  for (const absent of blocksOf(ordinals.filter((ordinal) => !seen.has(ordinal))))
    for (const table of ['depends', 'record'] as const)
      await writer.deleteFrom(table).where('feedId', '=', feedId).where('ordinal', 'in', absent).execute();
}

async function using(
  reader: Reader,
  feedId: number,
  kind: Parameters<RecordStore['using']>[1],
  words: Parameters<RecordStore['using']>[2],
): Promise<string[]> {
  const used = reader
    .selectFrom('depends')
    .innerJoin('record', (join) =>
      join.onRef('record.feedId', '=', 'depends.feedId').onRef('record.ordinal', '=', 'depends.ordinal'),
    )
    .select('record.sourceId')
    .distinct()
    .where('depends.feedId', '=', feedId)
    .where('depends.kind', '=', kind);
  const sourceIds = new Set<string>();
  for (const query of narrowed()) for (const row of await query.execute()) sourceIds.add(row.sourceId);
  return [...sourceIds];

  function narrowed(): (typeof used)[] {
    if (words === 'any') return [used];
    if (words === 'missed') return [used.where('depends.resolved', 'is', null)];
    return [...blocksOf(words)].map((block) => used.where('depends.word', 'in', block));
  }
}
