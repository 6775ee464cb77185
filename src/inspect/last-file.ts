import type { Snapshot } from '../model/snapshot.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';

/** The file of a feed that was taken over last. */
export type LastFile = Pick<Snapshot, 'id' | 'kind' | 'fetchedAt' | 'sequence' | 'recordCount'>;

export async function lastFile(
  { committedSnapshotId }: Pick<FeedRecord, 'committedSnapshotId'>,
  { snapshots }: Pick<Store, 'snapshots'>,
): Promise<LastFile | null> {
  return committedSnapshotId === null ? null : snapshots.get(committedSnapshotId);
}

/** What a feed's files hold and which of them was applied last, as one clause; null for feeds of whole files, where polls say it all. */
export function filesText(
  { kind }: Pick<FeedRecord, 'kind'>,
  file: LastFile | null,
  time: (at: number) => string,
): string | null {
  if (kind === 'full') return null;
  const takes =
    kind === 'delta'
      ? 'takes files of changes (kind: delta)'
      : 'takes whole files and files of changes (kind: auto)';
  if (file === null) return `${takes}; none was applied yet`;
  const what = file.kind === 'delta' ? 'changes' : 'the whole';
  return `${takes}; the last one applied holds ${what} (${file.recordCount} records), fetched ${time(file.fetchedAt)}`;
}
