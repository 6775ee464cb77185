import type { Snapshot } from '../model/snapshot.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';

/** The file of a feed that was committed last. */
export type LastFile = Pick<Snapshot, 'id' | 'kind' | 'fetchedAt' | 'sequence' | 'recordCount'>;

export async function lastFile(
  { committedSnapshotId }: Pick<FeedRecord, 'committedSnapshotId'>,
  { snapshots }: Pick<Store, 'snapshots'>,
): Promise<LastFile | null> {
  return committedSnapshotId === null ? null : snapshots.get(committedSnapshotId);
}

/** One clause: the kind of a feed's files, and the last one applied. Null for feeds of full files only: their polls show the same. */
export function filesText(
  { kind, changes }: Pick<FeedRecord, 'kind' | 'changes'>,
  file: LastFile | null,
  time: (at: number) => string,
): string | null {
  if (kind === 'full') return null;
  const both = changes === null ? 'kind: auto' : 'url and changes_url';
  const takes =
    kind === 'delta' ? 'takes delta files (kind: delta)' : `takes full files and delta files (${both})`;
  if (file === null) return `${takes}; none was applied yet`;
  const what = file.kind === 'delta' ? 'a delta file' : 'a full file';
  return `${takes}; the last one applied is ${what} (${file.recordCount} records), fetched ${time(file.fetchedAt)}`;
}
