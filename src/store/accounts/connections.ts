import type { Database } from '../database/database.js';
import { inBlocks, writeOne } from '../database/queries.js';
import { releaseListings } from '../listings/release-listings.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { ConnectionStore } from '../store.js';
import { connectionCodec } from '../database/tables.js';

export function createConnections({ db, write }: Database): ConnectionStore {
  return {
    async ensure(ids) {
      if (ids.length === 0) return;
      const rows = ids.map((id) => connectionCodec.encode(newConnection(id)));
      await write((writer) =>
        inBlocks(rows, (block) =>
          writer
            .insertInto('connection')
            .values(block)
            .onConflict((conflict) => conflict.column('id').doNothing()),
        ),
      );
    },
    get: (id) => connectionCodec.first(db.selectFrom('connection').selectAll().where('id', '=', id)),
    all: () => connectionCodec.all(db.selectFrom('connection').selectAll().orderBy('id')),
    async some(ids) {
      const rows = await inBlocks(ids, (block) =>
        db.selectFrom('connection').selectAll().where('id', 'in', block),
      );
      return rows.map(connectionCodec.decode).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async update(id, change) {
      const columns = connectionCodec.encodePart(change);
      if (Object.keys(columns).length > 0)
        await writeOne(write, (writer) => writer.updateTable('connection').set(columns).where('id', '=', id));
    },
    readAllAgain: () =>
      writeOne(write, (writer) =>
        writer.updateTable('connection').set({ readAt: null }).where('readAt', 'is not', null),
      ),
    release: (id, now) => write((writer) => releaseListings(writer, id, now)),
  };
}

function newConnection(id: string): ConnectionRecord {
  return {
    id,
    remote: null,
    status: 'unknown',
    readAt: null,
    viewReadAt: null,
    outcomesDueAt: null,
    outcomesAsked: 0,
    nextPushAt: 0,
    backoffStep: 0,
    lastPushAt: null,
    adoptingSince: null,
    nextReconcileAt: null,
    certificationNote: null,
  };
}
