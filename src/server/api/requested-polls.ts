import { z } from 'zod';
import type { DaemonRequest } from '../../model/daemon-request.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';

/** Minimum time between two polls of a feed on request, such as by a CRM after each export. */
const pollEveryMs = 60_000;

type AskedFeed = Pick<FeedRecord, 'name' | 'connectionId'>;

/** Requests of the last minute, of all feeds: after these alone, a feed has to wait. The daemon's own polls keep no one from asking. */
export function recentRequests(store: Store, now: Millis): Promise<DaemonRequest[]> {
  return store.intents.since(now - pollEveryMs);
}

/** When the feed may be read on request again; null: now. */
export function nextRequestAt(feed: AskedFeed, recent: readonly DaemonRequest[]): Millis | null {
  const asked = recent.filter((request) => isPollOf(request, feed)).map(({ createdAt }) => createdAt);
  return asked.length === 0 ? null : Math.max(...asked) + pollEveryMs;
}

const pollPayload = z.object({ connectionId: z.string(), feeds: z.array(z.string()) });

/** Whether the request is for this feed alone. */
export function isPollOf({ kind, payload }: DaemonRequest, feed: AskedFeed): boolean {
  const asked = pollPayload.safeParse(payload).data;
  return (
    kind === 'sync' &&
    asked?.connectionId === feed.connectionId &&
    asked.feeds.length === 1 &&
    asked.feeds[0] === feed.name
  );
}
