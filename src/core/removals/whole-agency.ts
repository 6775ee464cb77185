import type { Hold } from '../../model/hold.js';

/** Fewer listings are no closed agency. */
const listingsMin = 3;

/**
 * Whether at most one of the agency's listings stays if a hold is approved: it may have closed for a season, so that hiding is offered beside
 * removing (RULES R217). What the feed itself calls inactive is hidden by an approval already.
 * @param onPortal the agency's listings on the portal, those of the hold included
 */
export function isWholeAgency(
  { kind, feedId, lineCount, inactiveCount }: Pick<Hold, 'kind' | 'feedId' | 'lineCount' | 'inactiveCount'>,
  onPortal: number,
): boolean {
  if (kind !== 'removals' || feedId === null || inactiveCount > 0) return false;
  return lineCount >= listingsMin && onPortal - lineCount <= 1;
}
