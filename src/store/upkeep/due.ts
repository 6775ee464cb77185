import { sql, type RawBuilder } from 'kysely';
import { clockSlackMs } from '../../core/schedule/due.js';
import type { DueHint, DuePoll, DueQuestion, DueStore } from '../contract/due.js';
import type { Database } from '../database/database.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { Millis } from '../../model/millis.js';

/** Each part of the statement reads an index of what is due, so that the cost does not grow with the store. */
export function createDue({ db }: Database): DueStore {
  return {
    async hints(question) {
      const { rows } = await dueHints(question).execute(db);
      return rows;
    },
    async polls(connectionId) {
      const { rows } =
        await sql<DuePoll>`select feed.id as feed_id, feed.next_poll_at as at from ${polledFeeds}
        and feed.connection_id = ${connectionId}`.execute(db);
      return rows;
    },
    async remaps(connectionId) {
      const { rows } = await sql<{ feedId: number }>`select feed.id as feed_id from ${polledFeeds}
        and feed.connection_id = ${connectionId} and remap_asked_at is not null`.execute(db);
      return rows.map(({ feedId }) => feedId);
    },
  };
}

/** See DueStore.hints. States are literals, because a partial index serves only a statement with the same condition. */
export function dueHints({
  now,
  rereadMs,
  certifyingRereadMs,
  quotaCodes,
  aheadMs,
}: DueQuestion): RawBuilder<DueHint> {
  const late = now + aheadMs;
  const none = sql`cast(null as bigint)`;
  const connections = sql.join(
    [
      ...toRead(true, { now, everyMs: certifyingRereadMs }),
      ...toRead(false, { now, everyMs: rereadMs }),
      sql`outcomes_due_at is not null and outcomes_due_at <= ${now}`,
      ...[sql`is null`, sql`<= ${now}`, sql`> ${late}`].map((when) => sql`next_reconcile_at ${when}`),
    ].map((isDue) => sql`select id from connection where ${isDue}`),
    sql` union all `,
  );
  return sql<DueHint>`
    with recursive queueing (id) as (${queueingConnections})
    select distinct id as connection_id, 'connection' as kind, ${none} as feed_id, ${none} as at from (${connections}) as waiting
    union all select feed.connection_id, 'poll', feed.id, feed.next_poll_at from ${polledFeeds}
      and (next_poll_at <= ${now} or next_poll_at > ${late})
    union all select feed.connection_id, 'remap', feed.id, feed.remap_asked_at from ${polledFeeds}
      and remap_asked_at is not null
    union all select connection_id, 'batch', ${none}, ${none} from batch
      where state in ('stored', 'sent', 'waiting') and next_attempt_at <= ${now}
    union all select connection.id, 'outbox', ${none}, ${none} from queueing
      join connection on connection.id = queueing.id
      where next_push_at <= ${now}
        and exists (select 1 from outbox where connection_id = queueing.id and batch_id is null and not_before <= ${now})
    union all select distinct connection_id, 'retry', ${none}, ${none} from listing
      where (retry_at is not null and retry_at <= ${now})
    union all select distinct connection_id, 'retry', ${none}, ${none} from listing
      where portal = 'rejected' and failure_code in (${sql.join(quotaCodes)})`;
}

/** Feeds that are polled. A feed of a revoked connection is not: nothing may be sent. */
const polledFeeds = sql`feed join connection on connection.id = feed.connection_id
  where life in ('active', 'stalled') and status <> 'revoked'`;

/** Connections with outbox entries. Skips from one connection to the next in the index: a first push has thousands of entries of few connections. */
const queueingConnections = sql`
  select min(connection_id) from outbox where batch_id is null
  union all select (select min(connection_id) from outbox where batch_id is null and connection_id > queueing.id)
    from queueing where queueing.id is not null`;

/** Whether the state of a connection with this status is read more often (`certifyingRereadMs`). A revoked connection is not read again. */
const isReadOften: Readonly<Record<Exclude<ConnectionRecord['status'], 'revoked'>, boolean>> = {
  certifying: true,
  unknown: false,
  active: false,
  paused: false,
  not_found: false,
};

/** Conditions of connections whose state must be read. One condition per range: an index serves no range with a gap. */
function toRead(often: boolean, { now, everyMs }: { now: Millis; everyMs: number }): RawBuilder<unknown>[] {
  const statuses = Object.entries(isReadOften).filter(([, isOften]) => isOften === often);
  const list = sql.join(statuses.map(([status]) => sql.lit(status)));
  return [sql`is null`, sql`<= ${now - everyMs}`, sql`> ${now + clockSlackMs}`].map(
    (when) => sql`status in (${list}) and read_at ${when} and next_push_at <= ${now}`,
  );
}
