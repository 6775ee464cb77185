import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Reader } from '../database/database.js';
import { recordCodec, type Tables } from '../database/tables.js';
import type { UnlistedFilter, UnlistedRecord } from '../store.js';

/** Whether all listings of a record are removed, or it has none. */
export function hasNoListing(eb: ExpressionBuilder<Tables, 'record'>): Expression<SqlBool> {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('listing')
        .select('listing.externalId')
        .whereRef('listing.feedId', '=', 'record.feedId')
        .whereRef('listing.sourceId', '=', 'record.sourceId')
        .where('listing.offSince', 'is', null),
    ),
  );
}

/** Records that cannot be published and have no listing that is not removed. */
export function unlisted(db: Reader, feedIds: readonly number[]) {
  return (
    db
      .selectFrom('record')
      .where('record.feedId', 'in', feedIds)
      // Literals, because the partial indexes on these records serve no statement with a bound value.
      .where('record.hasError', '=', sql.lit(1))
      .where('record.kind', '=', sql.lit('invalid' as const))
      .where(hasNoListing)
  );
}

/** See RecordStore.unlisted. */
export async function unlistedRecords(
  db: Reader,
  { feedIds, after, limit }: UnlistedFilter,
): Promise<UnlistedRecord[]> {
  if (feedIds.length === 0) return [];
  let query = unlisted(db, feedIds)
    .selectAll('record')
    .orderBy('record.feedId')
    .orderBy('record.sourceId')
    .limit(limit);
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('record.feedId', 'record.sourceId'), '>', eb.tuple(after.feedId, after.sourceId)),
    );
  const rows = await recordCodec.all(query);
  return rows.map(({ feedId, sourceId, issues }) => ({ feedId, sourceId, issues }));
}
