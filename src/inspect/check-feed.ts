import { fetchFeed, type FeedSource, type FetchLimits } from '../feed/fetch-feed.js';
import type { Clock } from '../platform/clock.js';
import type { Fetcher } from '../platform/fetcher.js';
import type { Spool } from '../platform/spool.js';
import type { FeedRow } from '../store/rows.js';
import { fail, ok, warn, type Check } from './check.js';

export interface FeedCheckDeps {
  fetcher: Fetcher;
  spool: Spool;
  clock: Clock;
  limits: FetchLimits;
  showTime: (at: number) => string;
}

/** A look is enough: a feed that takes longer than this is not waited for. */
const lookMs = 30_000;

/**
 * Can the feed be had, and how did its last poll end? Asked conditionally, so that an unchanged feed costs nothing; what comes
 * is thrown away. @param row null while it was never declared in the store
 */
export async function checkFeed(
  name: string,
  source: FeedSource,
  row: FeedRow | null,
  deps: FeedCheckDeps,
): Promise<Check> {
  const about = `feed ${name}`;
  const previous = {
    etag: row?.etag ?? null,
    lastModified: row?.lastModified ?? null,
    unconditional: row === null,
  };
  const limits = { ...deps.limits, timeoutMs: Math.min(deps.limits.timeoutMs, lookMs) };
  // Which file of a ZIP it is, is the poll's business.
  const fetched = await fetchFeed({ ...source, member: '*' }, previous, deps, limits);
  if (fetched.kind === 'failed')
    return fail(
      about,
      fetched.message,
      'Open the address by hand; correct it or its credentials, or ask the agency.',
    );
  if (fetched.kind === 'fetched') await fetched.file.discard();
  return lastPoll(about, row, deps);
}

function lastPoll(about: string, row: FeedRow | null, { showTime }: FeedCheckDeps): Check {
  if (!row?.lastPollAt)
    return ok(about, 'It can be fetched. It was never polled: `feedsync sync` does that.');
  if (row.stalledSince !== null)
    return warn(
      about,
      `It can be fetched, but it is stalled since ${showTime(row.stalledSince)}: ${row.stallReason ?? 'no reason was written'}. Its listings stay as they are.`,
      '`feedsync runs` shows each try; feedsync tries again by itself.',
    );
  const complete = row.lastCompleteAt === null ? 'never' : showTime(row.lastCompleteAt);
  return ok(about, `It can be fetched. Its last complete poll was ${complete}.`);
}
