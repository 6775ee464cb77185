import type { FileKind } from '../../model/feed-format.js';
import type { ChangesAddress, FeedRecord } from '../../model/feed.js';
import type { Feed } from '../services/services.js';

/**
 * The feed as a poll of one of its addresses sees it: `full` reads the full file, `delta` the changes beside it. A feed without
 * `changes_url` stays as it is.
 */
export function feedOfPart(feed: Feed, part: FileKind): Feed {
  if (feed.changes === null) return feed;
  return part === 'full' ? { ...feed, part } : { ...feed, part, sources: [feed.changes.source] };
}

/** The feed's row as a poll of this part sees it: validators, last file and failures are those of its address. */
export function rowOfPart({ part, changes }: Pick<Feed, 'part' | 'changes'>, row: FeedRecord): FeedRecord {
  if (part !== 'delta' || changes === null) return row;
  const known = row.changes?.sourceHash === changes.sourceHash ? row.changes : neverRead(changes.sourceHash);
  const { sourceHash: _, ...ofAddress } = known;
  return { ...row, ...ofAddress, parts: null, deferredSnapshotId: null };
}

function neverRead(sourceHash: string): ChangesAddress {
  return {
    sourceHash,
    ...{ etag: null, lastModified: null, lastFullFetchAt: null, committedSnapshotId: null },
    ...{ failures: 0, stalledSince: null },
  };
}

/**
 * The change of the stored row after a poll of this part. Of the changes beside a full file only failures concern the feed as a whole: it is
 * polled, complete and active by its full file.
 * @param row the row as the poll saw it (`rowOfPart`)
 * @param change the change of that row
 */
export function changeOfPart(
  { part, changes }: Pick<Feed, 'part' | 'changes'>,
  row: FeedRecord,
  change: Partial<FeedRecord>,
): Partial<FeedRecord> {
  if (part !== 'delta' || changes === null) return change;
  const seen = { ...row, ...change };
  const { etag, lastModified, lastFullFetchAt, committedSnapshotId, failures, stalledSince } = seen;
  const address = {
    ...{ etag, lastModified, lastFullFetchAt, committedSnapshotId, failures, stalledSince },
    sourceHash: changes.sourceHash,
  };
  const { context, nextPollAt, stallReason, life } = change;
  return {
    changes: address,
    ...(context !== undefined && { context }),
    // An approved file is named there until it is applied.
    ...(change.committedSnapshotId !== undefined && { deferredSnapshotId: null }),
    ...(life === 'stalled' && { life, failures, stalledSince, stallReason, nextPollAt }),
  };
}
