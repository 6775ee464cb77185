import type { FeedId } from '../../model/ids.js';
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
 * Raises the hold that decides about the listings of a feed that ended, with one line for each listing that is not removed. Until the
 * decision, the listings stay on the portal.
 * @returns null if no such listing is the feed's and none is about to be transferred to it
 */
export async function raiseOrphanHold(
  feed: FeedRecord,
  why: keyof typeof reasons,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  /** Listings that are about to be transferred to the feed. */
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
  const reason = `Feed ${feed.name} ${reasons[why]}. Its ${lines.length} listings stay on the portal, and nothing updates them. Keep them, give them to another feed of this connection, or remove them.`;
  return store.holds.raise(
    { connectionId, feedId, kind: 'orphan', reason, snapshotId: null, lines },
    clock.now(),
  );
}

function isOwned({ owner, offSince }: ListingRecord): boolean {
  return owner === 'feed' && offSince === null;
}

/**
 * Before listings are transferred to feeds that are no longer polled, adds the listings to the holds of these feeds, so that a crash in
 * between loses no listing.
 */
export async function updateOrphanHolds(
  transfers: readonly { row: ListingRecord; feedId: FeedId }[],
  services: Pick<Services, 'store' | 'clock'>,
): Promise<void> {
  const { store } = services;
  for (const feedId of new Set(transfers.map((one) => one.feedId))) {
    const feed = await store.feeds.get(feedId);
    if (feed?.life !== 'orphaned') continue;
    const successor = await store.feeds.byName(feed.name);
    const why = successor === null || successor.id === feed.id ? 'gone' : 'repointed';
    const coming = transfers.filter((one) => one.feedId === feedId).map(({ row }) => row);
    await raiseOrphanHold(feed, why, services, coming);
  }
}
