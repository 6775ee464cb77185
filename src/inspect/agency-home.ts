import { serbianForm } from '../texts/counted.js';
import type { Actor, Sentence } from '../model/sentence.js';
import { standingOf, type Standing } from '../model/standing.js';
import type { ConnectionId, FeedId } from '../model/ids.js';
import type { Millis } from '../model/millis.js';
import type { AbsenceLimits } from '../core/removals/absence.js';
import { graceEndsAt } from '../core/removals/grace-end.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { thereCounts, type ThereCounts } from './standing-counts.js';
import { agencyName } from './attention/agency-name.js';
import { isInUse } from '../model/feed.js';
import { Facts, type AttentionContext } from './attention/facts.js';
import { agencyTasks, type Task } from './attention/tasks.js';
import { connectionTurns } from './connection-turn.js';
import { readingOf, type FeedReading } from './reading-text.js';

/** The agency's start page: a summary line, and the agency's tasks. */
export interface AgencyHome extends ThereCounts {
  agency: string;
  connection: ConnectionRecord;
  sentence: Sentence;
  listings: number;
  /** When the first of `missing` would be removed; null where none is missing, or its feed is not read. */
  missingUntil: Millis | null;
  inReview: number;
  onTheWay: number;
  waiting: number;
  actor: Actor;
  tasks: Task[];
  feeds: { feed: FeedRecord; reading: FeedReading }[];
}

/** Tasks without which listings, or values of them, do not go live. */
const waitingTasks: ReadonlySet<Task['kind']> = new Set([
  'confirm_removals',
  'confirm_values',
  'refused',
  'invalid',
]);

interface HomeContext extends AttentionContext {
  /** IANA time zone of the times in sentences. */
  zone: string;
  /** How long a feed's missing listings stay; null: the feed does not run. */
  absenceLimits: (feedId: FeedId) => Promise<AbsenceLimits | null>;
}

/** Reads the agency's start page. */
export async function agencyHome(
  connection: ConnectionRecord,
  store: Store,
  context: HomeContext,
): Promise<AgencyHome> {
  const { zone } = context;
  const { id } = connection;
  const facts = new Facts(store, context, [id]);
  const feeds = (await facts.feeds()).filter(isInUse);
  const turnOf = await connectionTurns(facts);
  const counts = await standingCounts(id, facts);
  const tasks = await agencyTasks(connection, facts);
  const listings = [...Object.values(counts)].reduce((sum, count) => sum + count, 0) - counts.off;
  const waiting = tasks
    .filter(({ kind }) => waitingTasks.has(kind))
    .reduce((sum, { count }) => sum + count, 0);
  const home = {
    listings,
    ...thereCounts(await facts.standings()),
    missingUntil: await missingUntil(feeds, store, context),
    inReview: counts.in_review,
    onTheWay: counts.on_the_way,
    waiting,
  };
  const readings = feeds.map(async (feed) => ({
    feed,
    reading: readingOf(feed, await store.figures.lastPoll(feed.id), zone, context.now, {
      asked: false,
      lastNewAt: (await store.figures.lastPoll(feed.id, 'done'))?.endedAt ?? null,
    }),
  }));
  return {
    agency: agencyName(connection, id),
    connection,
    sentence: homeSentence({ ...home, tasks }),
    ...home,
    actor: tasks.length > 0 ? 'agency' : turnOf(connection, feeds).actor,
    tasks,
    feeds: await Promise.all(readings),
  };
}

/** Listings by standing. Records that cannot be published and have no listing count as invalid listings. */
async function standingCounts(connectionId: ConnectionId, facts: Facts): Promise<Record<Standing, number>> {
  const counts: Record<Standing, number> = {
    on_portal: 0,
    in_review: 0,
    on_the_way: 0,
    refused: 0,
    invalid: 0,
    waiting: 0,
    off: 0,
  };
  for (const one of await facts.standings())
    if (one.owner !== 'foreign') counts[standingOf(one)] += one.count;
  counts.invalid += (await facts.unlistedRecords()).get(connectionId) ?? 0;
  return counts;
}

async function missingUntil(
  feeds: readonly FeedRecord[],
  store: Store,
  { absenceLimits }: HomeContext,
): Promise<Millis | null> {
  const missing = await store.figures.missing(feeds.map(({ id }) => id));
  const ends: Millis[] = [];
  for (const { id, life, schedule, nextPollAt } of feeds) {
    const found = missing.get(id);
    if (found === undefined || schedule === null || life !== 'active') continue;
    const limits = await absenceLimits(id);
    if (limits !== null) ends.push(graceEndsAt(found, limits, schedule, nextPollAt));
  }
  return ends.length === 0 ? null : Math.min(...ends);
}

/** `132 of 140 on the portal, 4 of them wait for your decision · 5 in review · 3 wait for you` */
function homeSentence({
  listings,
  onPortal,
  held,
  missing,
  leaving,
  inReview,
  onTheWay,
  waiting,
  tasks,
}: Pick<
  AgencyHome,
  'listings' | 'onPortal' | 'held' | 'missing' | 'leaving' | 'inReview' | 'onTheWay' | 'waiting' | 'tasks'
>): Sentence {
  const of = heldOf(
    held,
    tasks.some(({ kind }) => kind === 'confirm_removals'),
  );
  const parts: Sentence[] = [
    {
      sr: `${onPortal} od ${listings} na portalu${of.sr}`,
      en: `${onPortal} of ${listings} on the portal${of.en}`,
    },
  ];
  if (missing > 0) parts.push({ sr: `${missing} nema u fajlu`, en: `${missing} missing from the file` });
  if (leaving > 0)
    parts.push({
      sr: `${leaving} ${serbianForm(leaving, 'se skida', 'se skidaju', 'se skida')}`,
      en: `${leaving} being removed`,
    });
  if (inReview > 0) parts.push({ sr: `${inReview} na pregledu`, en: `${inReview} in review` });
  if (onTheWay > 0) parts.push({ sr: `${onTheWay} na putu`, en: `${onTheWay} on the way` });
  if (waiting > 0)
    parts.push({
      sr: `${waiting} ${serbianForm(waiting, 'čeka', 'čekaju', 'čeka')} vas`,
      en: `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`,
    });
  return { sr: parts.map(({ sr }) => sr).join(' · '), en: parts.map(({ en }) => en).join(' · ') };
}

/** What of the listings on the portal waits for a decision; empty without any. @param isTheirs the agency decides */
function heldOf(held: number, isTheirs: boolean): Sentence {
  if (held === 0) return { sr: '', en: '' };
  return {
    sr: `, od toga ${held} ${serbianForm(held, 'čeka', 'čekaju', 'čeka')} ${isTheirs ? 'vašu odluku' : 'odluku'}`,
    en: `, ${held} of them ${held === 1 ? 'waits' : 'wait'} for ${isTheirs ? 'your' : 'a'} decision`,
  };
}
