import type { Reader } from '../database/database.js';
import { listingCodec } from '../database/tables.js';
import type { ListingRecord } from '../../model/listing.js';
import type { RefusedFilter } from '../store.js';

/** See ListingStore.refused. */
export function refused(
  reader: Reader,
  connectionId: string,
  { codes, retryBefore, feedId }: RefusedFilter,
): Promise<ListingRecord[]> {
  let query = wanted(reader, connectionId).where('portal', '=', 'rejected').orderBy('refusedAt');
  if (codes !== undefined) query = query.where('failureCode', 'in', codes);
  if (retryBefore !== undefined) query = query.where('retryAt', '<=', retryBefore);
  if (feedId !== undefined) query = query.where('feedId', '=', feedId);
  return listingCodec.all(query.orderBy('externalId'));
}

/** See ListingStore.warned. */
export async function warned(
  reader: Reader,
  connectionId: string,
  codes: readonly string[],
): Promise<ListingRecord[]> {
  const listings = await listingCodec.all(
    wanted(reader, connectionId)
      .where('portal', 'in', ['accepted', 'needs_review', 'live', 'inactive'])
      .where((eb) => eb.or(codes.map((code) => eb('warnings', 'like', `%"code":"${code}"%`))))
      .orderBy('externalId'),
  );
  // An exact check, since `_` in a code is a wildcard of `like`.
  return listings.filter((row) => row.warnings.some(({ code }) => codes.includes(code)));
}

/**
 * Listings that `sendAgain` would queue: present, to be active or inactive on the portal, with content, not removed and not in the outbox.
 */
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
