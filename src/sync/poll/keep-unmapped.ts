import { openSnapshot } from '../../feed/read-snapshot.js';
import type { SnapshotEnd } from '../../feed/snapshot-reader.js';
import { bounded } from '../../platform/bounded.js';
import { factsOf, whatIsMissing } from '../snapshot/file-facts.js';
import { formerEndings } from '../snapshot/former-ending.js';
import { readLimit } from '../job-limits.js';
import { stalled, type Poll, type PollEnd } from './poll.js';
import { endOf, type WholeEnd } from './reading.js';
import type { Feed } from '../services/services.js';
import { discardSource, keepSnapshot, secureSource, type Source } from '../snapshot/take-snapshot.js';
import { turnOf } from './waiting-files.js';

/**
 * Handles a file that arrives before the portal’s words and places are known: it is proven complete and kept without mapping. The first
 * poll after they are known plans the file from disk (RULES R148).
 */
export async function keepUnmapped(poll: Poll, taken: Source): Promise<PollEnd> {
  const { feed, row, services, dryRun } = poll;
  const { snapshot, validators } = taken;
  if (snapshot !== null) return waits(snapshot.recordCount, { snapshot, validators });
  const end = await bounded(readLimit, services.clock, () => readThrough(taken, { feed, services }));
  const stated = factsOf(feed, end);
  const incomplete =
    whyNotWhole(feed, end) ??
    (stated.ok ? whatIsMissing(feed, taken.arrivals, end, stated.facts) : stated.reason);
  if (!stated.ok || incomplete !== null || dryRun) {
    await discardSource(taken);
    return incomplete === null ? waits(end.recordCount, {}) : stalled(incomplete);
  }
  if (!(await secureSource(feed, taken, end, services))) {
    await discardSource(taken);
    return stalled('the file was changed while it was being read: the next poll reads it again');
  }
  const turn = await turnOf(poll, taken, stated.facts);
  if (turn.kind !== 'next') {
    await discardSource(taken);
    // The file that is kept already waits for the words too.
    if (turn.kind === 'pass' && turn.isPending === true) return waits(end.recordCount, { validators });
    return { state: 'unchanged', message: turn.message, unproven: true };
  }
  if (feed.kind !== 'full') {
    // A delta feed keeps every file, not only the newest.
    await keepSnapshot(feed, taken, { ...end, ...stated.facts }, 'wait', services);
    return waits(end.recordCount, { validators });
  }
  const former =
    row.deferredSnapshotId === null ? null : await services.store.snapshots.get(row.deferredSnapshotId);
  if (former?.bodyHash === taken.bodyHash) {
    await discardSource(taken);
    return waits(end.recordCount, { snapshot: former, validators });
  }
  const kept = await keepSnapshot(feed, taken, { ...end, ...stated.facts }, 'defer', services);
  return waits(end.recordCount, { snapshot: kept, validators });
}

async function readThrough(
  { parts, lengthAnnounced }: Source,
  { feed, services }: Pick<Poll, 'feed' | 'services'>,
): Promise<WholeEnd> {
  const former = await formerEndings(feed, services);
  const ends: SnapshotEnd[] = [];
  for (const [index, { path }] of parts.entries()) {
    const reader = await openSnapshot(
      services.spool,
      path,
      {
        format: feed.mapping.format,
        encoding: feed.encoding,
        lengthAnnounced,
        formerEndedWithNewline: former[index] ?? null,
        mayBeEmpty: feed.kind !== 'full',
      },
      () => new Uint8Array(),
    );
    try {
      await drain(reader.blocks());
      ends.push(reader.end());
    } finally {
      await reader.close();
    }
  }
  return endOf(ends);
}

/** A reader knows only at the end of the file whether it is complete. */
async function drain(blocks: AsyncIterable<unknown>): Promise<void> {
  const iterator = blocks[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

/** Counts the records of all feeds in the file: which of them are this feed’s is known only after mapping. */
function whyNotWhole({ kind }: Feed, { completeness, reason, recordCount }: SnapshotEnd): string | null {
  if (completeness === 'incomplete') return reason ?? 'the file is not complete';
  if (recordCount > 0 || kind !== 'full') return null;
  return 'the file has no record. It counts as cut: nothing is created, updated or removed.';
}

function waits(records: number, kept: Pick<PollEnd, 'snapshot' | 'validators'>): PollEnd {
  const message = `the portal’s words and places were not read yet: the file (${records} records) is kept, and mapping waits for them`;
  return { state: 'deferred', message, unproven: true, ...kept };
}
