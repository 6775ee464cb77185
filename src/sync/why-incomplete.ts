import type { Reading } from './read-records.js';
import type { Feed } from './services.js';

/** Why this file is not the whole feed, in one sentence; null where it is (SEMANTICS 1). */
export function whyIncomplete(feed: Feed, { end, ownRecords }: Reading): string | null {
  if (end.completeness === 'incomplete') return end.reason ?? 'the file is not complete';
  const leastRecords = feed.minRecords ?? 1;
  if (ownRecords >= leastRecords) return null;
  const which =
    end.recordCount > ownRecords ? ` that \`where\` picks for this feed (of ${end.recordCount})` : '';
  const limit = feed.minRecords === null ? '' : `, and min_records asks for ${feed.minRecords}`;
  return `the file has ${ownRecords} records${which}${limit}. It counts as cut: nothing is created, updated or removed.`;
}
