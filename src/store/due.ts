import { sql } from 'kysely';
import type { DueQuestion, DueStore } from './contract/due.js';
import type { Database } from './database.js';

/** What is due, for one statement that finds all of it. */
export const dueIndexes: readonly string[] = [
  `create index feed_due on feed (next_poll_at)`,
  `create index batch_due on batch (next_attempt_at) where state in ('stored', 'sent', 'waiting')`,
  `create index outbox_due on outbox (connection_id, not_before) where batch_id is null`,
  `create index listing_retry on listing (retry_at, connection_id) where retry_at is not null`,
  `create index listing_refused on listing (failure_code, connection_id) where portal = 'rejected'`,
  `create index intent_pending on intent (id) where done_at is null`,
];

/** Each part is a walk along an index of what waits, or over one row per connection or feed. */
export function createDue({ db }: Database): DueStore {
  return {
    async connections(question) {
      const { rows } = await dueConnections(question).execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

/** The states are written out: an index over part of a table serves a statement that names the same part. */
function dueConnections({ now, rereadMs, certifyingRereadMs, quotaCodes, aheadMs }: DueQuestion) {
  const late = now + aheadMs;
  const reread = sql`case when status = 'certifying' then ${sql.lit(certifyingRereadMs)} else ${sql.lit(rereadMs)} end`;
  return sql<{ id: string }>`
    select id from connection
      where (status <> 'revoked' and next_push_at <= ${now} and (read_at is null or abs(${now} - read_at) >= ${reread}))
        or outcomes_due_at <= ${now}
        or next_reconcile_at is null or next_reconcile_at <= ${now} or next_reconcile_at > ${late}
    union select connection_id from feed
      where life in ('active', 'stalled') and (next_poll_at <= ${now} or next_poll_at > ${late})
    union select connection_id from batch
      where state in ('stored', 'sent', 'waiting') and next_attempt_at <= ${now}
    union select connection.id from outbox join connection on connection.id = outbox.connection_id
      where batch_id is null and not_before <= ${now} and connection.next_push_at <= ${now}
    union select connection_id from listing where retry_at is not null and retry_at <= ${now}
    union select connection_id from listing
      where portal = 'rejected' and failure_code in (${sql.join(quotaCodes)})`;
}
