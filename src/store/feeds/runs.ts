import type { Database, Writer } from '../database/database.js';
import { writeOne } from '../database/queries.js';
import type { RunEnd, RunStore } from '../store.js';
import { runCodec } from '../database/tables.js';

export function createRuns({ db, write, writeUnsynced }: Database): RunStore {
  return {
    start: ({ kind, connectionId, feedId, now }) =>
      writeUnsynced(async (writer) => {
        const row = await writer
          .insertInto('run')
          .values({
            kind,
            connectionId,
            feedId,
            startedAt: now,
            endedAt: null,
            state: 'running',
            message: null,
            balance: '{}',
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return row.id;
      }),
    count: (id, balance) =>
      writeOne(writeUnsynced, (writer) =>
        writer
          .updateTable('run')
          .set(runCodec.encodePart({ balance }))
          .where('id', '=', id)
          .where('state', '=', 'running'),
      ),
    finish: (id, end) => write((writer) => finishRun(writer, id, end)),
    async isUnderWay(id) {
      const row = await db.selectFrom('run').select('state').where('id', '=', id).executeTakeFirst();
      return row?.state === 'running';
    },
    underWay: (kind) =>
      runCodec.all(db.selectFrom('run').selectAll().where('state', '=', 'running').where('kind', '=', kind)),
    closeInterrupted: (message, now, connectionId) =>
      writeOne(write, (writer) => {
        const left = writer
          .updateTable('run')
          .set({ endedAt: now, state: 'failed', message })
          .where('state', '=', 'running');
        return connectionId === undefined ? left : left.where('connectionId', '=', connectionId);
      }),
    async list({ feedId, connectionIds, kind, before, startedFrom, startedBefore, limit }) {
      if (connectionIds?.length === 0) return [];
      let query = db.selectFrom('run').selectAll().orderBy('id', 'desc').limit(limit);
      if (feedId !== undefined) query = query.where('feedId', '=', feedId);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (connectionIds !== undefined) query = query.where('connectionId', 'in', connectionIds);
      if (before !== undefined) query = query.where('id', '<', before);
      if (startedFrom !== undefined) query = query.where('startedAt', '>=', startedFrom);
      if (startedBefore !== undefined) query = query.where('startedAt', '<', startedBefore);
      return runCodec.all(query);
    },
  };
}

/** Ends a run in the caller's transaction. */
export async function finishRun(
  writer: Writer,
  id: number,
  { state, message, balance, now }: RunEnd,
): Promise<void> {
  await writer
    .updateTable('run')
    .set({ endedAt: now, ...runCodec.encodePart({ state, message, balance }) })
    .where('id', '=', id)
    .execute();
}
