import type { FeedRecord } from '../../model/feed.js';
import { feedDeaths } from '../../store/facts/feed-deaths.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** Feeds that cannot be read. The subject is the host, because a host that is down stalls all of its feeds. */
export async function stalledFeeds(facts: Facts): Promise<FoundItem[]> {
  const failed = new Set((await facts.failedFeeds()).map(({ id }) => id));
  return (await facts.feeds())
    .filter(({ id, life }) => life === 'stalled' && !failed.has(id))
    .map(({ id: feedId, name, hosts, connectionId, stalledSince: since }) => {
      const host = hostOf({ name, hosts });
      return itemOf({
        kind: 'feed_stalled',
        subject: host,
        ...{ connectionId, feedId, feed: name, since },
        count: 1,
        cause: `feed_stalled ${host}`,
      });
    });
}

/** Feeds that are suspended because the process died again while reading them alone, and that have not been resumed since. */
export async function suspendedFeeds(facts: Facts): Promise<FoundItem[]> {
  const deaths = await feedDeaths(facts.store);
  if (Object.keys(deaths).length === 0) return [];
  return (await facts.feeds()).flatMap(({ id: feedId, name, connectionId, life }) => {
    const since = deaths[feedId]?.suspendedSince ?? null;
    if (since === null || life !== 'paused') return [];
    return itemOf({
      kind: 'feed_suspended',
      subject: name,
      ...{ connectionId, feedId, feed: name, since },
      count: 1,
      cause: `feed_suspended ${feedId} ${since}`,
    });
  });
}

/** Feeds that feedsync repeatedly fails to process, because of a fault in feedsync, the disk or the store. */
export async function failingFeeds(facts: Facts): Promise<FoundItem[]> {
  return (await facts.failedFeeds()).map(
    ({ id: feedId, name: feed, connectionId, stalledSince: since, stallReason }) =>
      itemOf({
        kind: 'feed_failed',
        ...{ connectionId, feedId, feed, since },
        count: 1,
        reason: stallReason,
        cause: 'feed_failed',
      }),
  );
}

/** The first host of a feed's URLs; the feed's name if it has none. */
export function hostOf({ hosts, name }: Pick<FeedRecord, 'hosts' | 'name'>): string {
  const [host = ''] = hosts;
  return host === '' ? name : host;
}
