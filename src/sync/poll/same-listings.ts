import type { PollBalance } from '../../core/schedule/balance.js';
import { notUsable } from '../../feed/consequence.js';
import type { Arrival } from '../snapshot/fetch-source.js';
import type { Reading } from './reading.js';

/**
 * Why the files of a ZIP are not one feed: they hold the same listings, as an export beside its older copies does. Taken together, what the
 * newest file no longer has would go live again.
 */
export function sameListings(
  arrivals: readonly Arrival[],
  { end, conflicts }: Reading,
  { duplicates }: PollBalance,
): string | null {
  const [zip, ...others] = arrivals;
  if (zip === undefined || others.length > 0 || zip.pages !== null || zip.files < 2) return null;
  const smallest = Math.min(...end.files.map(({ recordCount }) => recordCount));
  const twice = duplicates + conflicts.size;
  if (twice === 0 || twice * 2 < smallest) return null;
  return notUsable(
    `${zip.files} files of its ZIP hold the same listings (${twice} occur twice). Which file is the feed? Write its name under "member:" of the mapping's format`,
  );
}
