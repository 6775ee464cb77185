import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord } from '../../model/feed.js';
import { wasReadAs } from '../removals/absence-doubt.js';
import { isOnDisk } from '../snapshot/on-disk.js';
import type { Feed, Services } from '../services/services.js';

/**
 * The last full file of a feed, if a changed mapping can be applied to it without a request to the source: the file of the open hold, or
 * else the committed file. Null if that file is gone, if a newer file waits to be confirmed, if the feed's source has changed, or if the
 * mapping reads another member of a ZIP, or another sheet, than the one of the last committed file.
 */
export async function keptFile(feed: Feed, row: FeedRecord, services: Services): Promise<Snapshot | null> {
  const { store } = services;
  // A change of the feed's source clears `lastFullFetchAt`.
  if (row.deferredSnapshotId !== null || row.lastFullFetchAt === null) return null;
  if (!(await wasReadAs(feed.id, feed.mapping.format, store))) return null;
  const [asked] = await store.holds.open({ feedId: feed.id, kind: 'plan' });
  const id = asked === undefined ? row.committedSnapshotId : asked.snapshotId;
  const file = id === null ? null : await store.snapshots.get(id);
  return file !== null && (await isOnDisk(file, services)) ? file : null;
}
