import type { FeedId } from '../../model/ids.js';
import { areMarksLost, inactiveMark, mayBeLost, type MarkTally } from '../../core/listing/lost-fields.js';
import type { Reading } from './reading.js';
import type { Services } from '../services/services.js';

/** Lost marks of one kind. */
export interface LostMarks extends MarkTally {
  /** Marks of inactive listings; otherwise marks of records that are not to be published. */
  ofInactive: boolean;
}

/**
 * Finds marks that nearly all records lost which had them before: records marked as sold, or as excluded from the portal, and records whose
 * listings are inactive. For full files only.
 * @param listings number of the feed's listings
 * @returns at most one tally of each kind
 */
export async function findLostMarks(
  feedId: FeedId,
  { lostMarks, seen }: Pick<Reading, 'lostMarks' | 'seen'>,
  listings: number,
  { store }: Pick<Services, 'store'>,
): Promise<LostMarks[]> {
  if (![...lostMarks.values()].some((lost) => mayBeLost(lost, listings))) return [];
  const had = new Map<string, number>();
  for (const { ordinal, mark } of await store.records.marked(feedId))
    if (seen.has(ordinal)) had.set(mark, (had.get(mark) ?? 0) + 1);
  const tallies = [...lostMarks]
    .map(([mark, lost]) => ({ mark, lost, had: had.get(mark) ?? lost }))
    .filter(({ mark, ...tally }) => areMarksLost(mark, tally, listings));
  return [false, true].flatMap((ofInactive) => {
    const some = tallies.filter(({ mark }) => (mark === inactiveMark) === ofInactive);
    const sum = (key: keyof MarkTally): number => some.reduce((total, tally) => total + tally[key], 0);
    return some.length === 0 ? [] : [{ ofInactive, had: sum('had'), lost: sum('lost') }];
  });
}
