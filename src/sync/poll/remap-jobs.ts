import { isDueAgain } from '../../core/schedule/due.js';
import { isAnyReadAlone } from './feed-deaths.js';
import type { Job } from '../job.js';
import type { Feed, Services } from '../services/services.js';
import { remapFeed } from './remap-feed.js';

/**
 * Minimum time between remaps of a feed. The first change is mapped at once; changes within this time after it are mapped together, which
 * spends the portal's budget once.
 */
const restMs = 3_000;

/** A remap runs before a due poll: its input is on disk, whatever the source answers. No remap is due while a feed is read alone. */
export async function remapJobs(
  ids: readonly number[],
  feeds: readonly Feed[],
  services: Services,
): Promise<Job[]> {
  if (ids.length === 0 || (await isAnyReadAlone(feeds, services))) return [];
  const asked = new Set(ids);
  const due: Job[] = [];
  for (const feed of feeds) {
    if (!asked.has(feed.id) || (await rests(feed, services))) continue;
    due.push({
      key: `remap:${feed.id}`,
      lane: feed.connectionId,
      run: async () => ({ kind: 'remap', report: await remapFeed(feed, services) }),
    });
  }
  return due;
}

async function rests({ id: feedId }: Feed, { store, clock }: Services): Promise<boolean> {
  const [last] = await store.runs.list({ feedId, kind: 'remap', limit: 1 });
  return last !== undefined && !isDueAgain(last.startedAt, restMs, clock.now());
}
