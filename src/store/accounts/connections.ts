import { blocksOf, type Database } from '../database/database.js';
import { releaseListings } from '../listings/release-listings.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { ConnectionStore } from '../store.js';
import { connectionCodec } from '../database/tables.js';

export function createConnections({ db, write }: Database): ConnectionStore {
  return {
    async ensure(ids) {
      if (ids.length === 0) return;
      await write(async (writer) => {
        for (const block of blocksOf(ids.map((id) => connectionCodec.encode(newConnection(id)))))
          await writer
            .insertInto('connection')
            .values(block)
            .onConflict((conflict) => conflict.column('id').doNothing())
            .execute();
      });
    },
    async get(id) {
      const row = await db.selectFrom('connection').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : connectionCodec.decode(row);
    },
    async all() {
      const rows = await db.selectFrom('connection').selectAll().orderBy('id').execute();
      return rows.map((row) => connectionCodec.decode(row));
    },
    async some(ids) {
      const rows: ConnectionRecord[] = [];
      for (const block of blocksOf(ids, 1)) {
        const found = await db.selectFrom('connection').selectAll().where('id', 'in', block).execute();
        rows.push(...found.map((row) => connectionCodec.decode(row)));
      }
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async update(id, change) {
      const columns = connectionCodec.encodePart(change);
      if (Object.keys(columns).length === 0) return;
      await write(async (writer) => {
        await writer.updateTable('connection').set(columns).where('id', '=', id).execute();
      });
    },
    readAllAgain: () =>
      write(async (writer) => {
        await writer
          .updateTable('connection')
          .set({ readAt: null })
          .where('readAt', 'is not', null)
          .execute();
      }),
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
