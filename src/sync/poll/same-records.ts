import type { PollBalance } from '../../core/schedule/balance.js';
import type { Poll } from './poll.js';
import { lastWithSameRecords, type Source } from '../snapshot/take-snapshot.js';

/**
 * Whether a file that was read turned out to hold the records of the last one, each known and in the same order: another header, or
 * only another date of the file. It counts as identical bytes do, unless something else waits for a whole plan.
 */
export async function holdsSameRecords(
  { feed, row, context, balance, services }: Poll,
  source: Source,
): Promise<boolean> {
  if (row.deferredSnapshotId !== null || row.context !== context) return false;
  const last = await lastWithSameRecords(feed, source, services);
  // What a file of changes takes off is not known any more; it was applied all the same.
  if (last === null || (last.kind === 'full' && !isAllKnown(balance))) return false;
  return (await services.store.holds.open({ feedId: feed.id, kind: 'plan' })).length === 0;
}

/**
 * Until a file is taken over whole, what is stored is of two files. Should the process die meanwhile and the source go back to the former
 * one, that one counts as changed and is read again, for it says less than what was stored of the other.
 */
export async function doubtLastFile({ feed, row, services }: Poll): Promise<void> {
  if (row.context !== null) await services.store.feeds.update(feed.id, { context: null });
}

function isAllKnown({ seen, known }: PollBalance): boolean {
  return seen > 0 && seen === known;
}
