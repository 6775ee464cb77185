import { sql, type SelectQueryBuilder } from 'kysely';
import type { Spend } from '../../core/schedule/budget.js';
import type { Place } from '../../model/reference.js';
import type { FigureStore } from '../contract/figures.js';
import type { MetWord, StoredSurvey } from '../contract/quality.js';
import { blocksOf, type Database, type Reader } from '../database/database.js';
import { placesReadAt } from '../feeds/references.js';
import { runCodec, type Tables } from '../database/tables.js';
import { feedsUnanswered, knownWords } from '../records/used-words.js';

export function createFigures({ db }: Database): FigureStore {
  return { ...ofListings(db), ...ofFeeds(db), ...ofPlaces(db), ...ofHolds(db), ...ofRuns(db) };
}

type OfListings = 'standings' | 'wishes' | 'spends' | 'refusals' | 'notShown' | 'delays';
type OfFeeds = 'invalidRecords' | 'contents' | 'unanswered' | 'knownWords' | 'lastFiles';
type OfPlaces = 'places' | 'placeCount';
type OfHolds = 'holdLines' | 'renameCounts' | 'holdsSince';

function ofListings(db: Reader): Pick<FigureStore, OfListings> {
  return {
    async standings(connectionIds) {
      if (connectionIds?.length === 0) return [];
      const columns = ['connectionId', 'feedId', 'owner', 'presence', 'intent', 'portal'] as const;
      let query = db
        .selectFrom('listing')
        .select([...columns, (eb) => eb.fn.countAll().as('count')])
        .groupBy(columns);
      if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
      return (await query.execute()).map((row) => ({ ...row, count: Number(row.count) }));
    },
    async wishes(connectionIds) {
      if (connectionIds?.length === 0) return [];
      const columns = ['connectionId', 'feedId', 'op', 'lane'] as const;
      let query = db
        .selectFrom('outbox')
        .select([
          ...columns,
          (eb) => eb.fn.count('batchId').as('inBatch'),
          (eb) => eb.fn.countAll().as('count'),
        ])
        .groupBy(columns);
      if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
      const rows = await query.execute();
      return rows.map((row) => ({ ...row, inBatch: Number(row.inBatch), count: Number(row.count) }));
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
  };
}

async function refusals(db: Reader, connectionIds: readonly string[]) {
  if (connectionIds.length === 0) return [];
  const rows = await db
    .selectFrom('listing')
    .select([
      'connectionId',
      'failureCode',
      (eb) => eb.fn.countAll().as('count'),
      (eb) => eb.fn.min('refusedAt').as('since'),
    ])
    .where('connectionId', 'in', connectionIds)
    .where('portal', '=', 'rejected')
    .where('offSince', 'is', null)
    // What was sent again and is not shown is counted as that.
    .where('unchangedSince', 'is', null)
    .groupBy(['connectionId', 'failureCode'])
    .execute();
  return rows.map(({ connectionId, failureCode, count, since }) => ({
    connectionId,
    code: failureCode,
    count: Number(count),
    since: since,
  }));
}

async function notShown(db: Reader, connectionIds: readonly string[] | null) {
  if (connectionIds?.length === 0) return [];
  let query = db
    .selectFrom('listing')
    .select([
      'connectionId',
      (eb) => eb.fn.countAll().as('count'),
      (eb) => eb.fn.min('unchangedSince').as('since'),
    ])
    .where('unchangedSince', 'is not', null)
    .where('offSince', 'is', null)
    .where('portal', 'in', ['removed', 'archived', 'taken_down', 'rejected'])
    .groupBy('connectionId');
  if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
  return (await query.execute()).map((row) => ({ ...row, count: Number(row.count) }));
}

/** Of so many records at most, from those that came last. */
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
  return rows.flatMap(({ readAt, liveAt }) => (readAt === null ? [] : [{ readAt, liveAt: liveAt }]));
}

function ofFeeds(db: Reader): Pick<FigureStore, OfFeeds> {
  return {
    async invalidRecords(feedIds) {
      if (feedIds?.length === 0) return new Map();
      let query = db
        .selectFrom('record')
        .select(['feedId', (eb) => eb.fn.countAll().as('count')])
        // Written out, so that the partial index of these records serves it.
        .where('kind', '=', sql.lit('invalid' as const))
        .groupBy('feedId');
      if (feedIds !== null) query = query.where('feedId', 'in', feedIds);
      const rows = await query.execute();
      return new Map(rows.map(({ feedId, count }) => [feedId, Number(count)]));
    },
    async contents(feedIds) {
      const found: Awaited<ReturnType<FigureStore['contents']>> = new Map();
      const documents = new Map<string, string>();
      for (const ids of blocksOf(feedIds, 2))
        for (const { key, value } of await db
          .selectFrom('meta')
          .select(['key', 'value'])
          .where(
            'key',
            'in',
            ids.flatMap((id) => [`quality ${id}`, `words.met ${id}`]),
          )
          .execute())
          documents.set(key, value);
      for (const id of feedIds) {
        const text = documents.get(`quality ${id}`);
        const met = documents.get(`words.met ${id}`);
        const survey = text === undefined ? null : (JSON.parse(text) as StoredSurvey);
        found.set(id, {
          waits: survey?.waits ?? null,
          doubts: survey?.findings ?? [],
          met: met === undefined ? [] : (JSON.parse(met) as MetWord[]),
        });
      }
      return found;
    },
    unanswered: () => feedsUnanswered(db),
    async lastFiles(feedIds) {
      if (feedIds?.length === 0) return new Map();
      let query = db
        .selectFrom('feed')
        .innerJoin('snapshot', 'snapshot.id', 'feed.committedSnapshotId')
        .select([
          'feed.id as feedId',
          'snapshot.id',
          'snapshot.kind',
          'snapshot.fetchedAt',
          'snapshot.sequence',
        ])
        .select('snapshot.recordCount');
      if (feedIds !== null) query = query.where('feed.id', 'in', feedIds);
      const rows = await query.execute();
      return new Map(rows.map(({ feedId, ...file }) => [feedId, file]));
    },
    knownWords: (feedId) => knownWords(db, feedId),
  };
}

function ofPlaces(db: Reader): Pick<FigureStore, OfPlaces> {
  return {
    async places(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('place').select(['id', 'content']).where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, content }) => [id, JSON.parse(content) as Place]));
    },
    async placeCount() {
      const { count } = await db
        .selectFrom('place')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      const mark = await db
        .selectFrom('meta')
        .select('value')
        .where('key', '=', placesReadAt)
        .executeTakeFirst();
      return { count: Number(count), readAt: mark === undefined ? null : Number(mark.value) };
    },
  };
}

function ofHolds(db: Reader): Pick<FigureStore, OfHolds> {
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
        .select(['holdId', (eb) => eb.fn.countAll().as('count')])
        .where('holdId', 'in', holdIds)
        .groupBy('holdId')
        .execute();
      return new Map(rows.map(({ holdId, count }) => [holdId, Number(count)]));
    },
    holdsSince: (feedId, since) =>
      db
        .selectFrom('hold')
        .select(['openedAt', 'lineCount'])
        .where('feedId', '=', feedId)
        .where('openedAt', '>=', since)
        .execute(),
  };
}

function ofRuns(db: Reader): Omit<FigureStore, OfListings | OfFeeds | OfPlaces | OfHolds> {
  return {
    async lastPoll(feedId) {
      const row = await db
        .selectFrom('run')
        .selectAll()
        .where('feedId', '=', feedId)
        .where('kind', '=', 'poll')
        .where('state', '!=', 'running')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : runCodec.decode(row);
    },
    latestPolls: (feedIds) => latestPolls(db, feedIds),
    firstPolls: (feedIds) => firstPolls(db, feedIds),
    lastRuns: (of) => lastRuns(db, of),
    runningSince: (before) =>
      db
        .selectFrom('run')
        .select(['kind', 'feedId', 'connectionId', 'startedAt'])
        // Written out, so that the partial index of these runs serves it.
        .where('state', '=', sql.lit('running' as const))
        .where('startedAt', '<', before)
        .execute(),
    longQueued: (before, anyway, now) => longQueued(db, { before, anyway, now }),
    async running(connectionIds) {
      if (connectionIds?.length === 0) return 0;
      let query = db
        .selectFrom('run')
        .select((eb) => eb.fn.countAll().as('count'))
        // Written out, so that the partial index of these runs serves it.
        .where('state', '=', sql.lit('running' as const));
      if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
      return Number((await query.executeTakeFirstOrThrow()).count);
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
  };
}

async function latestPolls(db: Reader, feedIds: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const ids of blocksOf([...new Set(feedIds)]))
    for (const { feedId, startedAt } of await db
      .selectFrom('run')
      .select(['feedId', (eb) => eb.fn.max('startedAt').as('startedAt')])
      .where('feedId', 'in', ids)
      .where('kind', '=', 'poll')
      .groupBy('feedId')
      .execute())
      if (feedId !== null) found.set(feedId, startedAt);
  return found;
}

async function lastRuns(
  db: Reader,
  of: Parameters<FigureStore['lastRuns']>[0],
): ReturnType<FigureStore['lastRuns']> {
  const found: Awaited<ReturnType<FigureStore['lastRuns']>> = new Map();
  const column = of.kind === 'poll' ? 'feedId' : 'connectionId';
  for (const ids of blocksOf<number | string>(of.kind === 'poll' ? of.feedIds : of.connectionIds)) {
    const latest = db
      .selectFrom('run')
      .select((eb) => eb.fn.max('id').as('id'))
      .where(column, 'in', ids)
      .where('kind', '=', of.kind)
      .where('state', '!=', 'running')
      .groupBy(column);
    const rows = await db
      .selectFrom('run')
      .select([column, 'state', 'message', 'endedAt'])
      .where('id', 'in', latest)
      .execute();
    for (const { [column]: owner, ...run } of rows) if (owner !== null) found.set(owner, run);
  }
  return found;
}

async function firstPolls(db: Reader, feedIds: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const ids of blocksOf(feedIds)) {
    const rows = await db
      .selectFrom('run')
      .select(['feedId', (eb) => eb.fn.min('startedAt').as('at')])
      .where('feedId', 'in', ids)
      .where('kind', '=', 'poll')
      .groupBy('feedId')
      .execute();
    for (const { feedId, at } of rows) if (feedId !== null) found.set(feedId, at);
  }
  return found;
}

async function longQueued(
  db: Reader,
  { before, anyway, now }: { before: number; anyway: number; now: number },
): ReturnType<FigureStore['longQueued']> {
  const columns = ['connectionId', 'op', 'lane'] as const;
  const rows = await db
    .selectFrom('outbox')
    .select([
      ...columns,
      (eb) => eb.fn.countAll().as('count'),
      (eb) => eb.fn.min('queuedAt').as('oldest'),
      (eb) => eb.fn.count('batchId').as('inBatch'),
      sql<number | string>`sum(case when batch_id is null and not_before > ${now} then 1 else 0 end)`.as(
        'deferred',
      ),
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
  return rows.map(({ count, inBatch, deferred, ...row }) => ({
    ...row,
    ...{ count: Number(count), inBatch: Number(inBatch), deferred: Number(deferred) },
  }));
}

/** Those that found nothing to do say nothing of what was done. */
function endedRuns<Row>(
  query: SelectQueryBuilder<Tables, 'run', Row>,
): SelectQueryBuilder<Tables, 'run', Row> {
  return query.where('state', 'not in', ['running', 'unchanged', 'failed']);
}
