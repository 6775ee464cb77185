import { emptyBalance } from '../../core/schedule/balance.js';
import { dueAheadMs, isDueAgain, isPollDue } from '../../core/schedule/due.js';
import { nextPollAt } from '../../core/schedule/next-poll.js';
import type { FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';
import type { CalmEnd, CalmFeed, DueCalmFeed, Lease } from '../../store/store.js';
import { fileIsUnchanged } from '../poll/settle-poll.js';
import { loadReference } from '../reference/load-reference.js';
import { noAbsences } from '../reports.js';
import type { Feed, Services } from '../services/services.js';
import { hostsOf } from '../snapshot/feed-hosts.js';
import { sourceKey } from '../snapshot/fetch-source.js';
import { isOnDisk } from '../snapshot/on-disk.js';
import { feedContext, fullFetchEveryMs } from '../snapshot/take-snapshot.js';
import { pollKey, type Job, type JobReport } from '../job.js';
import { sendFirstRequest, type FirstAnswer } from './first-request.js';

/** A due poll of a calm feed (see `CalmFeedStore`), which needs the store only for its end if the source confirms its file. */
export interface CalmPoll extends Pick<Job, 'key' | 'lane'> {
  feedId: FeedId;
  hosts: readonly string[];
}

/** A poll that may ask its source: nothing but the answer decides whether the feed did change. */
export interface ReadyPoll {
  feed: Feed;
  known: CalmFeed;
}

/** A poll whose source confirmed its file. */
export interface ConfirmedPoll extends ReadyPoll {
  lease: Lease;
  startedAt: Millis;
}

/** Whether the feed is read from one address that is asked for it alone, so that one answer decides what its poll has to do. */
export function hasOneSource({ kind, changes, sources, sharedSources, mapping }: Feed): boolean {
  const [only, ...others] = sources;
  if (only === undefined || others.length > 0 || only.given !== undefined) return false;
  if (kind !== 'full' || changes !== null || mapping.format.pages !== undefined) return false;
  if (!/^https?:$/.test(only.url.protocol)) return false;
  return sharedSources.size === 0 || !sharedSources.has(sourceKey(only));
}

/** Some of the due polls, in the order of their times. */
export interface DuePage {
  polls: readonly CalmPoll[];
  /** Behind which the next page begins; null: this is the last one. */
  next: DuePlace | null;
}

/** A place in the order of what is due. */
export type DuePlace = Pick<DueCalmFeed, 'feedId' | 'at'>;

/** The calm polls that are due and have a free lane, page by page: feeds that are stopped take places of a page, and are not in it. */
export async function dueCalmPolls(
  { limit, after }: { limit: number; after: DuePlace | null },
  feeds: readonly Feed[],
  { store, clock }: Pick<Services, 'store' | 'clock'>,
): Promise<DuePage> {
  const now = clock.now();
  const due = await store.calmFeeds.due({ now, aheadMs: dueAheadMs, limit, after });
  const next = due.length < limit ? null : (due.at(-1) ?? null);
  if (due.length === 0) return { polls: [], next };
  const times = new Map(due.map(({ feedId, at }) => [feedId, at]));
  const polls = feeds.flatMap((feed): CalmPoll[] => {
    const at = times.get(feed.id);
    if (at === undefined || !isPollDue(feed.schedule, at, now) || !hasOneSource(feed)) return [];
    return [{ key: pollKey(feed), lane: feed.connectionId, feedId: feed.id, hosts: hostsOf([feed]) }];
  });
  return { polls, next };
}

/**
 * Those of the polls that may ask their sources at once. The others do more than that, whatever their sources answer: the file is not on the
 * disk, its mapping changed, or a day passed since it was last fetched in full.
 */
export async function readyPolls(
  polls: readonly CalmPoll[],
  feeds: readonly Feed[],
  services: Services,
): Promise<ReadonlyMap<FeedId, ReadyPoll>> {
  const { store, clock } = services;
  const reference = await loadReference(services);
  if (reference === null) return new Map();
  const ids = polls.map(({ feedId }) => feedId);
  const known = new Map((await store.calmFeeds.known(ids)).map((calm) => [calm.row.id, calm]));
  const ready = new Map<FeedId, ReadyPoll>();
  for (const feed of feeds) {
    const calm = known.get(feed.id);
    if (calm === undefined || !hasOneSource(feed)) continue;
    const { row, connection, file } = calm;
    const now = clock.now();
    if (!isPollDue(feed.schedule, row.nextPollAt, now)) continue;
    if (isDueAgain(row.lastFullFetchAt, fullFetchEveryMs, now)) continue;
    if (row.context !== feedContext(feed, reference, connection)) continue;
    if (await isOnDisk(file, services)) ready.set(feed.id, { feed, known: calm });
  }
  return ready;
}

/** Asks the source of a feed. @returns null if it confirmed the file; else what answered, for the poll that goes on with it */
export async function askSource({ feed, known }: ReadyPoll, services: Services): Promise<FirstAnswer | null> {
  const [source] = feed.sources;
  if (source === undefined) throw new Error(`feed ${feed.name} has no source`);
  return sendFirstRequest(source, known.row, services);
}

/**
 * Ends the polls of unchanged feeds together, as each would have ended by itself.
 * @returns the reports of those that ended. Of the others, the lease was lost or the feed changed meanwhile: they are due again
 */
export async function endConfirmed(
  polls: readonly ConfirmedPoll[],
  { store, clock, random, log, crashPoints }: Services,
): Promise<ReadonlyMap<FeedId, JobReport>> {
  const now = clock.now();
  const balance = emptyBalance();
  const ends = polls.map(({ feed, known: { row }, lease, startedAt }): CalmEnd => ({
    ...{ lease, startedAt, feed: row, context: row.context ?? '', message: fileIsUnchanged },
    balance: { ...balance },
    nextPollAt: nextPollAt(feed.schedule, { kind: 'success' }, 0, now, random.fraction()),
  }));
  const runs = await store.calmFeeds.end(ends, now);
  const reports = new Map<FeedId, JobReport>();
  for (const { feed } of polls) {
    const run = runs.get(feed.id);
    if (run === undefined) continue;
    const state = 'unchanged';
    log
      .scope({ feed: feed.name, connection: feed.connectionId, run })
      .info('poll ended', { state, message: fileIsUnchanged });
    const report = { feed: feed.name, state, message: fileIsUnchanged, balance: emptyBalance() } as const;
    reports.set(feed.id, {
      kind: 'poll',
      report: { ...report, planned: [], absences: noAbsences, newWords: 0, retryAfterMs: null },
    });
  }
  crashPoints.reach('run.finished');
  return reports;
}
