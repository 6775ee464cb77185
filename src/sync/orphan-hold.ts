import type { FeedRow, HoldRow, ListingRow } from '../store/rows.js';
import type { Services } from './services.js';

const listingsMax = 1_000_000;

const reasons = {
  gone: 'is no longer in the configuration',
  repointed: 'points to another connection now',
  retired: 'was retired',
} as const;

/**
 * Asks what shall become of a feed's listings, one line for each that is not off; they stay on the portal meanwhile.
 * @returns null where it has none
 */
export async function askAboutOrphan(
  feed: FeedRow,
  why: keyof typeof reasons,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
): Promise<HoldRow | null> {
  const owned = (await store.listings.list({ feedId: feed.id, limit: listingsMax })).filter(isOwned);
  if (owned.length === 0) return null;
  const lines = owned.map(({ externalId, title, lastSeenAt }) => ({
    externalId,
    title,
    lastSeenAt,
    reason: 'withdrawn' as const,
  }));
  const { connectionId, id: feedId } = feed;
  const reason = `Feed ${feed.name} ${reasons[why]}. Its ${lines.length} listings stay on the portal, and nothing updates them. Keep them so, give them to another feed of this connection, or take them off.`;
  return store.holds.raise(
    { connectionId, feedId, kind: 'orphan', reason, snapshotId: null, lines },
    clock.now(),
  );
}

function isOwned({ owner, offSince }: ListingRow): boolean {
  return owner === 'feed' && offSince === null;
}
