import { sql, type RawBuilder } from 'kysely';
import type { DueHint, DueQuestion, DueStore } from './contract/due.js';
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
    async hints(question) {
      const { rows } = await dueHints(question).execute(db);
      return rows;
    },
  };
}

/** The states are written out: an index over part of a table serves a statement that names the same part. */
export function dueHints({
  now,
  rereadMs,
  certifyingRereadMs,
  quotaCodes,
  aheadMs,
}: DueQuestion): RawBuilder<DueHint> {
  const late = now + aheadMs;
  const reread = sql`case when status = 'certifying' then ${sql.lit(certifyingRereadMs)} else ${sql.lit(rereadMs)} end`;
  const none = sql`cast(null as bigint)`;
  return sql<DueHint>`
    select id as connection_id, 'connection' as kind, ${none} as feed_id, ${none} as at from connection
      where (status <> 'revoked' and next_push_at <= ${now} and (read_at is null or abs(${now} - read_at) >= ${reread}))
        or outcomes_due_at <= ${now}
        or next_reconcile_at is null or next_reconcile_at <= ${now} or next_reconcile_at > ${late}
    union all select feed.connection_id, 'poll', feed.id, feed.next_poll_at from feed
      join connection on connection.id = feed.connection_id
      where life in ('active', 'stalled') and (next_poll_at <= ${now} or next_poll_at > ${late}) and status <> 'revoked'
    union all select distinct connection_id, 'batch', ${none}, ${none} from batch
      where state in ('stored', 'sent', 'waiting') and next_attempt_at <= ${now}
    union all select distinct connection.id, 'outbox', ${none}, ${none} from outbox
      join connection on connection.id = outbox.connection_id
      where batch_id is null and not_before <= ${now} and connection.next_push_at <= ${now}
    union all select distinct connection_id, 'retry', ${none}, ${none} from listing
      where (retry_at is not null and retry_at <= ${now})
    union all select distinct connection_id, 'retry', ${none}, ${none} from listing
      where portal = 'rejected' and failure_code in (${sql.join(quotaCodes)})
    order by connection_id`;
}
