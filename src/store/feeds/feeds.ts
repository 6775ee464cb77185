import { sql, type SelectQueryBuilder } from 'kysely';
import { addAudit } from '../database/audit.js';
import { firstOf } from '../database/queries.js';
import type { Database, Writer } from '../database/database.js';
import { forgetRawOf } from '../records/raw-records.js';
import type { FeedRecord } from '../../model/feed.js';
import { finishRun } from './runs.js';
import type { FeedStore } from '../store.js';
import { feedCodec, type Tables, type StoredFeed } from '../database/tables.js';

export function createFeeds({ db, write, writeUnsynced }: Database): FeedStore {
  return {
    declare: (feed, now) => write((writer) => declare(writer, feed, now)),
    get: (id) => feedCodec.first(db.selectFrom('feed').selectAll().where('id', '=', id)),
    byName: (name) =>
      feedCodec.first(orphansLast(db.selectFrom('feed').selectAll().where('name', '=', name))),
    all: () => feedCodec.all(orphansLast(db.selectFrom('feed').selectAll().orderBy('name'))),
    ofConnection: (id) =>
      feedCodec.all(
        orphansLast(db.selectFrom('feed').selectAll().where('connectionId', '=', id).orderBy('name')),
      ),
    update: (id, change) =>
      write(async (writer) => {
        await changeFeed(writer, id, change);
      }),
    endPoll: (id, { context, ...others }, { id: run, sourceHash, remapAskedAt, ...end }) =>
      (end.state === 'unchanged' ? writeUnsynced : write)(async (writer) => {
        const keepsContext = context === undefined || (await isRemapAsked(writer, id, remapAskedAt));
        const change = keepsContext ? others : { ...others, context };
        if (!(await changeFeed(writer, id, change, sourceHash)))
          await changeFeed(writer, id, { ...change, ...ofNewSource(change, end.now) });
        await finishRun(writer, run, end);
      }),
    setLife: (id, life, by, now) =>
      write(async (writer) => {
        await writer.updateTable('feed').set({ life }).where('id', '=', id).execute();
        await addAudit(writer, { at: now, author: by, action: life, subject: `feed ${id}`, data: {} });
      }),
    rename: (id, name) =>
      write(async (writer) => {
        const former = await writer
          .selectFrom('feed')
          .select(['name', 'connectionId'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (former === undefined) return;
        await writer.updateTable('feed').set({ name }).where('id', '=', id).execute();
        // The stored changes of a feed refer to the feed by its name, so they are renamed too.
        await writer
          .updateTable('feedChange')
          .set({ feed: name })
          .where('feed', '=', former.name)
          .where('connectionId', '=', former.connectionId)
          .execute();
      }),
  };
}

/** Whether a remap was asked for after a poll began. @param seen what the poll saw; missing: it does not say */
async function isRemapAsked(
  writer: Writer,
  id: number,
  seen: FeedRecord['remapAskedAt'] | undefined,
): Promise<boolean> {
  if (seen === undefined) return false;
  const row = await firstOf(writer.selectFrom('feed').select('remapAskedAt').where('id', '=', id));
  return row !== null && row.remapAskedAt !== null && row.remapAskedAt !== seen;
}

/** The change of a feed's row when the feed gets a new source: the validators, last full fetch and failures belong to the former source. */
function ofNewSource({ failures = 0 }: Partial<Pick<FeedRecord, 'failures'>>, now: number) {
  const forgotten = { etag: null, lastModified: null, parts: null, lastFullFetchAt: null };
  return failures === 0 ? forgotten : { ...forgotten, failures: 0, nextPollAt: now };
}

/** Changes a feed. @param sourceHash only if the feed still has this source @returns false if there is no such feed */
async function changeFeed(
  writer: Writer,
  id: number,
  { life, ...change }: Parameters<FeedStore['update']>[1],
  sourceHash?: string,
): Promise<boolean> {
  const columns = {
    ...feedCodec.encodePart(change),
    ...(life !== undefined && {
      life: sql<FeedRecord['life']>`case when life in ('active', 'stalled') then ${life} else life end`,
    }),
  };
  if (Object.keys(columns).length === 0) return true;
  const all = writer.updateTable('feed').set(columns).where('id', '=', id);
  const asked = sourceHash === undefined ? all : all.where('sourceHash', '=', sourceHash);
  const { numUpdatedRows } = await asked.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function declare(
  writer: Writer,
  feed: Parameters<FeedStore['declare']>[0],
  now: number,
): Promise<FeedRecord> {
  const known = await writer
    .selectFrom('feed')
    .selectAll()
    .where('name', '=', feed.name)
    .where('connectionId', '=', feed.connectionId)
    .executeTakeFirst();
  const { sourceHash, mapping, idPrefix, kind = 'full', weight = 1 } = feed;
  const { hosts = '', schedule = null } = feedCodec.encodePart(feed);
  // With the former source's validators, the new source could answer "not modified" about a file that was never read.
  const forgotten = known === undefined || known.sourceHash === sourceHash ? {} : ofNewSource(known, now);
  const turned = known === undefined ? {} : await changeKind(writer, known, kind);
  const row =
    known === undefined
      ? await writer.insertInto('feed').values(newFeed(feed, now)).returningAll().executeTakeFirstOrThrow()
      : await writer
          .updateTable('feed')
          .set({ sourceHash, mapping, idPrefix, kind, hosts, weight, schedule, ...forgotten, ...turned })
          .where('id', '=', known.id)
          .returningAll()
          .executeTakeFirstOrThrow();
  return feedCodec.decode(row);
}

/** If a feed turns from full to delta or back, changes its records and snapshots. @returns the change of the feed itself */
async function changeKind(
  writer: Writer,
  { id, kind: former }: Pick<FeedRecord, 'id' | 'kind'>,
  kind: FeedRecord['kind'],
): Promise<Partial<StoredFeed>> {
  if ((former === 'full') === (kind === 'full')) return {};
  const rereadFromStart = {
    etag: null,
    lastModified: null,
    parts: null,
    context: null,
    deferredSnapshotId: null,
  };
  if (kind === 'full') {
    await forgetRawOf(writer, id);
    await writer
      .updateTable('snapshot')
      .set({ state: 'kept' })
      .where('feedId', '=', id)
      .where('state', '=', 'pending')
      .execute();
    return { ...rereadFromStart, committedSnapshotId: null, changes: null };
  }
  await writer.updateTable('record').set({ fingerprint: null }).where('feedId', '=', id).execute();
  return rereadFromStart;
}

/** Sorts orphaned feeds behind the others. */
function orphansLast<Output>(
  query: SelectQueryBuilder<Tables, 'feed', Output>,
): SelectQueryBuilder<Tables, 'feed', Output> {
  const isOrphan = sql<number>`case when life = 'orphaned' then 1 else 0 end`;
  return query.orderBy(isOrphan).orderBy('id');
}

function newFeed(feed: Parameters<FeedStore['declare']>[0], now: number): Omit<StoredFeed, 'id'> {
  return {
    kind: 'full',
    weight: 1,
    ...feed,
    hosts: '',
    schedule: null,
    ...feedCodec.encodePart(feed),
    life: 'active',
    nextPollAt: now,
    failures: 0,
    lastPollAt: null,
    lastCompleteAt: null,
    stalledSince: null,
    stallReason: null,
    etag: null,
    lastModified: null,
    parts: null,
    lastFullFetchAt: null,
    context: null,
    committedSnapshotId: null,
    deferredSnapshotId: null,
    firstPushAt: null,
    changes: null,
    remapAskedAt: null,
    cleansIds: 1,
  };
}
