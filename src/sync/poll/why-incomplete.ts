import type { Reading } from './reading.js';
import type { Feed } from '../services/services.js';

/**
 * Every file must be complete. A full file must also have at least `min_records` of the feed's records, or 1 if that is not set.
 * @returns a message why this file is not the whole feed, or not a complete delta file; null if it is (RULES R1, R7)
 */
export function whyIncomplete(feed: Feed, { end, facts, ownRecords }: Reading): string | null {
  if (end.completeness === 'incomplete') return end.reason ?? 'the file is not complete';
  if (facts.kind === 'delta') return null;
  const leastRecords = feed.minRecords ?? 1;
  if (ownRecords >= leastRecords) return null;
  const which =
    end.recordCount > ownRecords ? ` that \`where\` picks for this feed (of ${end.recordCount})` : '';
  const limit = feed.minRecords === null ? '' : `, and min_records asks for ${feed.minRecords}`;
  const next =
    feed.minRecords === null
      ? 'If the agency has no listings any more, `feedsync retire` asks what to do with those it had.'
      : 'If it has become so small for good, lower min_records.';
  return `the file has ${ownRecords} records${which}${limit}. It counts as cut: nothing is created, updated or removed. ${next}`;
}
