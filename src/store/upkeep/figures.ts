import { sql, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Spend } from '../../core/schedule/budget.js';
import type { Place } from '../../model/reference.js';
import type { FigureStore } from '../contract/figures.js';
import type { MetWord, StoredSurvey } from '../contract/quality.js';
import { blocksOf, type Database, type Reader } from '../database/database.js';
import { countOf, inBlocks } from '../database/queries.js';
import { placesReadAt } from '../feeds/references.js';
import type { Millis } from '../../model/millis.js';
import { readMeta } from '../database/meta.js';
import { runCodec, type Tables } from '../database/tables.js';
import { unlisted } from '../records/unlisted.js';
import { feedsUnanswered, knownWords } from '../records/used-words.js';
import { waitingCondition } from '../listings/listings.js';

export function createFigures({ db }: Database): FigureStore {
  return { ...ofListings(db), ...ofFeeds(db), ...ofPlaces(db), ...ofHolds(db), ...ofRuns(db) };
}

function ofListings(db: Reader) {
  return {
    async standings(connectionIds) {
      if (connectionIds?.length === 0) return [];
      const columns = ['connectionId', 'feedId', 'owner', 'presence', 'intent', 'portal'] as const;
      let query = db
        .selectFrom('listing')
        .select([...columns, (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy(columns);
      if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
      return query.execute();
    },
    async queued(connectionIds) {
      if (connectionIds?.length === 0) return [];
      const columns = ['connectionId', 'feedId', 'op', 'lane'] as const;
      let query = db
        .selectFrom('outbox')
        .select([
          ...columns,
          (eb) => eb.fn.count<number>('batchId').as('inBatch'),
          (eb) => eb.fn.countAll<number>().as('count'),
        ])
        .groupBy(columns);
      if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
      return query.execute();
    },
    async spends(since) {
      const rows = await db
        .selectFrom('spend')
        .select(['scope', 'at', 'amount', 'ownChange'])
        .where((eb) => eb.or([eb('at', 'is', null), eb('at', '>=', since)]))
        .orderBy('id')
        .execute();
      const found = new Map<string, Spend[]>();
      for (const { scope, ...spend } of rows) found.set(scope, [...(found.get(scope) ?? []), spend]);
      return found;
    },
    refusals: (connectionIds) => refusals(db, connectionIds),
    notShown: (connectionIds) => notShown(db, connectionIds),
    delays: (feedId, since, limit) => delays(db, feedId, since, limit),
  } satisfies Partial<FigureStore>;
}

async function refusals(db: Reader, connectionIds: readonly string[]) {
  if (connectionIds.length === 0) return [];
  return (
    db
      .selectFrom('listing')
      .select([
        'connectionId',
        'failureCode as code',
        (eb) => eb.fn.countAll<number>().as('count'),
        (eb) => eb.fn.min('refusedAt').as('since'),
      ])
      .where('connectionId', 'in', connectionIds)
      .where('portal', '=', 'rejected')
      .where('offSince', 'is', null)
      // Listings that the portal answers `unchanged` for are counted by `notShown`.
      .where('unchangedSince', 'is', null)
      .groupBy(['connectionId', 'failureCode'])
      .execute()
  );
}

/** Along the partial index of the few listings that wait. */
function missingIn(db: Reader, feedIds: readonly number[]) {
  return db
    .selectFrom('listing')
    .select([
      'feedId',
      (eb) => eb.fn.countAll<number>().as('count'),
      (eb) => eb.fn.min('graceSince').as('since'),
      (eb) => eb.fn.max('gracePolls').as('polls'),
    ])
    .where('feedId', 'in', feedIds)
    .where('offSince', 'is', null)
    .where(sql.raw<SqlBool>(waitingCondition('listing.')))
    .where('presence', '=', 'grace')
    .where('intent', 'not in', ['remove', 'suppressed'])
    .where('portal', 'in', ['live', 'inactive'])
    .groupBy('feedId');
}

async function notShown(db: Reader, connectionIds: readonly string[] | null) {
  if (connectionIds?.length === 0) return [];
  let query = db
    .selectFrom('listing')
    .select([
      'connectionId',
      (eb) => eb.fn.countAll<number>().as('count'),
      (eb) => eb.fn.min('unchangedSince').as('since'),
    ])
    .where('unchangedSince', 'is not', null)
    .where('offSince', 'is', null)
    .where('portal', 'in', ['removed', 'archived', 'taken_down', 'rejected'])
    .groupBy('connectionId');
  if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
  return query.execute();
}

/** See FigureStore.delays. */
async function delays(
  db: Reader,
  feedId: number,
  since: number,
  limit: number,
): ReturnType<FigureStore['delays']> {
  const read = db
    .selectFrom('record')
    .select(['feedId', 'sourceId', 'readAt'])
    .where('feedId', '=', feedId)
    .where('readAt', '>=', since)
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .as('read');
  const rows = await db
    .selectFrom(read)
    .innerJoin('listing', (join) =>
      join.onRef('listing.feedId', '=', 'read.feedId').onRef('listing.sourceId', '=', 'read.sourceId'),
    )
    .innerJoin('event', (join) =>
      join
        .onRef('event.connectionId', '=', 'listing.connectionId')
        .onRef('event.externalId', '=', 'listing.externalId'),
    )
    .select(['read.readAt', (eb) => eb.fn.min('event.at').as('liveAt')])
    .where('event.kind', '=', 'portal_live')
    .whereRef('event.at', '>=', 'read.readAt')
    .groupBy(['listing.connectionId', 'listing.externalId', 'read.readAt'])
    .execute();
  return rows.flatMap(({ readAt, liveAt }) => (readAt === null ? [] : [{ readAt, liveAt }]));
}

function ofFeeds(db: Reader) {
  return {
    async missing(feedIds) {
      const rows = await inBlocks(feedIds, (block) => missingIn(db, block));
      return new Map(
        rows.map(({ feedId, count, since, polls }) => [feedId ?? 0, { count, since: since ?? 0, polls }]),
      );
    },
    async unlistedRecords(feedIds) {
      const rows = await inBlocks(feedIds, (block) =>
        unlisted(db, block)
          .select(['record.feedId', (eb) => eb.fn.countAll<number>().as('count')])
          .groupBy('record.feedId'),
      );
      return new Map(rows.map(({ feedId, count }) => [feedId, count]));
    },
    async invalidRecords(feedIds) {
      if (feedIds?.length === 0) return new Map();
      let query = db
        .selectFrom('record')
        .select(['feedId', (eb) => eb.fn.countAll<number>().as('count')])
        // A literal, because the partial index on these records serves no statement with a bound value.
        .where('kind', '=', sql.lit('invalid' as const))
        .groupBy('feedId');
      if (feedIds !== null) query = query.where('feedId', 'in', feedIds);
      const rows = await query.execute();
      return new Map(rows.map(({ feedId, count }) => [feedId, count]));
    },
    async contents(feedIds) {
      const keys = feedIds.flatMap((id) => [`quality ${id}`, `words.met ${id}`]);
      const rows = await inBlocks(keys, (block) =>
        db.selectFrom('meta').select(['key', 'value']).where('key', 'in', block),
      );
      const documents = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
      return new Map(
        feedIds.map((id) => {
          const survey = documents.get(`quality ${id}`) as StoredSurvey | undefined;
          const met = (documents.get(`words.met ${id}`) ?? []) as MetWord[];
          return [id, { waits: survey?.waits ?? null, doubts: survey?.findings ?? [], met }];
        }),
      );
    },
    unanswered: () => feedsUnanswered(db),
    async lastFiles(feedIds) {
      if (feedIds?.length === 0) return new Map();
      let query = db
        .selectFrom('feed')
        .innerJoin('snapshot', 'snapshot.id', 'feed.committedSnapshotId')
        .select(['snapshot.id', 'snapshot.kind', 'snapshot.fetchedAt', 'snapshot.sequence'])
        .select(['feed.id as feedId', 'snapshot.recordCount']);
      if (feedIds !== null) query = query.where('feed.id', 'in', feedIds);
      const rows = await query.execute();
      return new Map(rows.map(({ feedId, ...file }) => [feedId, file]));
    },
    knownWords: (feedId) => knownWords(db, feedId),
  } satisfies Partial<FigureStore>;
}

function ofPlaces(db: Reader) {
  return {
    async places(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('place').select(['id', 'content']).where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, content }) => [id, JSON.parse(content) as Place]));
    },
    async placeCount() {
      const readAt = await readMeta(db, placesReadAt);
      return {
        count: await countOf(db.selectFrom('place')),
        readAt: readAt === null ? null : Number(readAt),
      };
    },
  } satisfies Partial<FigureStore>;
}

function ofHolds(db: Reader) {
  return {
    holdLines: (holdId, { from, limit }) =>
      db
        .selectFrom('holdLine')
        .leftJoin('rename', (join) =>
          join
            .onRef('rename.holdId', '=', 'holdLine.holdId')
            .onRef('rename.externalId', '=', 'holdLine.externalId'),
        )
        .select(['holdLine.externalId', 'title', 'lastSeenAt', 'reason', 'rename.ownId as renamedTo'])
        .where('holdLine.holdId', '=', holdId)
        .orderBy('position')
        .limit(limit)
        .offset(from)
        .execute(),
    async renameCounts(holdIds) {
      if (holdIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('rename')
        .select(['holdId', (eb) => eb.fn.countAll<number>().as('count')])
        .where('holdId', 'in', holdIds)
        .groupBy('holdId')
        .execute();
      return new Map(rows.map(({ holdId, count }) => [holdId, count]));
    },
    holdsSince: (feedId, since) =>
      db
        .selectFrom('hold')
        .select(['openedAt', 'lineCount'])
        .where('feedId', '=', feedId)
        .where('openedAt', '>=', since)
        .execute(),
  } satisfies Partial<FigureStore>;
}

function ofRuns(db: Reader) {
  return {
    lastPoll: (feedId, state) =>
      runCodec.first(
        db
          .selectFrom('run')
          .selectAll()
          .where('feedId', '=', feedId)
          .where('kind', '=', 'poll')
          .where('state', state === undefined ? '!=' : '=', state ?? 'running')
          .orderBy('id', 'desc')
          .limit(1),
      ),
    latestPolls: (feedIds) => pollStarts(db, feedIds, 'desc'),
    firstPolls: (feedIds) => pollStarts(db, feedIds, 'asc'),
    lastRuns: (of) => lastRuns(db, of),
    runningSince: (before) =>
      db
        .selectFrom('run')
        .select(['kind', 'feedId', 'connectionId', 'startedAt'])
        // A literal, because the partial index on these runs serves no statement with a bound value.
        .where('state', '=', sql.lit('running' as const))
        .where('startedAt', '<', before)
        .execute(),
    longQueued: (before, anyway, now) => longQueued(db, { before, anyway, now }),
    async running(connectionIds) {
      if (connectionIds?.length === 0) return 0;
      // A literal, as in `runningSince`.
      const running = db.selectFrom('run').where('state', '=', sql.lit('running' as const));
      return countOf(connectionIds === null ? running : running.where('connectionId', 'in', connectionIds));
    },
    async runsSince({ kind, feedId, connectionId }, since) {
      let query = endedRuns(db.selectFrom('run')).where('kind', '=', kind).where('startedAt', '>=', since);
      if (feedId !== undefined) query = query.where('feedId', '=', feedId);
      if (connectionId !== undefined) query = query.where('connectionId', '=', connectionId);
      const rows = await query.select(['startedAt', 'state', 'balance']).orderBy('id').execute();
      return rows.map(({ balance, ...run }) => ({
        ...run,
        balance: JSON.parse(balance) as Record<string, number>,
      }));
    },
  } satisfies Partial<FigureStore>;
}

/** Start of the first or the latest stored poll of each feed. */
async function pollStarts(
  db: Reader,
  feedIds: readonly number[],
  order: 'asc' | 'desc',
): Promise<Map<number, Millis>> {
  const rows = await inBlocks([...new Set(feedIds)], (ids) =>
    db
      .selectFrom('feed')
      .select((feed) => ['id', pollsOf(feed, order).select('startedAt').as('at')])
      .where('id', 'in', ids),
  );
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])));
}

/** The first or the latest poll of each selected feed: one step in the index of the runs of feeds, however many runs are kept. */
function pollsOf(feed: ExpressionBuilder<Tables, 'feed'>, order: 'asc' | 'desc') {
  return feed
    .selectFrom('run')
    .whereRef('run.feedId', '=', 'feed.id')
    .where('run.kind', '=', 'poll')
    .orderBy('run.id', order)
    .limit(1);
}

async function lastRuns(
  db: Reader,
  of: Parameters<FigureStore['lastRuns']>[0],
): ReturnType<FigureStore['lastRuns']> {
  const found: Awaited<ReturnType<FigureStore['lastRuns']>> = new Map();
  const column = of.kind === 'poll' ? 'feedId' : 'connectionId';
  for (const ids of blocksOf<number | string>(of.kind === 'poll' ? of.feedIds : of.connectionIds)) {
    const latest = of.kind === 'poll' ? lastPollIds(db, ids) : lastPushIds(db, ids);
    const rows = await db
      .selectFrom('run')
      .select([column, 'state', 'message', 'endedAt'])
      .where('id', 'in', latest)
      .execute();
    for (const { [column]: owner, ...run } of rows) if (owner !== null) found.set(owner, run);
  }
  return found;
}

function lastPollIds(db: Reader, feedIds: readonly (number | string)[]) {
  return db
    .selectFrom('feed')
    .select((feed) => pollsOf(feed, 'desc').where('run.state', '!=', 'running').select('run.id').as('id'))
    .where('feed.id', 'in', feedIds.map(Number));
}

function lastPushIds(db: Reader, connectionIds: readonly (number | string)[]) {
  return db
    .selectFrom('run')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('connectionId', 'in', connectionIds.map(String))
    .where('kind', '=', 'push')
    .where('state', '!=', 'running')
    .groupBy('connectionId');
}

function longQueued(
  db: Reader,
  { before, anyway, now }: { before: number; anyway: number; now: number },
): ReturnType<FigureStore['longQueued']> {
  const columns = ['connectionId', 'op', 'lane'] as const;
  return db
    .selectFrom('outbox')
    .select([
      ...columns,
      (eb) => eb.fn.countAll<number>().as('count'),
      (eb) => eb.fn.min('queuedAt').as('oldest'),
      (eb) => eb.fn.count<number>('batchId').as('inBatch'),
      sql<number>`sum(case when batch_id is null and not_before > ${now} then 1 else 0 end)`.as('deferred'),
    ])
    .where('queuedAt', '<=', before)
    .where((eb) =>
      eb.or([
        eb('batchId', 'is', null),
        eb('queuedAt', '<=', anyway),
        eb('batchId', 'in', eb.selectFrom('batch').select('batch.id').where('batch.createdAt', '<=', before)),
      ]),
    )
    .groupBy(columns)
    .execute();
}

/** Ended runs that did something. Failed and `unchanged` runs are left out, since they say nothing about the work done. */
function endedRuns<Row>(
  query: SelectQueryBuilder<Tables, 'run', Row>,
): SelectQueryBuilder<Tables, 'run', Row> {
  return query.where('state', 'not in', ['running', 'unchanged', 'failed']);
}
