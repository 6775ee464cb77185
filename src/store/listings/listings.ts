import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { applyAbsences } from './absences.js';
import { settleDeactivations } from './deactivations.js';
import { claimsOn } from '../records/claims.js';
import type { Database, Reader } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { countOf, inBlocks } from '../database/queries.js';
import { findListings, matchesText } from './find-listings.js';
import { listingPage, pageCounts } from './listing-page.js';
import { sortedPage } from './sorted-page.js';
import {
  changeListings,
  idsOf,
  loadListings,
  newForeign,
  readListings,
  saveListings,
} from '../database/listing-rows.js';
import { refused, warned } from './refused-listings.js';
import type { ListingFilter, ListingStore } from '../store.js';
import { eventCodec, listingCodec, type Tables } from '../database/tables.js';
import { unpackPayload } from '../records/staged-record.js';
import { unseenOrdinals } from '../records/unseen.js';

/** Portal states without a final outcome. */
const pendingStates = ['sent', 'accepted', 'needs_review', 'unknown'] as const;

export function createListings(database: Database): ListingStore {
  return { ...readers(database), ...feedReaders(database), ...writers(database) };
}

function readers({ db, read, wordSearch }: Database) {
  return {
    async get(connectionId, externalId) {
      const [found] = await readListings(db, connectionId, [externalId]);
      return found ?? null;
    },
    getMany: (connectionId, externalIds) => read((reader) => readListings(reader, connectionId, externalIds)),
    list: (filter) =>
      listingCodec.all(
        filtered(db.selectFrom('listing').selectAll(), filter)
          .orderBy('externalId')
          .orderBy('connectionId')
          .limit(filter.limit),
      ),
    page: (filter) => listingPage(db, filter, wordSearch),
    sorted: (filter) => sortedPage(db, filter, wordSearch),
    pageCounts: (filter) => pageCounts(db, filter, wordSearch),
    find: (query, scope) => findListings(db, query, scope, wordSearch),
    async payload(connectionId, externalId) {
      const found = await loadPayloads(db, connectionId, [externalId]);
      return found.get(externalId) ?? null;
    },
    photoSources: (connectionId, externalIds) =>
      read((reader) => loadPhotoSources(reader, connectionId, externalIds)),
    payloads: (connectionId, externalIds) =>
      read((reader) => loadPayloads(reader, connectionId, externalIds)),
    async pendingOutcomes(connectionId) {
      const rows = await db
        .selectFrom('listing')
        .select('externalId')
        .where('connectionId', '=', connectionId)
        .where('portal', 'in', pendingStates)
        .orderBy('externalId')
        .execute();
      return idsOf(rows);
    },
    refused: (connectionId, filter = {}) => refused(db, connectionId, filter),
    warned: (connectionId, codes) => warned(db, connectionId, codes),
    async countsByPortalState(scope) {
      const rows = await inScope(db.selectFrom('listing'), scope)
        .select(['portal', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('portal')
        .execute();
      return Object.fromEntries(rows.map(({ portal, count }) => [portal, count]));
    },
    events: (connectionId, externalId) =>
      eventCodec.all(
        db
          .selectFrom('event')
          .select(['connectionId', 'externalId', 'at', 'kind', 'data'])
          .where('connectionId', '=', connectionId)
          .where('externalId', '=', externalId)
          .orderBy('id'),
      ),
  } satisfies Partial<ListingStore>;
}

function feedReaders({ db }: Database) {
  return {
    ownedCount: (feedId) => countOf(owningRecords(db, feedId)),
    async ownedUnseen(feedId, seen) {
      const owned = await inBlocks(await unseenOrdinals(db, feedId, seen), (block) =>
        owningRecords(db, feedId).select('ordinal').where('ordinal', 'in', block).orderBy('ordinal'),
      );
      return owned.map(({ ordinal }) => ordinal);
    },
    async ofOrdinals(feedId, ordinals) {
      const rows = await inBlocks(ordinals, (block) =>
        liveWithRecord(db, feedId)
          .selectAll('listing')
          .where('record.ordinal', 'in', block)
          .orderBy('record.ordinal'),
      );
      return rows.map(listingCodec.decode);
    },
    async waiting(feedId) {
      const rows = await liveWithRecord(db, feedId)
        .selectAll('listing')
        .select(['record.ordinal', 'record.kind as recordKind'])
        .where(sql.raw<SqlBool>(waitingCondition('listing.')))
        .orderBy('listing.externalId')
        .execute();
      return rows.map(({ ordinal, recordKind, ...listing }) => ({
        ...listingCodec.decode(listing),
        ordinal,
        recordKind,
      }));
    },
    ownedSince: (feedId, since) =>
      db
        .selectFrom('listing')
        .select(['externalId', 'firstSentAt', 'offSince', 'inactiveSince'])
        .where('feedId', '=', feedId)
        .where('owner', '=', 'feed')
        .where((eb) => {
          const isLive = eb('offSince', 'is', null);
          return since === null ? isLive : eb.or([isLive, eb('offSince', '>=', since)]);
        })
        .orderBy('externalId')
        .execute(),
    async deactivations(feedId) {
      const rows = await db
        .selectFrom('listing')
        .selectAll()
        .where('feedId', '=', feedId)
        .where('owner', '=', 'feed')
        .where('deactivation', 'is not', null)
        .where('offSince', 'is', null)
        .orderBy('externalId')
        .execute();
      return rows.map(listingCodec.decode);
    },
    missedBetween: (feedId, from, to) => missedBetween(db, feedId, from, to),
    claims: (feedId) => claimsOn(db, feedId),
    presentCounts: (feedId) => presentCounts(db, feedId),
    async presentOrdinals(feedId) {
      const rows = await present(db, feedId).select('record.ordinal').execute();
      return Int32Array.from(rows, (row) => row.ordinal);
    },
  } satisfies Partial<ListingStore>;
}

/** The condition of ListingStore.waiting. SQL text, because the partial index on these listings must have the same condition. */
export function waitingCondition(table: '' | 'listing.'): string {
  return `(${table}presence in ('grace', 'held', 'pinned') or ${table}offered = 0 or ${table}intent = 'remove')`;
}

async function missedBetween(
  reader: Reader,
  feedId: number,
  from: number,
  to: number,
): ReturnType<ListingStore['missedBetween']> {
  const owned = reader
    .selectFrom('listing')
    .where('feedId', '=', feedId)
    .where('owner', '=', 'feed')
    .where('firstSentAt', 'is not', null);
  const all = owned.where((eb) => eb.or([eb('offSince', 'is', null), eb('offSince', '>=', from)]));
  const missed = owned.where('graceSince', '>=', from).where('graceSince', '<=', to);
  return { missed: await countOf(missed), of: await countOf(all) };
}

/** Records of the feed that own a listing which is not removed. */
function owningRecords(reader: Reader, feedId: number) {
  return reader
    .selectFrom('record')
    .where('feedId', '=', feedId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('listing')
          .select('listing.externalId')
          .whereRef('listing.feedId', '=', 'record.feedId')
          .whereRef('listing.sourceId', '=', 'record.sourceId')
          .where('listing.owner', '=', 'feed')
          .where('listing.offSince', 'is', null),
      ),
    );
}

/** Listings of the feed that are not removed, joined with their records. */
function liveWithRecord(reader: Reader, feedId: number) {
  return withRecord(reader, feedId).where('listing.offSince', 'is', null);
}

function withRecord(reader: Reader, feedId: number) {
  return reader
    .selectFrom('listing')
    .innerJoin('record', (join) =>
      join.onRef('record.feedId', '=', 'listing.feedId').onRef('record.sourceId', '=', 'listing.sourceId'),
    )
    .where('listing.feedId', '=', feedId)
    .where('listing.owner', '=', 'feed');
}

/** The listings that ListingStore.presentCounts counts. A suppressed listing is removed but counts. */
function present(reader: Reader, feedId: number) {
  return withRecord(reader, feedId)
    .where((eb) => eb.or([eb('listing.offSince', 'is', null), eb('listing.intent', '=', 'suppressed')]))
    .where('record.kind', '=', 'mapped')
    .where('listing.presence', '=', 'present')
    .where('listing.offered', '=', 1)
    .where('listing.wantedDigest', 'is not', null);
}

async function presentCounts(reader: Reader, feedId: number): ReturnType<ListingStore['presentCounts']> {
  const isQueued = sql<SqlBool>`outbox.op is not null`;
  const isBlocked = sql<SqlBool>`listing.portal = 'rejected' or listing.intent = 'suppressed'`;
  // One pass without sorting, unlike `group by`.
  const many = (condition: RawBuilder<SqlBool>): RawBuilder<number | null> =>
    sql`sum(case when ${condition} then 1 else 0 end)`;
  const { all, queued, blocked } = await present(reader, feedId)
    .leftJoin('outbox', (join) =>
      join
        .onRef('outbox.connectionId', '=', 'listing.connectionId')
        .onRef('outbox.externalId', '=', 'listing.externalId')
        .on('outbox.op', '=', 'upsert'),
    )
    .select((eb) => [
      eb.fn.countAll().as('all'),
      many(isQueued).as('queued'),
      many(sql`not (${isQueued}) and (${isBlocked})`).as('blocked'),
    ])
    .executeTakeFirstOrThrow();
  const counts = { queued: Number(queued), blocked: Number(blocked) };
  return { ...counts, unchanged: Number(all) - counts.queued - counts.blocked };
}

function writers({ write }: Database) {
  return {
    applyAbsences: (connectionId, feedId, decisions, now) =>
      decisions.length === 0
        ? Promise.resolve()
        : write((writer) => applyAbsences(writer, connectionId, feedId, decisions, now)),
    settleDeactivations: (connectionId, verdict, now) =>
      write((writer) => settleDeactivations(writer, connectionId, verdict, now)),
    update: async (connectionId, changes, now) => {
      if (changes.length > 0) await write((writer) => changeListings(writer, connectionId, changes, now));
    },
    noteForeign: async (connectionId, seen, now) => {
      if (seen.length === 0) return;
      await write(async (writer) => {
        const known = await loadListings(writer, connectionId, idsOf(seen));
        const foreign = seen.flatMap((listing) => {
          const draft = known.get(listing.externalId) ?? newForeign(connectionId, listing.externalId);
          return draft.owner === 'foreign' ? [{ ...draft, ...listing }] : [];
        });
        await saveListings(writer, foreign, now);
      });
    },
    addEvents: async (events) => {
      if (events.length > 0) await write((writer) => addEvents(writer, events));
    },
  } satisfies Partial<ListingStore>;
}

async function loadPayloads(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const rows = await inBlocks(externalIds, (ids) =>
    reader
      .selectFrom('payload')
      .select(['externalId', 'content'])
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids),
  );
  return new Map(rows.map(({ externalId, content }) => [externalId, unpackPayload(content)]));
}

async function loadPhotoSources(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await inBlocks(externalIds, (ids) =>
    reader
      .selectFrom('payload')
      .select(['externalId', 'photoSource'])
      .where('connectionId', '=', connectionId)
      .where('photoSource', 'is not', null)
      .where('externalId', 'in', ids),
  );
  return new Map(rows.map(({ externalId, photoSource }) => [externalId, photoSource ?? '']));
}

type ListingQuery<Output> = SelectQueryBuilder<Tables, 'listing', Output>;

function inScope<Output>(
  query: ListingQuery<Output>,
  scope: { connectionId?: string; feedId?: number },
): ListingQuery<Output> {
  let scoped = query;
  if (scope.connectionId !== undefined) scoped = scoped.where('connectionId', '=', scope.connectionId);
  if (scope.feedId !== undefined) scoped = scoped.where('feedId', '=', scope.feedId);
  return scoped;
}

function filtered<Output>(query: ListingQuery<Output>, filter: ListingFilter): ListingQuery<Output> {
  let narrowed = inScope(query, filter);
  if (filter.owner !== undefined) narrowed = narrowed.where('owner', '=', filter.owner);
  if (filter.portal !== undefined) narrowed = narrowed.where('portal', 'in', filter.portal);
  if (filter.presence !== undefined) narrowed = narrowed.where('presence', 'in', filter.presence);
  if (filter.after !== undefined) narrowed = narrowed.where('externalId', '>', filter.after);
  if (filter.text !== undefined) narrowed = narrowed.where(matchesText(filter.text));
  return narrowed;
}
