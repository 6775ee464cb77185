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

function hostOf({ hosts, name }: { hosts: string; name: string }): string {
  const [host = ''] = hosts.split('\n');
  return host === '' ? name : host;
}
