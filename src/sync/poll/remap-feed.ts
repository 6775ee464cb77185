import { emptyBalance } from '../../core/schedule/balance.js';
import { mappedContext } from '../../model/kept-context.js';
import { beginReading, forgetDeaths } from './feed-deaths.js';
import { readPoll } from './poll-feed.js';
import { remapKept } from './remap-kept.js';
import { noAbsences, type PollReport } from '../reports.js';
import type { Feed, Services } from '../services/services.js';
import { startPoll } from './start-poll.js';
import { keptFile } from './kept-file.js';
import { settlePoll } from './settle-poll.js';

/**
 * Maps what is kept of a feed again, as the feed is now: it may have been changed since this was asked for, in another process too. Its
 * source is asked for nothing, so that nothing is absent and no poll counts; where nothing is kept, the next poll maps what the source has.
 */
export async function remapFeed(queued: Pick<Feed, 'id' | 'name'>, services: Services): Promise<PollReport> {
  // Whatever is changed from here on asks for another turn.
  await services.store.feeds.update(queued.id, { remapAskedAt: null });
  const feed = await services.currentFeed(queued.id);
  if (feed === null) return nothingRead(queued, 'it cannot be read as it is declared now');
  await beginReading(feed, services);
  try {
    return await remap(feed, services);
  } finally {
    // Whatever came of it, the process outlived it.
    await forgetDeaths(feed.id, services).catch(() => undefined);
  }
}

async function remap(feed: Feed, services: Services): Promise<PollReport> {
  const known = await startPoll(feed, services, { dryRun: true });
  const { row, context, reference } = known;
  const isAsked = (await services.store.holds.open({ feedId: feed.id, kind: 'plan' })).length > 0;
  if (reference === null || (context === mappedContext(row) && !isAsked))
    return nothingRead(feed, 'what is kept is mapped so already');
  if (feed.kind !== 'full')
    return (
      (await remapKept(feed, services, { dryRun: false, isRemap: true })) ??
      nothingRead(feed, 'nothing of it is kept')
    );
  const file = await keptFile(feed, row, services);
  if (file === null) return nothingRead(feed, 'no file of it can be mapped again: its next poll does it');
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
