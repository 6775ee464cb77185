import type { Hold } from '../../model/hold.js';

/** A decision about more listings than this must state their number. */
export const expectAbove = 50;
/** Of fewer listings no number is typed, whatever their share. */
const typedMin = 10;
const typedShare = 1 / 3;

/**
 * The number of listings above which a person types it before approving on a page: fewer are asked about where they are much of the agency's
 * shop window. @param onPortal the agency's listings on the portal
 */
export function typedAbove({ kind, lineCount }: Pick<Hold, 'kind' | 'lineCount'>, onPortal: number): number {
  const isMuch = (kind === 'removals' || kind === 'orphan') && lineCount > typedShare * onPortal;
  return isMuch ? typedMin - 1 : expectAbove;
}
