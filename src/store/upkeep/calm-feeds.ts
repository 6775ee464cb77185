import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CalmEnd, CalmFeedStore, DueCalmFeed } from '../contract/calm-feeds.js';
import type { Database, Writer } from '../database/database.js';
import { connectionCodec, feedCodec, runCodec } from '../database/tables.js';
import { waitingCondition } from '../listings/listings.js';
import { snapshotParts } from '../../model/snapshot-parts.js';
import type { FeedId, RunId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';
import { noHolder } from './leases.js';

/**
 * The condition of a calm feed. It must name whatever makes a poll of an unchanged file do more than move times: each part is answered by
 * an index, and by the feed's own row.
 */
const isCalm = sql<SqlBool>`feed.life = 'active' and feed.kind = 'full' and feed.changes is null and feed.parts is null
  and feed.failures = 0 and feed.stalled_since is null and feed.last_full_fetch_at is not null
  and (feed.etag is not null or feed.last_modified is not null) and feed.context is not null
  and feed.committed_snapshot_id is not null and feed.deferred_snapshot_id is null and feed.remap_asked_at is null
  and exists (select 1 from connection where connection.id = feed.connection_id and status <> 'revoked' and remote is not null)
  and not exists (select 1 from listing where listing.feed_id = feed.id and off_since is null and ${sql.raw(waitingCondition('listing.'))})
  and not exists (select 1 from listing where listing.feed_id = feed.id and deactivation is not null)
  and not exists (select 1 from hold where hold.state = 'open' and hold.feed_id = feed.id)
  and not exists (select 1 from meta where meta.key = 'photos.hosts ' || feed.id)
  and not exists (select 1 from meta where meta.key = 'job.failed poll:' || feed.id)
  and not exists (select 1 from meta where meta.key = 'lane.deaths ' || feed.connection_id and value <> '{"count":0,"until":0}')
  and not exists (select 1 from meta where meta.key = 'feed.deaths' and value <> '')`;

const isLaneFree = sql<SqlBool>`exists (select 1 from lease where lease.name = feed.connection_id and lease.holder = ${sql.lit(noHolder)})`;

/** See CalmFeedStore. All transactions name the leases that they need: none belongs to one job alone. */
export function createCalmFeeds({ db, writeAlone, time }: Database): CalmFeedStore {
  return {
    due: async ({ now, aheadMs, limit, after }) => {
      const isLater =
        after === null
          ? sql`true`
          : sql`(feed.next_poll_at > ${after.at} or (feed.next_poll_at = ${after.at} and feed.id > ${after.feedId}))`;
      const due = (when: RawBuilder<unknown>) => sql`select * from (
        select feed.id as feed_id, feed.connection_id, feed.next_poll_at as at from feed
        where ${when} and ${isLater} and ${isCalm} and ${isLaneFree} order by feed.next_poll_at, feed.id limit ${limit}) as due`;
      const { rows } = await sql<DueCalmFeed>`
        ${due(sql`feed.next_poll_at <= ${now}`)} union all ${due(sql`feed.next_poll_at > ${now + aheadMs}`)}`.execute(
        db,
      );
      return rows.sort((a, b) => a.at - b.at || a.feedId - b.feedId).slice(0, limit);
    },
    async among(feedIds) {
      if (feedIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('feed')
        .select('id')
        .where('id', 'in', feedIds)
        .where(isCalm)
        .where(isLaneFree)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    async known(feedIds) {
      if (feedIds.length === 0) return [];
      const rows = await db
        .selectFrom('feed')
        .innerJoin('snapshot', 'snapshot.id', 'feed.committedSnapshotId')
        .selectAll('feed')
        .select('snapshot.path')
        .where('feed.id', 'in', feedIds)
        .where(isCalm)
        .execute();
      const ids = [...new Set(rows.map(({ connectionId }) => connectionId))];
      const found = await connectionCodec.all(db.selectFrom('connection').selectAll().where('id', 'in', ids));
      const connections = new Map(found.map((connection) => [connection.id, connection]));
      return rows.flatMap(({ path, ...row }) => {
        const connection = connections.get(row.connectionId);
        if (connection === undefined) return [];
        return [{ row: feedCodec.decode(row), connection, file: { parts: snapshotParts(path) } }];
      });
    },
    end: (polls, now) => writeAlone((writer) => endPolls(writer, polls, now, time)),
  };
}

/** Ends the polls of those members whose lease is still valid. Releasing it is what proves that and what locks it until all is committed. */
async function endPolls(
  writer: Writer,
  polls: readonly CalmEnd[],
  now: Millis,
  time: RawBuilder<number>,
): Promise<ReadonlyMap<FeedId, RunId>> {
  if (polls.length === 0) return new Map();
  const released = await writer
    .updateTable('lease')
    .set({ holder: noHolder, until: 0 })
    .where((eb) =>
      eb.or(
        polls.map(({ lease: { lane, epoch } }) => eb.and([eb('name', '=', lane), eb('token', '=', epoch)])),
      ),
    )
    .where('until', '>', time)
    .returning('name')
    .execute();
  const lanes = new Set(released.map(({ name }) => name));
  const held = polls.filter(({ lease }) => lanes.has(lease.lane));
  if (held.length === 0) return new Map();
  const changed = new Set(await moveTimes(writer, held, now));
  const ended = held.filter(({ feed }) => changed.has(feed.id));
  if (ended.length === 0) return new Map();
  const runs = await writer
    .insertInto('run')
    .values(
      ended.map(({ feed: { id: feedId, connectionId }, startedAt, message, balance }) => {
        const { balance: counts = '{}' } = runCodec.encodePart({ balance });
        const run = { kind: 'poll', state: 'unchanged', startedAt, endedAt: now } as const;
        return { ...run, connectionId, feedId, message, balance: counts };
      }),
    )
    .returning(['id', 'feedId'])
    .execute();
  return new Map(runs.flatMap(({ id, feedId }) => (feedId === null ? [] : [[feedId, id] as const])));
}

/** Notes in the feeds' rows that their polls were complete. @returns the feeds that are still as their polls read them */
async function moveTimes(writer: Writer, polls: readonly CalmEnd[], now: Millis): Promise<FeedId[]> {
  const values = sql.join(
    polls.map(
      ({ feed, context, nextPollAt }) =>
        sql`(cast(${feed.id} as bigint), ${feed.sourceHash}, ${context}, cast(${nextPollAt} as bigint))`,
    ),
  );
  const { rows } = await sql<{ id: FeedId }>`
    with poll (feed_id, source_hash, context, next_poll_at) as (values ${values})
    update feed set next_poll_at = poll.next_poll_at, last_poll_at = ${now}, last_complete_at = ${now}
    from poll where feed.id = poll.feed_id and feed.source_hash = poll.source_hash and feed.context = poll.context
      and ${isCalm}
    returning feed.id as id`.execute(writer);
  return rows.map(({ id }) => id);
}
