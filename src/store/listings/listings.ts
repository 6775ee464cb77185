import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { applyAbsences } from './absences.js';
import { claimsOn } from '../records/claims.js';
import { unpack } from '../database/codec.js';
import { blocksOf, type Database, type Reader } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { findListings, matchesText } from './find-listings.js';
import { listingPage } from './listing-page.js';
import {
  changeListings,
  decodeListing,
  loadListings,
  newForeign,
  readListings,
  saveListings,
} from '../database/listing-rows.js';
import { refused, warned } from './refused-listings.js';
import type { ListingFilter, ListingStore } from '../store.js';
import { eventCodec, type Tables } from '../database/tables.js';
import { unseenOrdinals } from '../records/unseen.js';

/** The portal has not said its last word. */
const pendingStates = ['sent', 'accepted', 'needs_review', 'unknown'] as const;

export function createListings(database: Database): ListingStore {
  return { ...readers(database), ...feedReaders(database), ...writers(database) };
}

type FeedReader =
  | 'claims'
  | 'missedBetween'
  | 'ownedCount'
  | 'ownedUnseen'
  | 'ofOrdinals'
  | 'waiting'
  | 'ownedSince'
  | 'presentCounts'
  | 'presentOrdinals';
type ListingWriter = 'applyAbsences' | 'update' | 'noteForeign' | 'addEvents';

function readers({ db, read, wordSearch }: Database): Omit<ListingStore, FeedReader | ListingWriter> {
  return {
    async get(connectionId, externalId) {
      const [found] = await readListings(db, connectionId, [externalId]);
      return found ?? null;
    },
    getMany: (connectionId, externalIds) => read((reader) => readListings(reader, connectionId, externalIds)),
    async list(filter) {
      const rows = await filtered(db.selectFrom('listing').selectAll(), filter)
        .orderBy('externalId')
        .orderBy('connectionId')
        .limit(filter.limit)
        .execute();
      return rows.map(decodeListing);
    },
    page: (filter) => listingPage(db, filter, wordSearch),
    find: (query, scope) => findListings(db, query, scope, wordSearch),
    async payload(connectionId, externalId) {
      const found = await loadPayloads(db, connectionId, [externalId]);
      return found.get(externalId) ?? null;
    },
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
      return rows.map((row) => row.externalId);
    },
    refused: (connectionId, filter = {}) => refused(db, connectionId, filter),
    warned: (connectionId, codes) => warned(db, connectionId, codes),
    async countsByPortalState(scope) {
      const rows = await inScope(db.selectFrom('listing'), scope)
        .select(['portal', (eb) => eb.fn.countAll().as('count')])
        .groupBy('portal')
        .execute();
      return Object.fromEntries(rows.map(({ portal, count }) => [portal, Number(count)]));
    },
    async events(connectionId, externalId) {
      const rows = await db
        .selectFrom('event')
        .select(['connectionId', 'externalId', 'at', 'kind', 'data'])
        .where('connectionId', '=', connectionId)
        .where('externalId', '=', externalId)
        .orderBy('id')
        .execute();
      return rows.map((row) => eventCodec.decode(row));
    },
  };
}

function feedReaders({ db }: Database): Pick<ListingStore, FeedReader> {
  return {
    async ownedCount(feedId) {
      const { count } = await owningRecords(db, feedId)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async ownedUnseen(feedId, seen) {
      const owned: number[] = [];
      for (const block of blocksOf(await unseenOrdinals(db, feedId, seen)))
        for (const { ordinal } of await owningRecords(db, feedId)
          .select('ordinal')
          .where('ordinal', 'in', block)
          .orderBy('ordinal')
          .execute())
          owned.push(ordinal);
      return owned;
    },
    async ofOrdinals(feedId, ordinals) {
      const listings = [];
      for (const block of blocksOf(ordinals))
        listings.push(
          ...(await onWithRecord(db, feedId)
            .selectAll('listing')
            .where('record.ordinal', 'in', block)
            .orderBy('record.ordinal')
            .execute()),
        );
      return listings.map(decodeListing);
    },
    async waiting(feedId) {
      const rows = await onWithRecord(db, feedId)
        .selectAll('listing')
        .select('record.ordinal')
        .where(sql.raw<SqlBool>(waitingCondition('listing.')))
        .orderBy('listing.externalId')
        .execute();
      return rows.map(({ ordinal, ...listing }) => ({ ...decodeListing(listing), ordinal }));
    },
    ownedSince: (feedId, since) =>
      db
        .selectFrom('listing')
        .select(['externalId', 'firstSentAt', 'offSince'])
        .where('feedId', '=', feedId)
        .where('owner', '=', 'feed')
        .where((eb) => {
          const isOn = eb('offSince', 'is', null);
          return since === null ? isOn : eb.or([isOn, eb('offSince', '>=', since)]);
        })
        .orderBy('externalId')
        .execute(),
    missedBetween: (feedId, from, to) => missedBetween(db, feedId, from, to),
    claims: (feedId) => claimsOn(db, feedId),
    presentCounts: (feedId) => presentCounts(db, feedId),
    async presentOrdinals(feedId) {
      const rows = await present(db, feedId).select('record.ordinal').execute();
      return Int32Array.from(rows, (row) => row.ordinal);
    },
  };
}

/** Written out, so that the index over these listings serves it. */
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
    .select((eb) => eb.fn.countAll().as('count'))
    .where('feedId', '=', feedId)
    .where('owner', '=', 'feed')
    .where('firstSentAt', 'is not', null);
  const missed = await owned
    .where('graceSince', '>=', from)
    .where('graceSince', '<=', to)
    .executeTakeFirstOrThrow();
  const all = await owned
    .where((eb) => eb.or([eb('offSince', 'is', null), eb('offSince', '>=', from)]))
    .executeTakeFirstOrThrow();
  return { missed: Number(missed.count), of: Number(all.count) };
}

/** Records of the feed that own a listing that is not off. */
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

/** Listings of the feed that are not off, with the record that owns them. */
function onWithRecord(reader: Reader, feedId: number) {
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

/** Listings of the feed that its records offer, and that could be on the portal. */
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
  // Sums in one pass: grouping would sort them.
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

function writers({ write }: Database): Pick<ListingStore, ListingWriter> {
  return {
    applyAbsences: (connectionId, feedId, decisions, now) =>
      decisions.length === 0
        ? Promise.resolve()
        : write((writer) => applyAbsences(writer, connectionId, feedId, decisions, now)),
    update: (connectionId, changes) => write((writer) => changeListings(writer, connectionId, changes)),
    noteForeign: (connectionId, seen) =>
      write(async (writer) => {
        const known = await loadListings(
          writer,
          connectionId,
          seen.map((listing) => listing.externalId),
        );
        const foreign = seen.filter(
          ({ externalId }) => (known.get(externalId)?.owner ?? 'foreign') === 'foreign',
        );
        await saveListings(
          writer,
          foreign.map((listing) => ({
            ...(known.get(listing.externalId) ?? newForeign(connectionId, listing.externalId)),
            ...listing,
          })),
        );
      }),
    addEvents: (events) => write((writer) => addEvents(writer, events)),
  };
}

async function loadPayloads(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const payloads = new Map<string, Record<string, unknown>>();
  for (const ids of blocksOf(externalIds)) {
    const rows = await reader
      .selectFrom('payload')
      .select(['externalId', 'content'])
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .execute();
    for (const row of rows) payloads.set(row.externalId, unpack(row.content) as Record<string, unknown>);
  }
  return payloads;
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
