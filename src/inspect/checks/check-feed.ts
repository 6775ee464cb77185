import { fetchFeed, type FeedSource, type FetchLimits } from '../../feed/fetch/fetch-feed.js';
import type { Clock } from '../../platform/clock.js';
import type { Fetcher } from '../../platform/http/fetcher.js';
import type { Spool } from '../../platform/files/spool.js';
import type { FeedRecord } from '../../model/feed.js';
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
/** For so long a source may have nothing to give, or a file wait for a person. */
const incompleteMs = 2 * 86_400_000;

/**
 * Can the feed be had, and how did its last poll end? Asked conditionally, so that an unchanged feed costs nothing; what comes
 * is thrown away. @param row null while it was never declared in the store
 */
export async function checkFeed(
  name: string,
  source: FeedSource,
  row: FeedRecord | null,
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
  if (fetched.kind === 'failed' && fetched.code === 'timeout' && lookMs < deps.limits.timeoutMs)
    return warn(
      about,
      `It did not come within ${lookMs / 1000} s, for which this check waits; a poll waits for ${deps.limits.timeoutMs / 1000} s (fetch.timeout).`,
      '`feedsync runs` shows how long polls take, and how they ended.',
    );
  if (fetched.kind === 'failed' && fetched.code === 'disk')
    return fail(
      about,
      fetched.message,
      'The disk of this machine is at fault, not the feed: its operator repairs it.',
    );
  if (fetched.kind === 'failed')
    return fail(
      about,
      fetched.message,
      'Open the address by hand; correct it or its credentials, or ask the agency.',
    );
  if (fetched.kind === 'fetched') await fetched.file.discard();
  return lastPoll(about, row, deps);
}

function lastPoll(about: string, row: FeedRecord | null, { showTime }: FeedCheckDeps): Check {
  if (!row?.lastPollAt)
    return ok(about, 'It can be fetched. It was never polled: `feedsync sync` does that.');
  if (row.stalledSince !== null)
    return warn(
      about,
      `It can be fetched, but it is stalled since ${showTime(row.stalledSince)}: ${(row.stallReason ?? 'no reason was written').replace(/\.$/, '')}. Its listings stay as they are.`,
      '`feedsync runs` shows each try; feedsync tries again by itself.',
    );
  const { lastCompleteAt, lastPollAt, life, kind } = row;
  const complete = lastCompleteAt === null ? 'never' : showTime(lastCompleteAt);
  const isWhole = kind === 'full' && life === 'active';
  if (isWhole && lastCompleteAt !== null && lastPollAt - lastCompleteAt > incompleteMs)
    return warn(
      about,
      `It can be fetched, but its last complete poll was ${complete}: since then it has had no content (204), or its files wait for a person, or were rejected. Its listings stay as they are.`,
      '`feedsync runs` shows each poll, `feedsync holds` what waits; ask whoever makes the feed why it is empty.',
    );
  return ok(about, `It can be fetched. Its last complete poll was ${complete}.`);
}
