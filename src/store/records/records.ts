import { sql } from 'kysely';
import { inactiveMark, markOf } from '../../core/listing/lost-fields.js';
import type { FeedId, SourceId } from '../../model/ids.js';
import type { RecordKind } from '../../model/outcome.js';
import type { Millis } from '../../model/millis.js';
import { commitBlock } from './commit-block.js';
import type { Database, Reader } from '../database/database.js';
import { inBlocks, literally } from '../database/queries.js';
import { inactiveListings, nextOrdinal, placesOf } from './places.js';
import { withStored } from './with-stored.js';
import type { RecordStore } from '../store.js';
import { recordCodec } from '../database/tables.js';
import { changedAfter, noteChanged } from './changed-records.js';
import { pairsOf } from './pairs.js';
import { forgetRecords } from './forget-records.js';
import { hasNoListing, unlistedRecords } from './unlisted.js';
import { discardStaged, hasStaged } from './former-staging.js';
import { unseenOrdinals } from './unseen.js';
import { recordsUsing, unmappedWords, wordsUnder } from './used-words.js';

/** Maximum number of results: a person does not look through more. */
const foundMax = 50;

export function createRecords({ db, read, write, writeUnsynced, lookUps }: Database): RecordStore {
  return {
    lookUps,
    ordinalCount: (feedId) => nextOrdinal(db, feedId),
    places: (feedId, sourceIds) => placesOf(db, feedId, sourceIds),
    pairs: (feedId) => pairsOf(db, feedId),
    withStored: (feedId, rows) => read((reader) => withStored(reader, feedId, rows)),
    commitBlock: (connectionId, feedId, decisions, now) =>
      writeUnsynced((writer) => commitBlock(writer, connectionId, feedId, decisions, now)),
    async discardStaged(feedId) {
      if (await hasStaged(db, feedId)) await write((writer) => discardStaged(writer, feedId));
    },
    forget: (feedId, sourceIds) => write((writer) => forgetRecords(writer, feedId, sourceIds)),
    sweep: (feedId, seen) => write((writer) => sweep(writer, feedId, seen)),
    sweepRemoved: (feedId, before) => write((writer) => sweepRemoved(writer, feedId, before)),
    noteChanged: (feedId, ordinals, place) =>
      ordinals.length === 0
        ? Promise.resolve()
        : writeUnsynced((writer) => noteChanged(writer, feedId, ordinals, place)),
    changedAfter: (feedId, place) => changedAfter(db, feedId, place),
    marked: (feedId) => marked(db, feedId),
    using: (feedId, kind, words) => recordsUsing(db, feedId, kind, words),
    wordsUnder: (feedId, kind, name) => wordsUnder(db, feedId, kind, name),
    unmapped: (feedId) => unmappedWords(db, feedId),
    async get(feedId, sourceId) {
      const ofFeed = db.selectFrom('record').selectAll().where('feedId', '=', feedId);
      const record = await recordCodec.first(ofFeed.where('sourceId', '=', sourceId));
      if (record === null) return null;
      const { ordinal, fingerprint, kind, offer, issues, codes, readAt, understoodAt } = record;
      return { ordinal, fingerprint, kind, offer, issues, codes, readAt, understoodAt };
    },
    ordinals: (feedId, sourceIds) => ordinalsOf(db, feedId, sourceIds),
    byCode: (feedId, code) => byCode(db, feedId, code),
    async invalid(feedId, limit) {
      let query = db
        .selectFrom('record')
        .selectAll()
        // A literal, because the partial index on these records serves no statement with a bound value.
        .where('hasError', '=', sql.lit(1))
        .orderBy('feedId')
        .orderBy('sourceId')
        .limit(limit);
      if (feedId !== null) query = query.where('feedId', '=', feedId);
      const records = await recordCodec.all(query);
      return records.map(({ feedId: id, sourceId, issues }) => ({ feedId: id, sourceId, issues }));
    },
    unlisted: (filter) => unlistedRecords(db, filter),
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
        .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
        .where('feedId', '=', feedId)
        .where('kind', 'is not', null)
        .groupBy('kind')
        .execute();
      for (const { kind, count } of rows) if (kind !== null) counts[kind] = count;
      return counts;
    },
  };
}

async function marked(reader: Reader, feedId: number): ReturnType<RecordStore['marked']> {
  const rows = await reader
    .selectFrom('record')
    .select(['ordinal', 'kind', 'removeReason'])
    .where('feedId', '=', feedId)
    .where('kind', 'in', ['ignore', 'remove'])
    .orderBy('ordinal')
    .execute();
  const inactive = await reader
    .selectFrom('record')
    .select('ordinal')
    .where('feedId', '=', feedId)
    .where('kind', '=', 'mapped')
    .where('sourceId', 'in', inactiveListings(reader, feedId).select('sourceId'))
    .orderBy('ordinal')
    .execute();
  return [
    ...rows.map(({ ordinal, kind, removeReason }) => ({ ordinal, mark: markOf(kind, removeReason) ?? '' })),
    ...inactive.map(({ ordinal }) => ({ ordinal, mark: inactiveMark })),
  ];
}

async function byCode(reader: Reader, feedId: number, code: string): Promise<string[]> {
  const part = `%${literally(JSON.stringify(code))}%`;
  const rows = await reader
    .selectFrom('record')
    .select('sourceId')
    .where('feedId', '=', feedId)
    .where(
      sql<boolean>`lower(codes) like ${part.replace(/[A-Z]/g, (letter) => letter.toLowerCase())} escape '\\'`,
    )
    .orderBy('sourceId')
    .limit(foundMax)
    .execute();
  return rows.map((row) => row.sourceId);
}

async function ordinalsOf(
  db: Reader,
  feedId: FeedId,
  sourceIds: readonly SourceId[],
): Promise<Map<SourceId, number>> {
  const rows = await inBlocks([...new Set(sourceIds)], (block) =>
    db
      .selectFrom('record')
      .select(['sourceId', 'ordinal'])
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', block),
  );
  return new Map(rows.map(({ sourceId, ordinal }) => [sourceId, ordinal]));
}

/** Ordinals of the feed's records all of whose listings are removed, or that have none. */
function withoutListing(reader: Reader, feedId: number) {
  return reader.selectFrom('record').select('ordinal').where('feedId', '=', feedId).where(hasNoListing);
}

async function sweep(
  writer: Reader,
  feedId: number,
  seen: Parameters<RecordStore['sweep']>[1],
): Promise<void> {
  const unseen = await unseenOrdinals(writer, feedId, seen);
  const rows = await inBlocks(unseen, (block) =>
    withoutListing(writer, feedId).where('ordinal', 'in', block),
  );
  await drop(writer, feedId, rows);
}

async function sweepRemoved(writer: Reader, feedId: number, before: Millis | null): Promise<void> {
  const removed = withoutListing(writer, feedId).where('kind', '=', 'remove');
  await drop(
    writer,
    feedId,
    await (before === null ? removed : removed.where('understoodAt', '<', before)).execute(),
  );
}

/** Deletes records with their doubts: a doubt lives as long as its record. */
async function drop(writer: Reader, feedId: number, records: readonly { ordinal: number }[]): Promise<void> {
  const ordinals = records.map(({ ordinal }) => ordinal);
  for (const table of ['record', 'contentDoubt'] as const)
    await inBlocks(ordinals, (block) =>
      writer.deleteFrom(table).where('feedId', '=', feedId).where('ordinal', 'in', block),
    );
}
