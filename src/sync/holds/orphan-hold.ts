import type { Hold } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Services } from '../services/services.js';

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
  feed: FeedRecord,
  why: keyof typeof reasons,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  /** Listings that are about to pass to it. */
  coming: readonly ListingRecord[] = [],
): Promise<Hold | null> {
  const known = (await store.listings.list({ feedId: feed.id, limit: listingsMax })).filter(isOwned);
  const owned = [...known, ...coming];
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

function isOwned({ owner, offSince }: ListingRecord): boolean {
  return owner === 'feed' && offSince === null;
}

/** Listings pass to feeds that nobody polls any more: first the questions about these show them, so that no death forgets one. */
export async function askAboutTransfer(
  passing: readonly { row: ListingRecord; feedId: number }[],
  services: Pick<Services, 'store' | 'clock'>,
): Promise<void> {
  const { store } = services;
  for (const feedId of new Set(passing.map((one) => one.feedId))) {
    const feed = await store.feeds.get(feedId);
    if (feed?.life !== 'orphaned') continue;
    const successor = await store.feeds.byName(feed.name);
    const why = successor === null || successor.id === feed.id ? 'gone' : 'repointed';
    const coming = passing.filter((one) => one.feedId === feedId).map(({ row }) => row);
    await askAboutOrphan(feed, why, services, coming);
  }
}
