import { withEmptyState } from '../../mapping/compile/load-mapping.js';
import type { StateCounts } from '../../core/listing/state-share.js';
import type { FeedRecord } from '../../model/feed.js';
import { decideEmptyState } from '../../store/facts/empty-states.js';
import type { Feed, Services } from '../services/services.js';

/**
 * Decides, with the first file of a feed, what a record without a word for its state is: a word like any other if most records have one, on
 * offer otherwise (RULES R177). The decision is kept as a fact of the feed and is part of the context of its records.
 * @param states of the records of the whole file
 * @returns whether the feed's mapping is another one now, so that its records have to be read again
 */
export async function settleEmptyState(
  { feed, row, dryRun, isRemap }: { feed: Feed; row: FeedRecord; dryRun: boolean; isRemap: boolean },
  { named, leaving, empty }: StateCounts,
  { store }: Pick<Services, 'store'>,
): Promise<boolean> {
  const isOpen = feed.mapping.readsStates && feed.emptyState === null;
  if (!isOpen || row.committedSnapshotId !== null || isRemap) return false;
  const decided = named + leaving > empty ? 'word' : 'on_offer';
  if (!dryRun) await decideEmptyState(store, feed, decided);
  // In place, since all that runs for the feed until the next reload has to read its records in one way.
  Object.assign(feed, { emptyState: decided });
  if (decided === 'on_offer') return false;
  Object.assign(feed, { mapping: withEmptyState(feed.mapping, decided) });
  return true;
}
