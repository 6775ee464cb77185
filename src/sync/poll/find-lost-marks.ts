import type { FeedId } from '../../model/ids.js';
import { areMarksLost, mayBeLost, type MarkTally } from '../../core/listing/lost-fields.js';
import type { Reading } from './reading.js';
import type { Services } from '../services/services.js';

/**
 * Finds marks that nearly all records lost which had them before: records marked as sold, or as excluded from the portal. For full files
 * only.
 * @param listings number of the feed's listings
 */
export async function findLostMarks(
  feedId: FeedId,
  { lostMarks, seen }: Pick<Reading, 'lostMarks' | 'seen'>,
  listings: number,
  { store }: Pick<Services, 'store'>,
): Promise<MarkTally | null> {
  if (![...lostMarks.values()].some((lost) => mayBeLost(lost, listings))) return null;
  const had = new Map<string, number>();
  for (const { ordinal, mark } of await store.records.marked(feedId))
    if (seen.has(ordinal)) had.set(mark, (had.get(mark) ?? 0) + 1);
  const tallies = [...lostMarks]
    .map(([mark, lost]) => ({ lost, had: had.get(mark) ?? lost }))
    .filter((tally) => areMarksLost(tally, listings));
  if (tallies.length === 0) return null;
  const sum = (key: keyof MarkTally): number => tallies.reduce((total, tally) => total + tally[key], 0);
  return { had: sum('had'), lost: sum('lost') };
}
