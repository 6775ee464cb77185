import { externalId } from '../core/external-id.js';
import type { StagedWithStored } from '../store/store.js';
import type { Feed, Services } from './services.js';

/**
 * Records that publish nothing and stand in the file all the same, by ordinal: the ids under which another feed of the connection has
 * them on. It may let go of them now, and they are not taken off for that (SEMANTICS 1 and 3).
 */
export async function silentClaims(
  block: readonly StagedWithStored[],
  conflicts: ReadonlySet<number>,
  feed: Feed & { idPrefix: string },
  { store }: Pick<Services, 'store'>,
): Promise<ReadonlyMap<number, string[]>> {
  const silent = block.filter(
    ({ ordinal, staged: { kind } }) => kind === 'invalid' || kind === 'keep' || conflicts.has(ordinal),
  );
  if (silent.length === 0) return new Map();
  const named = silent.flatMap((row) => idsOf(row, feed));
  const rows = await store.listings.getMany(feed.connectionId, named);
  const ofOthers = new Set(
    rows
      .filter(({ owner, feedId, offSince }) => owner === 'feed' && feedId !== feed.id && offSince === null)
      .map((row) => row.externalId),
  );
  return new Map(
    silent.map((row) => [row.ordinal, idsOf(row, feed).filter((id) => ofOthers.has(id))] as const),
  );
}

/** Those that it names; one that could not be read so far, or is not asked for any, would be known by its own. */
function idsOf(
  { staged: { listings, sourceId } }: StagedWithStored,
  { idPrefix }: { idPrefix: string },
): string[] {
  return listings.length > 0
    ? listings.map((listing) => listing.externalId)
    : [externalId(sourceId, idPrefix)];
}
