import type { Database } from '../database/database.js';
import { writeOne } from '../database/queries.js';
import type { IntentStore } from '../store.js';
import { intentCodec } from '../database/tables.js';

/** Requests among which the recent ones are looked for. */
const newest = 500;

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
    pending: () =>
      intentCodec.all(db.selectFrom('intent').selectAll().where('doneAt', 'is', null).orderBy('id')),
    since: (at) =>
      intentCodec.all(
        // By its key: times have no index, and no request is made out of order.
        db
          .selectFrom((eb) =>
            eb.selectFrom('intent').selectAll().orderBy('id', 'desc').limit(newest).as('intent'),
          )
          .selectAll()
          .where('createdAt', '>', at)
          .orderBy('id', 'desc'),
      ),
    done: (id, result, now) =>
      writeOne(write, (writer) =>
        writer.updateTable('intent').set({ doneAt: now, result }).where('id', '=', id),
      ),
    get: (id) => intentCodec.first(db.selectFrom('intent').selectAll().where('id', '=', id)),
  };
}
