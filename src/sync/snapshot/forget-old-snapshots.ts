import type { Hold } from '../../model/hold.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Services } from '../services/services.js';

/** A file that equals one of the last seven days is recognized as old. For this, the hash of a snapshot is kept longer than its file. */
export const bodyMemoryMs = 7 * 24 * 3_600_000;

/**
 * Applies retention: keeps the newest files, the committed one, and those that a hold or a waiting plan needs. A hash is kept for seven
 * days, and that of the last committed file of each kind for longer.
 */
export async function forgetOldSnapshots(
  feed: { id: number },
  { store, spool, clock, limits }: Services,
): Promise<void> {
  const row = await store.feeds.get(feed.id);
  const pinned = new Set([
    row?.committedSnapshotId,
    row?.deferredSnapshotId,
    row?.changes?.committedSnapshotId,
  ]);
  const holds = await store.holds.open({ feedId: feed.id });
  const snapshots = await store.snapshots.ofFeed(feed.id);
  for (const [index, snapshot] of snapshots.entries()) {
    const age = clock.now() - snapshot.fetchedAt;
    const wanted = index < limits.snapshots.keep && age <= limits.snapshots.maxAgeMs;
    if (wanted || pinned.has(snapshot.id) || isNeeded(snapshot, age, holds)) continue;
    if (snapshot.parts.length > 0) {
      for (const { path } of snapshot.parts) await spool.remove(path);
      await store.snapshots.update(snapshot.id, { parts: [] });
    }
    if (age > bodyMemoryMs && !isLastOfKind(snapshot, snapshots)) await store.snapshots.remove(snapshot.id);
  }
}

/** How long a held file is kept without a hold: the file is stored before its hold is raised. After that, the file is kept while its hold is open. */
const holdFollowsMs = 3_600_000;

/** Whether the file is the last applied one of its kind: the next one is compared with its times. */
function isLastOfKind({ id, kind, state }: Snapshot, snapshots: readonly Snapshot[]): boolean {
  const applied = snapshots.filter((other) => other.state === 'committed' && other.kind === kind);
  return state === 'committed' && applied.every((other) => other.id <= id);
}

/** Whether the file is held for a decision or not applied yet. */
function isNeeded({ id, state }: Snapshot, age: number, holds: readonly Hold[]): boolean {
  if (state === 'approved' || state === 'pending') return true;
  return holds.some(({ snapshotId }) => snapshotId === id) || (state === 'held' && age < holdFollowsMs);
}
