import { z } from 'zod';
import type { FeedId } from '../../model/ids.js';
import type { Store } from '../store.js';

const metaKey = 'mapping.upgraded';
const schema = z.array(z.number());

async function upgradedFeeds({ meta }: Pick<Store, 'meta'>): Promise<FeedId[]> {
  const text = await meta.get(metaKey);
  return text === null ? [] : schema.parse(JSON.parse(text));
}

/** Whether the feed was moved to another version of its mapping, and its kept records were not mapped by it yet. */
export async function isUpgraded(feedId: FeedId, store: Pick<Store, 'meta'>): Promise<boolean> {
  return (await upgradedFeeds(store)).includes(feedId);
}

export async function noteUpgraded(
  feedId: FeedId,
  upgraded: boolean,
  store: Pick<Store, 'meta'>,
): Promise<void> {
  const known = await upgradedFeeds(store);
  if (known.includes(feedId) === upgraded) return;
  const others = known.filter((id) => id !== feedId);
  await store.meta.set(metaKey, JSON.stringify(upgraded ? [...others, feedId] : others));
}
