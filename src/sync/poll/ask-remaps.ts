import { mappedContext } from '../snapshot/kept-context.js';
import { loadReference } from '../reference/load-reference.js';
import type { Feed, Services } from '../services/services.js';
import { feedContext } from '../snapshot/take-snapshot.js';

/**
 * Requests a remap for each feed whose mapping context changed, for whatever reason: its kept records are mapped again without a request to
 * the source. Skips a feed of which no file was committed, and one whose records are already mapped under its context, unless it has an
 * open question about a file. After a failed remap, the feed's next poll or next change maps them.
 * @param former the feeds as they ran so far; null when the process starts
 */
export async function requestRemaps(
  former: readonly Feed[] | null,
  feeds: readonly Feed[],
  services: Services,
): Promise<void> {
  const { store, clock } = services;
  const before = former === null ? null : new Map(former.map((feed) => [feed.id, feed]));
  const changed = before === null ? feeds : feeds.filter((feed) => isChanged(feed, before.get(feed.id)));
  const reference = changed.length === 0 ? null : await loadReference(services);
  if (reference === null) return;
  const rows = new Map((await store.feeds.all()).map((row) => [row.id, row]));
  const connections = new Map((await store.connections.all()).map((row) => [row.id, row]));
  const asked = before === null ? [] : await store.holds.open({ kind: 'plan' });
  const held = new Set(asked.map(({ feedId }) => feedId));
  for (const feed of changed) {
    const row = rows.get(feed.id);
    if (row?.committedSnapshotId == null) continue;
    const mapped = mappedContext(row);
    // Null: the stored records come from two files, or from none. The next poll corrects that, so only a change of the mapping needs a
    // remap now.
    if (mapped === null && before === null) continue;
    const context = feedContext(feed, reference, connections.get(feed.connectionId) ?? null);
    if (mapped === context && !held.has(feed.id)) continue;
    await store.feeds.update(feed.id, { remapAskedAt: clock.now() });
  }
}

/** Compares contents, not identity: two equal feeds may hold separately compiled mappings. */
function isChanged({ mapping, encoding, content }: Feed, former: Feed | undefined): boolean {
  if (former?.mapping.digest !== mapping.digest) return true;
  return former.encoding !== encoding || former.content.key !== content.key;
}
