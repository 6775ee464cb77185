import type { ExternalId } from '../model/ids.js';
import type { ListingRecord } from '../model/listing.js';
import { scopeOf, viewStore, type Context, type ScopeOptions } from './context.js';
import { CliError } from './exit.js';

/** The listing with exactly this id; fails if several connections have it. @throws CliError */
export async function exactListing(
  context: Context,
  externalId: ExternalId,
  options: ScopeOptions,
): Promise<Pick<ListingRecord, 'connectionId' | 'externalId'>> {
  return viewStore(context, async ({ store, feeds, feedName }) => {
    const { feedId, connectionId } = scopeOf(options, feeds);
    const found: ListingRecord[] = [];
    for (const { id } of await store.connections.all()) {
      if (connectionId !== undefined && id !== connectionId) continue;
      const listing = await store.listings.get(id, externalId);
      if (listing !== null && (feedId === undefined || listing.feedId === feedId)) found.push(listing);
    }
    const [listing, ...others] = found;
    if (listing === undefined)
      throw new CliError(
        1,
        `There is no listing ${externalId}; nothing was changed. Find its id with \`feedsync listings --text\`.`,
      );
    if (others.length > 0) {
      const where = found.map(
        (row) => `--connection ${row.connectionId} (${feedName(row.feedId) ?? row.owner})`,
      );
      throw new CliError(
        2,
        `Several connections have a listing ${externalId}; nothing was changed. Select one: ${where.join(', ')}.`,
      );
    }
    return { connectionId: listing.connectionId, externalId };
  });
}
