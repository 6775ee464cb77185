import type { Database } from '../database/database.js';
import type { SnapshotStore } from '../store.js';
import { snapshotCodec } from '../database/tables.js';

export function createSnapshots({ db, write }: Database): SnapshotStore {
  return {
    add: (snapshot) =>
      write(async (writer) => {
        const row = await writer
          .insertInto('snapshot')
          .values(snapshot)
          .returningAll()
          .executeTakeFirstOrThrow();
        return snapshotCodec.decode(row);
      }),
    async get(id) {
      const row = await db.selectFrom('snapshot').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : snapshotCodec.decode(row);
    },
    async ofFeed(feedId) {
      const rows = await db
        .selectFrom('snapshot')
        .selectAll()
        .where('feedId', '=', feedId)
        .orderBy('fetchedAt', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => snapshotCodec.decode(row));
    },
    async update(id, change) {
      const columns = snapshotCodec.encodePart(change);
      if (Object.keys(columns).length === 0) return;
      await write(async (writer) => {
        await writer.updateTable('snapshot').set(columns).where('id', '=', id).execute();
      });
    },
    remove: (id) =>
      write(async (writer) => {
        await writer.deleteFrom('snapshot').where('id', '=', id).execute();
      }),
  };
}
