import type { Reader } from '../database/database.js';
import { decodeListing } from '../database/listing-rows.js';
import type { ListingRecord } from '../../model/listing.js';
import type { RefusedFilter } from '../store.js';

export async function refused(
  reader: Reader,
  connectionId: string,
  { codes, retryBefore, feedId }: RefusedFilter,
): Promise<ListingRecord[]> {
  let query = wanted(reader, connectionId).where('portal', '=', 'rejected').orderBy('refusedAt');
  if (codes !== undefined) query = query.where('failureCode', 'in', codes);
  if (retryBefore !== undefined) query = query.where('retryAt', '<=', retryBefore);
  if (feedId !== undefined) query = query.where('feedId', '=', feedId);
  return (await query.orderBy('externalId').execute()).map(decodeListing);
}

export async function warned(
  reader: Reader,
  connectionId: string,
  codes: readonly string[],
): Promise<ListingRecord[]> {
  const rows = await wanted(reader, connectionId)
    .where('portal', 'in', ['accepted', 'needs_review', 'live', 'inactive'])
    .where((eb) => eb.or(codes.map((code) => eb('warnings', 'like', `%"code":"${code}"%`))))
    .orderBy('externalId')
    .execute();
  // `_` is a wildcard of `like`.
  return rows.map(decodeListing).filter((row) => row.warnings.some(({ code }) => codes.includes(code)));
}

/** On, present and to be published, with content, and with nothing of it on its way: what `sendAgain` would take. */
function wanted(reader: Reader, connectionId: string) {
  return reader
    .selectFrom('listing')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .where('offSince', 'is', null)
    .where('wantedDigest', 'is not', null)
    .where('presence', '=', 'present')
    .where('intent', 'in', ['publish', 'inactive', 'manual'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('outbox')
            .select('outbox.externalId')
            .whereRef('outbox.connectionId', '=', 'listing.connectionId')
            .whereRef('outbox.externalId', '=', 'listing.externalId'),
        ),
      ),
    );
}
