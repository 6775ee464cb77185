import { mappedContext } from '../../model/kept-context.js';
import { loadReference } from '../reference/load-reference.js';
import type { Feed, Services } from '../services/services.js';
import { feedContext } from '../snapshot/take-snapshot.js';

/**
 * Feeds that are mapped otherwise than before, whatever changed it, have what is kept of them mapped again, without a request to their
 * source. A feed that was mapped so already is left alone, and one that could not be waits for its next poll or its next change.
 * @param former as they ran until now; null at the start of a process
 */
export async function askRemaps(
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
    // What is stored of two files, or of none, is the next poll's: only a change asks for it sooner.
    if (mapped === null && before === null) continue;
    const context = feedContext(feed, reference, connections.get(feed.connectionId) ?? null);
    if (mapped === context && !held.has(feed.id)) continue;
    await store.feeds.update(feed.id, { remapAskedAt: clock.now() });
  }
}

/** Feeds are compared by what they say: two that say the same need not share what their mapping was compiled to. */
function isChanged({ mapping, encoding }: Feed, former: Feed | undefined): boolean {
  return former?.mapping.digest !== mapping.digest || former.encoding !== encoding;
}
