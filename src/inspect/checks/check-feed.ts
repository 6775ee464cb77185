import { userAgent } from '../../feed/fetch/feed-request.js';
import { discardFile, fetchFeed, type FeedSource, type FetchLimits } from '../../feed/fetch/fetch-feed.js';
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

/** Shows as whom feedsync asks for feeds: what a host that refuses programs must allow. @param contact null: not configured */
export function showUserAgent(contact: string | null): Check {
  const missing =
    contact === null
      ? ' It names no contact: fetch.contact says where agencies and their hosts reach you.'
      : '';
  return ok('requests for feeds', `Their user agent is "${userAgent(contact)}".${missing}`);
}

/** The check gives up after this time, even if a poll may take longer. */
const checkTimeoutMs = 30_000;
/** How long a feed may have no complete poll before this check warns. */
const incompleteMs = 2 * 86_400_000;

/**
 * Checks that the feed can be fetched, and how its last poll ended. The request is conditional, so that an unchanged feed costs nothing;
 * the body is discarded.
 * @param row null while the store does not know the feed
 */
export async function checkFeed(
  name: string,
  source: FeedSource,
  row: FeedRecord | null,
  deps: FeedCheckDeps,
): Promise<Check> {
  const about = `feed ${name}`;
  return (await whyNotFetched(about, source, row, deps)) ?? lastPoll(about, row, deps);
}

/** Checks that the address of changes can be fetched (`changes_url`). */
export async function checkChanges(
  name: string,
  source: FeedSource,
  row: FeedRecord | null,
  deps: FeedCheckDeps,
): Promise<Check> {
  const about = `feed ${name}, changes`;
  const problem = await whyNotFetched(about, source, row?.changes ?? null, deps);
  if (problem !== null) return problem;
  const stalledSince = row?.changes?.stalledSince ?? null;
  if (stalledSince === null) return ok(about, 'They can be fetched.');
  return warn(
    about,
    `They can be fetched, but could not be read since ${deps.showTime(stalledSince)}. The full file is read as ever.`,
    '`feedsync runs` shows each try; feedsync retries automatically.',
  );
}

/** @returns the check that failed; null if the address can be fetched */
async function whyNotFetched(
  about: string,
  source: FeedSource,
  known: Pick<FeedRecord, 'etag' | 'lastModified'> | null,
  deps: FeedCheckDeps,
): Promise<Check | null> {
  const previous = {
    etag: known?.etag ?? null,
    lastModified: known?.lastModified ?? null,
    unconditional: known === null,
  };
  const limits = { ...deps.limits, timeoutMs: Math.min(deps.limits.timeoutMs, checkTimeoutMs) };
  // Any file of a ZIP will do here; the poll chooses the right ones.
  const fetched = await fetchFeed({ ...source, member: '*' }, previous, { ...deps, oneFile: true }, limits);
  if (fetched.kind === 'failed' && fetched.code === 'timeout' && checkTimeoutMs < deps.limits.timeoutMs)
    return warn(
      about,
      `It was not fetched within ${checkTimeoutMs / 1000} s, the limit of this check; a poll waits for ${deps.limits.timeoutMs / 1000} s (fetch.timeout).`,
      '`feedsync runs` shows how long polls take, and how they ended.',
    );
  if (fetched.kind === 'failed' && fetched.code === 'disk')
    return fail(about, fetched.message, 'The fault is this machine’s disk, not the feed: repair it.');
  if (fetched.kind === 'failed')
    return fail(
      about,
      fetched.message,
      'Open the address by hand; correct it or its credentials, or ask the agency.',
    );
  await discardFile(fetched);
  return null;
}

function lastPoll(about: string, row: FeedRecord | null, { showTime }: FeedCheckDeps): Check {
  if (!row?.lastPollAt)
    return ok(about, 'It can be fetched. It has never been polled: `feedsync sync` polls it.');
  if (row.stalledSince !== null)
    return warn(
      about,
      `It can be fetched, but it has been stalled since ${showTime(row.stalledSince)}: ${(row.stallReason ?? 'no reason was stored').replace(/\.$/, '')}. Its listings stay as they are.`,
      '`feedsync runs` shows each try; feedsync retries automatically.',
    );
  const { lastCompleteAt, lastPollAt, life, kind } = row;
  const complete = lastCompleteAt === null ? 'never' : showTime(lastCompleteAt);
  const isWhole = kind === 'full' && life === 'active';
  if (isWhole && lastCompleteAt !== null && lastPollAt - lastCompleteAt > incompleteMs)
    return warn(
      about,
      `It can be fetched, but its last complete poll was ${complete}: since then it was empty (204), or its files are held or were rejected. Its listings stay as they are.`,
      '`feedsync runs` shows each poll, `feedsync holds` the open holds; ask the maker of the feed why it is empty.',
    );
  return ok(about, `It can be fetched. Its last complete poll was ${complete}.`);
}
