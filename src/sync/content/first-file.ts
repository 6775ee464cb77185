import { areMost } from '../../core/listing/price-jump.js';
import type { ContentRule } from '../../model/content.js';
import type { Feed, Services } from '../services/services.js';

/** Fewer doubts of one rule say nothing about a file as a whole. */
const doubtsMin = 3;

interface Doubted {
  /** Listings of new records. */
  newListings: number;
  doubts: ReadonlyMap<ContentRule, number>;
}

/**
 * Whether most listings of a feed's first file have a doubt of one rule, and no one has answered for it yet: then one question is asked
 * before the first push (RULES R83).
 */
export async function isFirstDoubted(
  { id: feedId, content: { mode } }: Pick<Feed, 'id' | 'content'>,
  { newListings, doubts }: Doubted,
  { store }: Pick<Services, 'store'>,
): Promise<boolean> {
  const most = Math.max(0, ...doubts.values());
  if (mode === 'report' || most < doubtsMin || !areMost(most, newListings)) return false;
  if ((await store.listings.ownedCount(feedId)) > 0) return false;
  return !(await store.holds.all({ feedId })).some(
    ({ kind, cause, state }) =>
      kind === 'content' && cause === 'first_file' && state !== 'open' && state !== 'closed',
  );
}
