import type { Hold } from '../../model/hold.js';

/** Fewer listings are no closed agency. */
const listingsMin = 3;

/**
 * Whether at most one of the agency's listings stays if a hold is approved: it may have closed for a season, so that hiding is offered beside
 * removing (RULES R217).
 * @param onPortal the agency's listings on the portal, those of the hold included
 */
export function isWholeAgency(
  { kind, feedId, lineCount }: Pick<Hold, 'kind' | 'feedId' | 'lineCount'>,
  onPortal: number,
): boolean {
  return kind === 'removals' && feedId !== null && lineCount >= listingsMin && onPortal - lineCount <= 1;
}
