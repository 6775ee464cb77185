import type { ParkedRequestStore } from '../contract/parked-requests.js';
import type { Database } from '../database/database.js';
import type { ParkedRequest } from '../../model/outbox.js';

/** The request that sends a connection's batches. */
export function batchRequest(connectionId: string): string {
  return `POST /connections/${connectionId}/batches`;
}

/**
 * What a batch holds may be what is refused (a filter on the way reads it): it is cut in halves down to one listing first, and only then
 * its request waits.
 */
const batchCuts = 12;

/** From the second refusal on, it is no accident. */
export function isParkedForGood({ request, tries }: Pick<ParkedRequest, 'request' | 'tries'>): boolean {
  return tries - cutsOf(request) >= 2;
}

/** Refusals that do not count yet. */
export function cutsOf(request: string): number {
  return request.startsWith('POST ') && request.endsWith('/batches') ? batchCuts : 0;
}

export function createParkedRequests({ db, write }: Database): ParkedRequestStore {
  return {
    async find(request) {
      const row = await db
        .selectFrom('parkedRequest')
        .selectAll()
        .where('request', '=', request)
        .executeTakeFirst();
      return row ?? null;
    },
    all: () => db.selectFrom('parkedRequest').selectAll().orderBy('request').execute(),
    save: (row) =>
      write(async (writer) => {
        const { request: _key, ...change } = row;
        await writer
          .insertInto('parkedRequest')
          .values(row)
          .onConflict((conflict) => conflict.column('request').doUpdateSet(change))
          .execute();
      }),
    remove: (request) =>
      write(async (writer) => {
        await writer.deleteFrom('parkedRequest').where('request', '=', request).execute();
      }),
    release: (connectionId, now) =>
      write(async (writer) => {
        await writer
          .updateTable('parkedRequest')
          .set({ nextAt: now })
          .where((eb) => eb.or([eb('connectionId', '=', connectionId), eb('connectionId', 'is', null)]))
          .where('nextAt', '>', now)
          .execute();
      }),
    forget: (before) =>
      write(async (writer) => {
        await writer.deleteFrom('parkedRequest').where('nextAt', '<', before).execute();
      }),
  };
}
