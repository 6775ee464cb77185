import type { Arrival, ReadFile } from './announced-more.js';

/**
 * Why the files of a ZIP are not one feed: they hold the same listings, as an export beside its older copies does. Taken together, what the
 * newest file no longer has would go live again.
 * @param twice number of records whose id or content was met before
 * @returns a clause; null where the files are parts of one feed
 */
export function sameListings(
  arrivals: readonly Arrival[],
  files: readonly ReadFile[],
  twice: number,
): string | null {
  const [zip, ...others] = arrivals;
  if (zip === undefined || others.length > 0 || zip.pages !== null || zip.files < 2) return null;
  const smallest = Math.min(...files.map(({ recordCount }) => recordCount));
  if (twice === 0 || twice * 2 < smallest) return null;
  return `${zip.files} files of its ZIP hold the same listings (${twice} occur twice). Which file is the feed? Write its name under "member:" of the mapping's format`;
}
