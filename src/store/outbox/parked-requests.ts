import type { ParkedRequestStore } from '../contract/parked-requests.js';
import type { Database } from '../database/database.js';
import { firstOf, writeOne } from '../database/queries.js';
import type { ParkedRequest } from '../../model/outbox.js';

/** `ParkedRequest.request` of the request that sends a connection's batches. */
export function batchRequest(connectionId: string): string {
  return `POST /connections/${connectionId}/batches`;
}

/**
 * Maximum number of times that a refused batch is cut in half. The refusal may come from the batch's content, for example from a filter
 * between feedsync and the portal. So the batch is cut down to one listing before the request itself is parked.
 */
const batchCuts = 12;

/** Whether the request was refused at least twice: a single refusal may be an accident. Refusals while a batch is cut do not count. */
export function isParkedForGood({ request, tries }: Pick<ParkedRequest, 'request' | 'tries'>): boolean {
  return tries - cutsOf(request) >= 2;
}

/** Number of refusals of this request that do not count: those while a batch is cut. */
export function cutsOf(request: string): number {
  return request.startsWith('POST ') && request.endsWith('/batches') ? batchCuts : 0;
}

export function createParkedRequests({ db, write }: Database): ParkedRequestStore {
  return {
    find: (request) => firstOf(db.selectFrom('parkedRequest').selectAll().where('request', '=', request)),
    all: () => db.selectFrom('parkedRequest').selectAll().orderBy('request').execute(),
    save: (row) =>
      writeOne(write, (writer) =>
        writer
          .insertInto('parkedRequest')
          .values(row)
          .onConflict((conflict) => conflict.column('request').doUpdateSet(row)),
      ),
    remove: (request) =>
      writeOne(write, (writer) => writer.deleteFrom('parkedRequest').where('request', '=', request)),
    release: (connectionId, now) =>
      writeOne(write, (writer) =>
        writer
          .updateTable('parkedRequest')
          .set({ nextAt: now })
          .where((eb) => eb.or([eb('connectionId', '=', connectionId), eb('connectionId', 'is', null)]))
          .where('nextAt', '>', now),
      ),
    forget: (before) =>
      writeOne(write, (writer) => writer.deleteFrom('parkedRequest').where('nextAt', '<', before)),
  };
}
