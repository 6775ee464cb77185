import type { FeedBehindCause, ListingsBehindCause } from '../../texts/behind-words.js';
import {
  behindJudge,
  lastWithoutRoom,
  listingBehindAt,
  listingWaitMostMs,
  listingWaitMs,
} from '../../core/schedule/behind.js';
import type { Run } from '../../model/run.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { LongQueued } from '../../store/store.js';
import type { Facts } from './facts.js';
import { hostOf } from './feeds.js';
import { olderMark } from '../../texts/older-file.js';
import { itemOf, type FoundItem } from './item.js';

/** Connections to which nothing is sent. They have an item of their own. */
const stopped: ReadonlySet<ConnectionRecord['status']> = new Set(['paused', 'revoked', 'not_found']);
/**
 * A read that takes longer does not count as under way: it has ended, or hangs. The same time is the tolerance for overdue polls, pushes and
 * batches.
 */
const readingMs = 3_600_000;

type LastRun = Pick<Run, 'state' | 'message' | 'endedAt'>;

interface Found<Cause> {
  cause: Cause;
  detail: string | null;
}

/**
 * Feeds without a complete read for three scheduled runs and an hour, each with its cause. Feeds are left out where another item already
 * reports the cause: a stopped connection, a held plan, a suspended mapping, or a feed that feedsync fails to process.
 */
export async function feedsBehind(facts: Facts): Promise<FoundItem[]> {
  const { now } = facts.context;
  const connections = new Map((await facts.connections()).map((row) => [row.id, row]));
  const isBehind = behindJudge(now);
  const readAt = await readings(facts);
  const behind = (await facts.feeds()).filter((feed) => {
    const { life, schedule, connectionId } = feed;
    if (schedule === null || (life !== 'active' && life !== 'stalled')) return false;
    const status = connections.get(connectionId)?.status;
    // Feeds of a paused connection are still read, so they can be behind.
    if (status === 'revoked' || status === 'not_found') return false;
    return isBehind(schedule, readAt(feed));
  });
  if (behind.length === 0) return [];
  const held = new Set(
    (await facts.holds()).flatMap(({ kind, feedId }) => (kind === 'plan' ? (feedId ?? []) : [])),
  );
  const failing = new Set((await facts.failedFeeds()).map(({ id }) => id));
  const suspended = new Set(
    (await facts.refusedBases()).flatMap(({ feed, isCopied }) => (isCopied ? [] : feed)),
  );
  const unexplained = behind.filter(
    ({ id, name }) => !held.has(id) && !failing.has(id) && !suspended.has(name),
  );
  const isKeyStopped = (await facts.stoppedKey()) !== null;
  const runs = await facts.store.figures.lastRuns({ kind: 'poll', feedIds: unexplained.map(({ id }) => id) });
  const underWay = new Set(
    (await facts.store.figures.runningSince(now - readingMs)).flatMap(({ kind, feedId }) =>
      kind === 'poll' ? (feedId ?? []) : [],
    ),
  );
  const problems = await facts.feedProblems();
  return unexplained.flatMap((feed) => {
    const run = runs.get(feed.id) ?? null;
    const { cause, detail } = feedCause(feed, {
      ...{ run, now, isUnderWay: underWay.has(feed.id), problem: problems.get(feed.name) ?? null },
    });
    // The attention item of the stopped key already reports that the words could not be read.
    if (cause === 'no_words' && isKeyStopped) return [];
    const subject = cause === 'unreadable' ? `${cause} ${hostOf(feed)}` : cause;
    return itemOf({
      kind: 'feed_behind',
      subject,
      ...{ connectionId: feed.connectionId, feedId: feed.id, feed: feed.name },
      count: 1,
      since: readAt(feed),
      behind: { cause, detail },
      cause: `feed_behind ${subject}`,
    });
  });
}

/**
 * Returns a function from a feed to its last complete read. For a feed without one: the earliest known time of a poll, or when its first
 * poll is due.
 */
async function readings(facts: Facts): Promise<(feed: FeedRecord) => Millis> {
  const never = (await facts.feeds()).filter(
    ({ lastCompleteAt, lastPollAt }) => lastCompleteAt === null && lastPollAt !== null,
  );
  const first = await facts.store.figures.firstPolls(never.map(({ id }) => id));
  return ({ id, lastCompleteAt, stalledSince, lastPollAt, nextPollAt }) =>
    lastCompleteAt ??
    Math.min(...[stalledSince, first.get(id), lastPollAt, nextPollAt].filter((at) => at != null));
}

function feedCause(
  { life, stallReason, lastPollAt, nextPollAt }: FeedRecord,
  known: {
    run: Pick<Run, 'state' | 'message'> | null;
    now: Millis;
    isUnderWay: boolean;
    problem: string | null;
  },
): Found<FeedBehindCause> {
  const { run, now, isUnderWay, problem } = known;
  if (problem !== null) return { cause: 'cannot_run', detail: problem };
  if (isUnderWay) return { cause: 'under_way', detail: null };
  const isOverdue = nextPollAt <= now - readingMs;
  if (isOverdue || lastPollAt === null) return { cause: 'not_read', detail: null };
  if (life === 'stalled') return { cause: 'unreadable', detail: stallReason };
  // The last poll held its file, and feeds with an open hold were left out before: so the hold was rejected.
  if (run?.state === 'held') return { cause: 'rejected', detail: null };
  if (run?.state === 'deferred') return { cause: 'no_words', detail: null };
  if (run?.message?.includes(olderMark) === true) return { cause: 'older', detail: null };
  return { cause: 'incomplete', detail: run?.message ?? null };
}

/**
 * Listings that have waited for two hours although the budget has room, or for a day, by connection and cause. Entries that the portal
 * refused individually, and those that the agency's plan has no room for, have items of their own.
 */
export async function listingsBehind(facts: Facts): Promise<FoundItem[]> {
  const { now } = facts.context;
  if ((await facts.stoppedKey()) !== null) return [];
  const queued = await facts.longQueued(now - listingWaitMs, now - listingWaitMostMs);
  if (queued.length === 0) return [];
  const connections = new Map((await facts.connections()).map((row) => [row.id, row]));
  const behind = (await behindOf(queued, facts)).filter(({ connectionId, op }) => {
    const row = connections.get(connectionId);
    return row !== undefined && !stopped.has(row.status) && (row.adoptingSince === null || op === 'upsert');
  });
  const ids = [...new Set(behind.map(({ connectionId }) => connectionId))];
  if (ids.length === 0) return [];
  const runs = await facts.store.figures.lastRuns({ kind: 'push', connectionIds: ids });
  const parked = (await facts.store.outbox.parked(ids)).filter(
    ({ queuedAt }) => queuedAt <= now - listingWaitMs,
  );
  const sentBack = new Set((await facts.refusedFirstPushes()).map(({ row }) => row.id));
  const withOverdueBatch = new Set(
    (await Promise.all(ids.map((id) => facts.store.batches.unsettled(id))))
      .flat()
      .filter(({ nextAttemptAt }) => nextAttemptAt <= now - readingMs)
      .map(({ connectionId }) => connectionId),
  );
  return ids.flatMap((connectionId) => {
    const row = connections.get(connectionId);
    if (row === undefined || sentBack.has(connectionId)) return [];
    const own = behind.filter((one) => one.connectionId === connectionId);
    const causes = causesOf(own, {
      ...{ row, run: runs.get(connectionId) ?? null, now },
      hasOverdueBatch: withOverdueBatch.has(connectionId),
      parked: parked.filter((one) => one.connectionId === connectionId),
    });
    return [...causes].map(([cause, { count, since, detail }]) =>
      itemOf({
        kind: 'listings_behind',
        subject: cause,
        ...{ connectionId, count, since },
        behind: { cause, detail },
        cause: `listings_behind ${cause}`,
      }),
    );
  });
}

interface Behind extends LongQueued {
  /** The budget has no room for the entries now. */
  isFull: boolean;
}

async function behindOf(queued: readonly LongQueued[], facts: Facts): Promise<Behind[]> {
  const { now, windowMs } = facts.context;
  const limit = await facts.itemsPerHour();
  const spends = await facts.store.figures.spends(now - listingWaitMs - 2 * windowMs);
  return queued.flatMap((one) => {
    const fullUntil =
      limit === null
        ? null
        : lastWithoutRoom(spends.get(one.connectionId) ?? [], { lane: one.lane, limit, windowMs }, now);
    return listingBehindAt(one.oldest, fullUntil) <= now ? [{ ...one, isFull: fullUntil === now }] : [];
  });
}

interface Share {
  count: number;
  since: Millis;
  detail: string | null;
}

function causesOf(
  behind: readonly Behind[],
  known: {
    row: ConnectionRecord;
    run: LastRun | null;
    now: Millis;
    /** A batch should have been sent, or its outcome read, more than an hour ago. */
    hasOverdueBatch: boolean;
    parked: readonly OutboxEntry[];
  },
): Map<ListingsBehindCause, Share> {
  const found = new Map<ListingsBehindCause, Share>();
  const add = (cause: ListingsBehindCause, share: Share): void => {
    const former = found.get(cause);
    found.set(
      cause,
      former === undefined
        ? share
        : { ...former, count: former.count + share.count, since: Math.min(former.since, share.since) },
    );
  };
  for (const { waits, queuedAt: since } of known.parked)
    if (waits?.kind === 'no_answer')
      add('no_answer', { count: 1, since, detail: waits.message === '' ? waits.code : waits.message });
  for (const one of behind) {
    const parked = known.parked.filter(({ op, lane }) => op === one.op && lane === one.lane).length;
    const count = one.count - parked;
    if (count > 0) {
      const { cause, detail } = connectionCause(one, count, known);
      add(cause, { count, since: one.oldest, detail });
    }
  }
  return found;
}

function connectionCause(
  { isFull, inBatch, deferred }: Behind,
  count: number,
  known: { row: ConnectionRecord; run: LastRun | null; now: Millis; hasOverdueBatch: boolean },
): Found<ListingsBehindCause> {
  const { row, run, now, hasOverdueBatch } = known;
  const isSendable = !isFull && (hasOverdueBatch || inBatch + deferred < count);
  if (isSendable && row.nextPushAt <= now - readingMs && (run?.endedAt ?? 0) <= now - readingMs)
    return { cause: 'not_sent', detail: null };
  if (run?.state === 'failed') return { cause: 'push_failed', detail: run.message };
  if (run?.state === 'stalled') return { cause: 'push_stopped', detail: run.message };
  if (row.status === 'certifying') return { cause: 'certifying', detail: null };
  if (isFull) return { cause: 'budget', detail: null };
  if (inBatch >= count) return { cause: 'no_answer', detail: null };
  if (deferred >= count) return { cause: 'deferred', detail: null };
  // The message of the last push is the reason why the connection waits.
  if (run !== null && (run.state !== 'done' || row.nextPushAt > now))
    return { cause: 'push_stopped', detail: run.message };
  return { cause: 'not_sent', detail: null };
}
