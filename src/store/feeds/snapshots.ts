import { joinParts, snapshotParts } from '../../model/snapshot-parts.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Database } from '../database/database.js';
import { writeOne } from '../database/queries.js';
import type { StoredSnapshot } from '../database/tables.js';
import type { SnapshotStore } from '../store.js';

export function createSnapshots({ db, write }: Database): SnapshotStore {
  return {
    add: async ({ parts, ...snapshot }) => {
      const row = { ...snapshot, path: joinParts(parts) };
      const added = await write((writer) =>
        writer.insertInto('snapshot').values(row).returningAll().executeTakeFirstOrThrow(),
      );
      return decode(added);
    },
    get: async (id) => {
      const row = await db.selectFrom('snapshot').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : decode(row);
    },
    ofFeed: async (feedId) => {
      const rows = await db
        .selectFrom('snapshot')
        .selectAll()
        .where('feedId', '=', feedId)
        .orderBy('fetchedAt', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(decode);
    },
    update: (id, { parts, ...change }) => {
      const columns = { ...change, ...(parts !== undefined && { path: joinParts(parts) }) };
      return writeOne(write, (writer) => writer.updateTable('snapshot').set(columns).where('id', '=', id));
    },
    remove: (id) => writeOne(write, (writer) => writer.deleteFrom('snapshot').where('id', '=', id)),
  };
}

function decode({ path, ...row }: StoredSnapshot): Snapshot {
  return { ...row, parts: snapshotParts(path) };
}
