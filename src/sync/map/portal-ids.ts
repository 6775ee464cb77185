import type { Services } from '../services/services.js';

/** Ids by which the portal knows listings whose records were renamed, by the id that they would have by themselves. */
export async function portalIds(
  feedId: number,
  { store }: { store: Pick<Services['store'], 'aliases'> },
): Promise<ReadonlyMap<string, string>> {
  const aliases = await store.aliases.ofFeed(feedId);
  return new Map(aliases.map(({ ownId, externalId }) => [ownId, externalId]));
}
