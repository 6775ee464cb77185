import { emptyBalance } from '../../core/schedule/balance.js';
import { mappedContext } from '../snapshot/kept-context.js';
import { beginReading, forgetDeaths } from './feed-deaths.js';
import { readPoll } from './poll-feed.js';
import { remapKept } from './remap-kept.js';
import { noAbsences, type PollReport } from '../reports.js';
import type { Feed, Services } from '../services/services.js';
import { startPoll } from './start-poll.js';
import { keptFile } from './kept-file.js';
import { settlePoll } from './settle-poll.js';

/**
 * Maps the kept records or file of a feed again, under its current declaration, which another process may have changed since the request.
 * Sends no request to the source, so nothing becomes absent and no poll is counted. If nothing is kept, the next poll maps the source's file.
 */
export async function remapFeed(queued: Pick<Feed, 'id' | 'name'>, services: Services): Promise<PollReport> {
  // The request is deleted before the work, so that a change from here on requests another remap.
  await services.store.feeds.update(queued.id, { remapAskedAt: null });
  const feed = await services.currentFeed(queued.id);
  if (feed === null) return nothingRead(queued, 'the current declaration of the feed cannot be used');
  await beginReading(feed, services);
  try {
    return await remap(feed, services);
  } finally {
    // Whatever the result, the process survived this read.
    await forgetDeaths(feed.id, services).catch(() => undefined);
  }
}

async function remap(feed: Feed, services: Services): Promise<PollReport> {
  const known = await startPoll(feed, services, { dryRun: true });
  const { row, context, reference } = known;
  const isMapped = reference === null || context === mappedContext(row);
  const asIs = nothingRead(feed, 'the kept records are already mapped this way');
  // Under the same context, single records may have to be mapped again, after a decision about them.
  if (feed.kind !== 'full')
    return (
      (await remapKept(feed, services, { dryRun: false, isRemap: true })) ??
      (isMapped ? asIs : nothingRead(feed, 'no record of the feed is kept'))
    );
  const isAsked = (await services.store.holds.open({ feedId: feed.id, kind: 'plan' })).length > 0;
  if (reference === null || (isMapped && !isAsked)) return asIs;
  const file = await keptFile(feed, row, services);
  if (file === null)
    return nothingRead(feed, 'no kept file can be mapped again: the next poll maps the feed');
  const poll = await startPoll(feed, services, { dryRun: false, file, isRemap: true });
  return settlePoll(poll, () => readPoll(poll));
}

function nothingRead({ name }: Pick<Feed, 'name'>, message: string): PollReport {
  return {
    feed: name,
    state: 'unchanged',
    message,
    balance: emptyBalance(),
    planned: [],
    absences: noAbsences,
    newWords: 0,
    retryAfterMs: null,
  };
}
