import type { Database, Writer } from '../database/database.js';
import type { RunEnd, RunStore } from '../store.js';
import { runCodec } from '../database/tables.js';

export function createRuns({ db, write, writeUnsynced: lightly }: Database): RunStore {
  return {
    start: ({ kind, connectionId, feedId, now }) =>
      lightly(async (writer) => {
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
      lightly(async (writer) => {
        await writer
          .updateTable('run')
          .set(runCodec.encodePart({ balance }))
          .where('id', '=', id)
          .where('state', '=', 'running')
          .execute();
      }),
    finish: (id, end) => write((writer) => finishRun(writer, id, end)),
    async isUnderWay(id) {
      const row = await db.selectFrom('run').select('state').where('id', '=', id).executeTakeFirst();
      return row?.state === 'running';
    },
    async underWay(kind) {
      const rows = await db
        .selectFrom('run')
        .selectAll()
        .where('state', '=', 'running')
        .where('kind', '=', kind)
        .execute();
      return rows.map((row) => runCodec.decode(row));
    },
    closeInterrupted: (message, now, connectionId) =>
      write(async (writer) => {
        const left = writer
          .updateTable('run')
          .set({ endedAt: now, state: 'failed', message })
          .where('state', '=', 'running');
        await (connectionId === undefined ? left : left.where('connectionId', '=', connectionId)).execute();
      }),
    async list({ feedId, connectionIds, kind, before, limit }) {
      if (connectionIds?.length === 0) return [];
      let query = db.selectFrom('run').selectAll().orderBy('id', 'desc').limit(limit);
      if (feedId !== undefined) query = query.where('feedId', '=', feedId);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (connectionIds !== undefined) query = query.where('connectionId', 'in', connectionIds);
      if (before !== undefined) query = query.where('id', '<', before);
      return (await query.execute()).map((row) => runCodec.decode(row));
    },
  };
}

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
