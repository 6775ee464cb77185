import { withEmptyState } from '../../mapping/compile/load-mapping.js';
import type { FeedRecord } from '../../model/feed.js';
import { decideEmptyState } from '../../store/facts/empty-states.js';
import type { Feed, Services } from '../services/services.js';

/**
 * Decides, with the first file of a feed, what a record without a word for its state is: a word like any other if most records have one, on
 * offer otherwise (RULES R177). The decision is kept as a fact of the feed and is part of the context of its records.
 * @param states records of the whole file with a word for their state, and those without
 * @returns whether the feed's mapping is another one now, so that its records have to be read again
 */
export async function settleEmptyState(
  { feed, row, dryRun, isRemap }: { feed: Feed; row: FeedRecord; dryRun: boolean; isRemap: boolean },
  states: { named: number; empty: number },
  { store }: Pick<Services, 'store'>,
): Promise<boolean> {
  const isOpen = feed.mapping.readsStates && feed.emptyState === null;
  if (!isOpen || row.committedSnapshotId !== null || isRemap) return false;
  const decided = states.named > states.empty ? 'word' : 'on_offer';
  if (!dryRun) await decideEmptyState(store, feed, decided);
  // In place, since all that runs for the feed until the next reload has to read its records in one way.
  Object.assign(feed, { emptyState: decided });
  if (decided === 'on_offer') return false;
  Object.assign(feed, { mapping: withEmptyState(feed.mapping, decided) });
  return true;
}
