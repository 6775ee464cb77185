import { feedDeaths } from '../../store/feed-deaths.js';
import type { Facts } from './facts.js';
import { itemOf, type AttentionItem } from './item.js';

/** Feeds that cannot be read, each with its host: a host that is down stalls all of its feeds. */
export async function stalledFeeds(facts: Facts): Promise<AttentionItem[]> {
  const agencyOf = await facts.agencyOf();
  return (await facts.feeds())
    .filter(({ life }) => life === 'stalled')
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

function hostOf({ hosts, name }: { hosts: string; name: string }): string {
  const [host = ''] = hosts.split('\n');
  return host === '' ? name : host;
}
