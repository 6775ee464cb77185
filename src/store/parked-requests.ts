import type { ParkedRequestStore } from './contract/parked-requests.js';
import type { Database } from './database.js';
import type { ParkedRequest } from './rows.js';

export const parkedRequestTable: readonly string[] = [
  `alter table outbox add column waits text`,
  `alter table listing add column unchanged_since bigint`,
  `create index listing_unchanged on listing (connection_id) where unchanged_since is not null`,
  `create index outbox_waits on outbox (connection_id) where waits is not null`,
  `create table parked_request (
    request text not null primary key,
    connection_id text,
    status integer not null,
    code text not null,
    message text not null,
    since bigint not null,
    tries integer not null,
    next_at bigint not null
  )`,
  `create index parked_request_of on parked_request (connection_id)`,
];

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
