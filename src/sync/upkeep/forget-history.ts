import { isDueAgain } from '../../core/schedule/due.js';
import { forgetOldSnapshots } from '../snapshot/forget-old-snapshots.js';
import type { Services } from '../services/services.js';

const everyMs = 24 * 3_600_000;
const doneAtKey = 'retention.at';
/** Listings in one transaction: nobody waits long for it. */
const listingsAtOnce = 200;

/**
 * Once a day, what `retention` names: files of every feed, one that is not polled too; listings that left long ago with their
 * events; runs and what was asked of the daemon. Of a feed that ended as long ago, whatever was read.
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

/** Not while a listing of it is on. Put back in the configuration, it begins anew. */
async function forgetEndedFeed(feedId: number, { store }: Services): Promise<void> {
  if ((await store.listings.ownedCount(feedId)) === 0) await store.retention.forgetRecords(feedId);
}
