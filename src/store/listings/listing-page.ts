import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { groupBy } from '../../model/group-by.js';
import { isOnPortal, portalStates, type PortalState } from '../../model/listing-states.js';
import type { Standing } from '../../model/standing.js';
import type { Reader, WordSearch } from '../database/database.js';
import { matchesText } from './find-listings.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ListingPageFilter } from '../store.js';
import { listingCodec, type Tables } from '../database/tables.js';

/** See ListingStore.page. Rows come in the order of the primary key, so that the cost depends on the page and not on the store. */
export async function listingPage(
  reader: Reader,
  filter: ListingPageFilter,
  words: WordSearch,
): Promise<ListingRecord[]> {
  const { connectionIds, after, limit } = filter;
  if (connectionIds?.length === 0) return [];
  let query = matching(reader.selectFrom('listing').selectAll(), filter, words)
    .orderBy('connectionId')
    .orderBy('externalId')
    .limit(limit);
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('connectionId', 'externalId'), '>', eb.tuple(after.connectionId, after.externalId)),
    );
  return listingCodec.all(query);
}

/** See ListingStore.pageCounts. */
export async function pageCounts(
  reader: Reader,
  filter: Omit<ListingPageFilter, 'after' | 'limit'>,
  words: WordSearch,
): Promise<Map<string, number>> {
  if (filter.connectionIds?.length === 0) return new Map();
  const counted = reader
    .selectFrom('listing')
    .select(['connectionId', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('connectionId');
  const rows = await matching(counted, filter, words).execute();
  return new Map(rows.map(({ connectionId, count }) => [connectionId, count]));
}

/** A query of listings with the conditions of the filter. */
export function matching<Output>(
  all: SelectQueryBuilder<Tables, 'listing', Output>,
  filter: Omit<ListingPageFilter, 'after' | 'limit'>,
  words: WordSearch,
): SelectQueryBuilder<Tables, 'listing', Output> {
  const {
    connectionIds,
    feedId,
    standing,
    there,
    code,
    about,
    either,
    portal,
    presence,
    text,
    untouchedSince,
  } = filter;
  let query = all;
  if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
  if (feedId !== undefined) query = query.where('feedId', '=', feedId);
  if (standing !== undefined) query = query.where((eb) => inStanding(eb, standing));
  if (there !== undefined) query = query.where(isThere);
  if (code !== undefined) query = query.where((eb) => isRefusedWith(eb, code));
  if (about !== undefined) query = query.where((eb) => isAbout(eb, about));
  if (either !== undefined) query = query.where((eb) => isEither(eb, either));
  if (portal !== undefined) query = query.where('portal', 'in', portal);
  if (presence !== undefined) query = query.where('presence', 'in', presence);
  if (untouchedSince !== undefined) query = query.where((eb) => isStale(eb, untouchedSince));
  if (text !== undefined) {
    query = query.where(matchesText(text));
    // A search in some connections or a feed scans their listings. A search in all listings uses the word index.
    if (connectionIds === null && feedId === undefined) query = query.where(words(text));
  }
  return query;
}

type Builder = ExpressionBuilder<Tables, 'listing'>;

/** A rental goes stale sooner than a sale. */
function isStale(eb: Builder, { sale, rent }: { sale: number; rent: number }): Expression<SqlBool> {
  const touched = sql<number>`coalesce(listing.feed_updated_at, record.read_at)`;
  const record = eb
    .selectFrom('record')
    .select('record.ordinal')
    .whereRef('record.feedId', '=', 'listing.feedId')
    .whereRef('record.sourceId', '=', 'listing.sourceId')
    .where((row) =>
      row.or([row(touched, '<', sale), row.and([row('record.offer', '=', 'rent'), row(touched, '<', rent)])]),
    );
  return eb.and([
    eb('presence', 'in', ['present', 'invalid']),
    eb('offSince', 'is', null),
    eb.exists(record),
  ]);
}

const offStates = ['taken_down', 'removed', 'archived', 'released'] as const;
/** Portal states that decide the standing, whether the record is valid or not. */
const standingStates = {
  on_portal: ['live', 'inactive'],
  in_review: ['needs_review'],
  refused: ['rejected'],
} as const satisfies Partial<Record<Standing, readonly PortalState[]>>;
const otherStates = ['none', 'sent', 'accepted', 'unknown'] as const;

/** A listing whose feed, or a person, has removed it. */
function isLeaving(eb: Builder): Expression<SqlBool> {
  return eb.or([eb('presence', '=', 'gone'), eb('intent', 'in', ['remove', 'suppressed'])]);
}

/** The rule of `isThere` as a condition. */
function isThere(eb: Builder): Expression<SqlBool> {
  return eb.and([eb('owner', '!=', 'foreign'), eb('portal', 'in', standingStates.on_portal)]);
}

/** As `FigureStore.refusals` counts them. */
function isRefusedWith(eb: Builder, code: string): Expression<SqlBool> {
  return eb.and([
    eb('portal', '=', 'rejected'),
    eb('failureCode', '=', code),
    eb('offSince', 'is', null),
    eb('unchangedSince', 'is', null),
  ]);
}

/** As the finders of these attention items count them. */
function isAbout(eb: Builder, kind: NonNullable<ListingPageFilter['about']>): Expression<SqlBool> {
  if (kind === 'foreign')
    return eb.and([eb('owner', '=', 'foreign'), eb('portal', 'in', portalStates.filter(isOnPortal))]);
  if (kind === 'taken_down') return eb.and([eb.not(isLeaving(eb)), eb('portal', '=', 'taken_down')]);
  return eb.and([
    eb('unchangedSince', 'is not', null),
    eb('offSince', 'is', null),
    eb('portal', 'in', ['removed', 'archived', 'taken_down', 'rejected']),
  ]);
}

function isEither(
  eb: Builder,
  { keys, code }: NonNullable<ListingPageFilter['either']>,
): Expression<SqlBool> {
  const named = [...groupBy(keys, ({ connectionId }) => connectionId)].map(([connectionId, own]) =>
    eb.and([
      eb('connectionId', '=', connectionId),
      eb(
        'externalId',
        'in',
        own.map(({ externalId }) => externalId),
      ),
    ]),
  );
  return eb.or([...named, code === null ? eb.lit(false) : isRefusedWith(eb, code)]);
}

/** The rule of `standingOf` as a condition. */
function inStanding(eb: Builder, standing: Standing): Expression<SqlBool> {
  const off = isLeaving(eb);
  const isShown = eb('portal', 'in', standingStates.on_portal);
  if (standing === 'off')
    return eb.or([
      eb.and([off, eb.not(isShown)]),
      eb.and([eb('presence', '!=', 'held'), eb('portal', 'in', offStates)]),
    ]);
  if (standing === 'on_portal') return eb.and([isShown, eb.or([off, eb('presence', '!=', 'held')])]);
  if (standing === 'waiting') return eb.and([eb.not(off), eb('presence', '=', 'held')]);
  const kept = eb.and([eb.not(off), eb('presence', '!=', 'held')]);
  if (standing === 'invalid')
    return eb.and([kept, eb('portal', 'in', otherStates), eb('presence', '=', 'invalid')]);
  if (standing === 'on_the_way')
    return eb.and([kept, eb('portal', 'in', otherStates), eb('presence', '!=', 'invalid')]);
  return eb.and([kept, eb('portal', 'in', standingStates[standing])]);
}
