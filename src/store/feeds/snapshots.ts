import type { Database } from '../database/database.js';
import { firstOf, writeOne } from '../database/queries.js';
import type { SnapshotStore } from '../store.js';

export function createSnapshots({ db, write }: Database): SnapshotStore {
  return {
    add: (snapshot) =>
      write((writer) =>
        writer.insertInto('snapshot').values(snapshot).returningAll().executeTakeFirstOrThrow(),
      ),
    get: (id) => firstOf(db.selectFrom('snapshot').selectAll().where('id', '=', id)),
    ofFeed: (feedId) =>
      db
        .selectFrom('snapshot')
        .selectAll()
        .where('feedId', '=', feedId)
        .orderBy('fetchedAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    update: (id, change) =>
      writeOne(write, (writer) => writer.updateTable('snapshot').set(change).where('id', '=', id)),
    remove: (id) => writeOne(write, (writer) => writer.deleteFrom('snapshot').where('id', '=', id)),
  };
}
