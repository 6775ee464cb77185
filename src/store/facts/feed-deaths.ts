import { z } from 'zod';
import type { DeathsOfFeeds } from '../../core/schedule/feed-deaths.js';
import type { Store } from '../store.js';

const metaKey = 'feed.deaths';

const schema = z.record(
  z.string(),
  z.object({
    count: z.number(),
    since: z.number(),
    readAloneWith: z.string().nullable(),
    suspendedSince: z.number().nullable(),
  }),
);

/**
 * Feeds that were being read when the process died unexpectedly, or whose stuck job ended the process, by feed id. Nearly always empty.
 */
export async function feedDeaths({ meta }: Pick<Store, 'meta'>): Promise<DeathsOfFeeds> {
  const text = await meta.get(metaKey);
  return text === null || text === '' ? {} : schema.parse(JSON.parse(text));
}

export async function saveFeedDeaths({ meta }: Pick<Store, 'meta'>, deaths: DeathsOfFeeds): Promise<void> {
  await meta.set(metaKey, Object.keys(deaths).length === 0 ? '' : JSON.stringify(deaths));
}
