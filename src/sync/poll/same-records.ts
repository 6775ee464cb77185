import type { PollBalance } from '../../core/schedule/balance.js';
import type { Poll } from './poll.js';
import { lastWithSameRecords, type Source } from '../snapshot/take-snapshot.js';

/**
 * Whether a borrowed file holds the records of the last committed one in the same order, all known if that was a full file, so that only
 * its header or date differs. Such a file counts as byte-identical, unless a context change, a deferred file or a held one requires
 * planning the whole file. False for a fetched file: its bytes are compared.
 */
export async function holdsSameRecords(
  { feed, row, context, balance, services }: Poll,
  source: Source,
): Promise<boolean> {
  if (row.deferredSnapshotId !== null || row.context !== context) return false;
  const last = await lastWithSameRecords(feed, source, services);
  // Records that a delta file removes are unknown after it was applied, so only full files need all records known.
  if (last === null || (last.kind === 'full' && !isAllKnown(balance))) return false;
  return (await services.store.holds.open({ feedId: feed.id, kind: 'plan' })).length === 0;
}

/**
 * Clears the stored context before a file is committed: until the commit ends, the stored records come from two files. If the process dies
 * before that and the source serves the former file again, that file must count as changed and be read again.
 */
export async function doubtLastFile({ feed, row, services }: Poll): Promise<void> {
  if (row.context !== null) await services.store.feeds.update(feed.id, { context: null });
}

function isAllKnown({ seen, known }: PollBalance): boolean {
  return seen > 0 && seen === known;
}
