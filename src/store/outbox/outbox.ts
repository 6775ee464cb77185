import { lanes } from '../../model/listing-states.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { countOf, writeOne } from '../database/queries.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { Millis } from '../../model/millis.js';
import { sendAgain } from './send-again.js';
import type { OutboxStore } from '../store.js';
import { outboxCodec } from '../database/tables.js';
import { deleteEntries, parkEntries, putEntries, entriesOf } from './entries.js';

export function createOutbox({ db, read, write }: Database): OutboxStore {
  return {
    sendable: (connectionId, op, now, limit) =>
      read((reader) => sendable(reader, connectionId, op, now, limit)),
    candidates: (connectionId, now, limit) => read((reader) => candidates(reader, connectionId, now, limit)),
    waiting: (connectionId) => waiting(db, connectionId),
    place: (row) => place(db, row),
    of: (connectionId, externalIds) =>
      read(async (reader) => [...(await entriesOf(reader, connectionId, externalIds)).values()]),
    counts: (connectionId) => counts(db, connectionId),
    oldest: (now) => oldest(db, now),
    async nextDueAt(connectionId) {
      const row = await db
        .selectFrom('outbox')
        .select((eb) => eb.fn.min<Millis | null>('notBefore').as('notBefore'))
        .where('connectionId', '=', connectionId)
        .where('batchId', 'is', null)
        .executeTakeFirstOrThrow();
      return row.notBefore;
    },
    put: (rows) =>
      write(async (writer) => {
        for (const connectionId of new Set(rows.map((row) => row.connectionId)))
          await putEntries(
            writer,
            connectionId,
            rows.filter((row) => row.connectionId === connectionId),
          );
      }),
    sendAgain: async (connectionId, externalIds, lane, now) =>
      externalIds.length === 0
        ? 0
        : write((writer) => sendAgain(writer, connectionId, externalIds, lane, now)),
    attempt: (connectionId, externalId) =>
      write((writer) => countAttempt(writer, connectionId, externalId, 1)),
    attemptFailed: (connectionId, externalId) =>
      write((writer) => countAttempt(writer, connectionId, externalId, -1)),
    park: async (connectionId, reasons, { until, now }) => {
      if (reasons.size > 0)
        await write((writer) => parkEntries(writer, connectionId, reasons, { until, now }));
    },
    parked: (connectionIds) => parked(db, connectionIds),
    release: (connectionId, now) =>
      writeOne(write, (writer) =>
        writer
          .updateTable('outbox')
          .set({ notBefore: now })
          .where('connectionId', '=', connectionId)
          .where('batchId', 'is', null)
          .where('waits', 'is not', null)
          .where('notBefore', '>', now),
      ),
    drop: (connectionId, externalIds) => write((writer) => deleteEntries(writer, connectionId, externalIds)),
  };
}

/** One query per lane: each reads its rows from the index in order, so that the cost does not grow with the outbox. */
async function sendable(
  reader: Reader,
  connectionId: string,
  op: OutboxEntry['op'],
  now: number,
  limit: number,
): Promise<OutboxEntry[]> {
  const rows: OutboxEntry[] = [];
  for (const lane of lanes) {
    if (rows.length >= limit) break;
    const ofLane = dueEntries(reader, { connectionId, op, lane, now }).limit(limit - rows.length);
    rows.push(...(await outboxCodec.all(ofLane)));
  }
  return rows;
}

/** Entries of one lane in no batch that may be sent at `now`, oldest first. */
function dueEntries(
  reader: Reader,
  { connectionId, op, lane, now }: Pick<OutboxEntry, 'connectionId' | 'op' | 'lane'> & { now: Millis },
) {
  return reader
    .selectFrom('outbox')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .where('op', '=', op)
    .where('lane', '=', lane)
    .where('batchId', 'is', null)
    .where('notBefore', '<=', now)
    .orderBy('queuedAt')
    .orderBy('externalId');
}

function waiting(reader: Reader, connectionId: string): ReturnType<OutboxStore['waiting']> {
  return reader
    .selectFrom('outbox')
    .select(['feedId', 'lane', (eb) => eb.fn.countAll<number>().as('count')])
    .where('connectionId', '=', connectionId)
    .where('op', '=', 'upsert')
    .where('batchId', 'is', null)
    .groupBy(['feedId', 'lane'])
    .execute();
}

async function candidates(
  reader: Reader,
  connectionId: string,
  now: number,
  limit: number,
): Promise<OutboxEntry[]> {
  const rows: OutboxEntry[] = [];
  for (const { feedId, lane } of await waiting(reader, connectionId)) {
    const ofFeed = dueEntries(reader, { connectionId, op: 'upsert', lane, now })
      .where('feedId', feedId === null ? 'is' : '=', feedId)
      .limit(limit);
    rows.push(...(await outboxCodec.all(ofFeed)));
  }
  return rows;
}

/** Cheap, however long the outbox is: a partial index contains only these entries. */
async function parked(reader: Reader, connectionIds: readonly string[] | null): Promise<OutboxEntry[]> {
  let query = reader.selectFrom('outbox').selectAll().where('waits', 'is not', null);
  if (connectionIds !== null) {
    if (connectionIds.length === 0) return [];
    query = query.where('connectionId', 'in', connectionIds);
  }
  return outboxCodec.all(query.orderBy('connectionId').orderBy('externalId'));
}

function place(
  reader: Reader,
  { connectionId, externalId, lane, feedId, queuedAt }: OutboxEntry,
): Promise<number> {
  return countOf(
    reader
      .selectFrom('outbox')
      .where('connectionId', '=', connectionId)
      .where('op', '=', 'upsert')
      .where('lane', '=', lane)
      .where('feedId', feedId === null ? 'is' : '=', feedId)
      .where('batchId', 'is', null)
      .where((eb) =>
        eb.or([
          eb('queuedAt', '<', queuedAt),
          eb.and([eb('queuedAt', '=', queuedAt), eb('externalId', '<', externalId)]),
        ]),
      ),
  );
}

function oldest(reader: Reader, now: Millis): ReturnType<OutboxStore['oldest']> {
  return reader
    .selectFrom('outbox')
    .innerJoin('connection', 'connection.id', 'outbox.connectionId')
    .select(['outbox.lane', (eb) => eb.fn.min('outbox.queuedAt').as('queuedAt')])
    .where('connection.status', '=', 'active')
    .where((eb) => eb.or([eb('outbox.notBefore', '<=', now), eb('outbox.batchId', 'is not', null)]))
    .groupBy('outbox.lane')
    .execute();
}

async function counts(reader: Reader, connectionId: string | null): ReturnType<OutboxStore['counts']> {
  let query = reader
    .selectFrom('outbox')
    .select(['op', 'lane', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(['op', 'lane']);
  if (connectionId !== null) query = query.where('connectionId', '=', connectionId);
  const found: Awaited<ReturnType<OutboxStore['counts']>> = { upserts: 0, removals: 0, byLane: {} };
  for (const { op, lane, count } of await query.execute()) {
    if (op === 'upsert') found.upserts += count;
    else found.removals += count;
    found.byLane[lane] = (found.byLane[lane] ?? 0) + count;
  }
  return found;
}

async function countAttempt(
  writer: Writer,
  connectionId: string,
  externalId: string,
  by: 1 | -1,
): Promise<void> {
  await writer
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', by) }))
    .where('connectionId', '=', connectionId)
    .where('externalId', '=', externalId)
    .execute();
}
