import { feedDeaths } from '../../store/facts/feed-deaths.js';
import type { Facts } from './facts.js';
import { itemOf, type AttentionItem } from './item.js';

/** Feeds that cannot be read, each with its host: a host that is down stalls all of its feeds. */
export async function stalledFeeds(facts: Facts): Promise<AttentionItem[]> {
  const agencyOf = await facts.agencyOf();
  const failed = new Set((await facts.failedFeeds()).map(({ id }) => id));
  return (await facts.feeds())
    .filter(({ id, life }) => life === 'stalled' && !failed.has(id))
    .map(({ id: feedId, name, hosts, connectionId, stalledSince: since }) => {
      const host = hostOf({ name, hosts });
      return itemOf({
        kind: 'feed_stalled',
        subject: host,
        agency: agencyOf(connectionId),
        ...{ connectionId, feedId, feed: name, since },
        count: 1,
        cause: `feed_stalled ${host}`,
      });
    });
}

/** Feeds that are not polled any more, since the process died while it read one of them alone. */
export async function suspendedFeeds(facts: Facts): Promise<AttentionItem[]> {
  const deaths = await feedDeaths(facts.store);
  if (Object.keys(deaths).length === 0) return [];
  const agencyOf = await facts.agencyOf();
  return (await facts.feeds()).flatMap(({ id: feedId, name, connectionId, life }) => {
    const since = deaths[feedId]?.suspendedSince ?? null;
    if (since === null || life !== 'paused') return [];
    return itemOf({
      kind: 'feed_suspended',
      subject: name,
      agency: agencyOf(connectionId),
      ...{ connectionId, feedId, feed: name, since },
      count: 1,
      cause: `feed_suspended ${feedId} ${since}`,
    });
  });
}

/** Feeds that feedsync fails to process, again and again: a fault of its own, of the disk or of the store. */
export async function failingFeeds(facts: Facts): Promise<AttentionItem[]> {
  const agencyOf = await facts.agencyOf();
  return (await facts.failedFeeds()).map(
    ({ id: feedId, name: feed, connectionId, stalledSince: since, stallReason }) =>
      itemOf({
        kind: 'feed_failed',
        agency: agencyOf(connectionId),
        ...{ connectionId, feedId, feed, since },
        count: 1,
        reason: stallReason,
        cause: 'feed_failed',
      }),
  );
}

/** The host that a feed is read from; its name where it is read from none. */
export function hostOf({ hosts, name }: { hosts: string; name: string }): string {
  const [host = ''] = hosts.split('\n');
  return host === '' ? name : host;
}
