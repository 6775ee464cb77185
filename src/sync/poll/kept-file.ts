import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord } from '../../model/feed.js';
import { wasReadAs } from './absence-doubt.js';
import { isOnDisk } from '../snapshot/on-disk.js';
import type { Feed, Services } from '../services/services.js';

/**
 * The last whole file of a feed, where its changed mapping can be laid over it without asking its source: the one about which a person is
 * asked, or else the one that was taken over. Null where it is gone, another one waits to be confirmed, or it is of another source.
 */
export async function keptFile(feed: Feed, row: FeedRecord, services: Services): Promise<Snapshot | null> {
  const { store } = services;
  // A feed that was pointed elsewhere forgot its last whole fetch.
  if (row.deferredSnapshotId !== null || row.lastFullFetchAt === null) return null;
  const { member } = feed.mapping.format;
  if (!(await wasReadAs(feed.id, member, store))) return null;
  const [asked] = await store.holds.open({ feedId: feed.id, kind: 'plan' });
  const id = asked === undefined ? row.committedSnapshotId : asked.snapshotId;
  const file = id === null ? null : await store.snapshots.get(id);
  return file !== null && (await isOnDisk(file, services)) ? file : null;
}
