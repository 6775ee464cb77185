import type { Database } from '../database/database.js';
import type { IntentStore } from '../store.js';
import { intentCodec } from '../database/tables.js';

export function createIntents({ db, write }: Database): IntentStore {
  return {
    add: ({ kind, payload, author, now }) =>
      write(async (writer) => {
        const row = await writer
          .insertInto('intent')
          .values({
            kind,
            payload: JSON.stringify(payload),
            author,
            createdAt: now,
            doneAt: null,
            result: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return row.id;
      }),
    async pending() {
      const rows = await db
        .selectFrom('intent')
        .selectAll()
        .where('doneAt', 'is', null)
        .orderBy('id')
        .execute();
      return rows.map((row) => intentCodec.decode(row));
    },
    done: (id, result, now) =>
      write(async (writer) => {
        await writer.updateTable('intent').set({ doneAt: now, result }).where('id', '=', id).execute();
      }),
    async get(id) {
      const row = await db.selectFrom('intent').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : intentCodec.decode(row);
    },
  };
}
