import type { FeedId } from '../../model/ids.js';
import type { Services } from '../services/services.js';

/** For listings whose records were renamed: the id that the portal knows, by the id that the record has now. */
export async function portalIds(
  feedId: FeedId,
  { store }: { store: Pick<Services['store'], 'aliases'> },
): Promise<ReadonlyMap<string, string>> {
  const aliases = await store.aliases.ofFeed(feedId);
  return new Map(aliases.map(({ ownId, externalId }) => [ownId, externalId]));
}
