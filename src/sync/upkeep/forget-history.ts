import type { FeedId } from '../../model/ids.js';
import { isDueAgain } from '../../core/schedule/due.js';
import { forgetOldSnapshots } from '../snapshot/forget-old-snapshots.js';
import type { Services } from '../services/services.js';

const everyMs = 24 * 3_600_000;
const doneAtKey = 'retention.at';
/** Listings per transaction: small enough to delay no other writer noticeably. */
const listingsAtOnce = 200;

/**
 * Applies `retention` once a day. Removes old files of every feed, also of feeds that are not polled; listings that were removed long ago,
 * with their events; runs and requests to the daemon. Removes all records of a feed that ended and was last polled as long ago, unless one of
 * its holds is open or one of its listings is live.
 */
export async function forgetHistory(services: Services): Promise<void> {
  const { store, clock, limits } = services;
  const now = clock.now();
  if (!isDueAgain(Number((await store.meta.get(doneAtKey)) ?? 0), everyMs, now)) return;
  await store.meta.set(doneAtKey, String(now));
  const history = now - limits.retention.historyMs;
  for (const feed of await store.feeds.all()) {
    const isOver = feed.life === 'orphaned' || feed.life === 'retired';
    const hasQuestion = isOver && (await store.holds.open({ feedId: feed.id })).length > 0;
    if (isOver && !hasQuestion && (feed.lastPollAt ?? 0) < history) await forgetEndedFeed(feed.id, services);
    await forgetOldSnapshots(feed, services);
  }
  while ((await store.retention.forgetListings(history, listingsAtOnce)) === listingsAtOnce);
  await store.retention.forgetNotes({
    history,
    logs: now - limits.retention.logsMs,
  });
}

/** Does nothing while one of the feed's listings is live. A feed that is configured again later is read like a new one. */
async function forgetEndedFeed(feedId: FeedId, { store }: Services): Promise<void> {
  if ((await store.listings.ownedCount(feedId)) === 0) await store.retention.forgetRecords(feedId);
}
