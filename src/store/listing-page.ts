import type { Reader } from './database.js';
import { matchesText } from './find-listings.js';
import { decodeListing } from './listing-rows.js';
import type { ListingRow } from './rows.js';
import type { ListingPageFilter } from './store.js';

/** In the order of the primary key, so that a page costs what it shows. */
export async function listingPage(reader: Reader, filter: ListingPageFilter): Promise<ListingRow[]> {
  const { connectionIds, feedId, portal, presence, text, after, limit } = filter;
  if (connectionIds?.length === 0) return [];
  let query = reader
    .selectFrom('listing')
    .selectAll()
    .orderBy('connectionId')
    .orderBy('externalId')
    .limit(limit);
  if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
  if (feedId !== undefined) query = query.where('feedId', '=', feedId);
  if (portal !== undefined) query = query.where('portal', 'in', portal);
  if (presence !== undefined) query = query.where('presence', 'in', presence);
  if (text !== undefined) query = query.where(matchesText(text));
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('connectionId', 'externalId'), '>', eb.tuple(after.connectionId, after.externalId)),
    );
  return (await query.execute()).map(decodeListing);
}
