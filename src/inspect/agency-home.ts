import { serbianForm } from '../texts/counted.js';
import type { Actor, Sentence } from '../model/sentence.js';
import { standingOf, type Standing } from '../model/standing.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { agencyName } from './attention/agency-name.js';
import { isInUse } from '../model/feed.js';
import { Facts, type AttentionContext } from './attention/facts.js';
import { agencyTasks, type Task } from './attention/tasks.js';
import { connectionTurns } from './connection-turn.js';
import { readingOf, type FeedReading } from './reading-text.js';

/** The agency's start page: a summary line, and the agency's tasks. */
export interface AgencyHome {
  agency: string;
  connection: ConnectionRecord;
  sentence: Sentence;
  listings: number;
  onPortal: number;
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

/** Reads the agency's start page. @param zone IANA time zone of the times in sentences */
export async function agencyHome(
  connection: ConnectionRecord,
  store: Store,
  zone: string,
  context: AttentionContext,
): Promise<AgencyHome> {
  const { id } = connection;
  const facts = new Facts(store, context, [id]);
  const feeds = (await facts.feeds()).filter(isInUse);
  const turnOf = await connectionTurns(facts);
  const counts = await standingCounts(feeds, facts);
  const tasks = await agencyTasks(connection, facts);
  const listings = [...Object.values(counts)].reduce((sum, count) => sum + count, 0) - counts.off;
  const waiting = tasks
    .filter(({ kind }) => waitingTasks.has(kind))
    .reduce((sum, { count }) => sum + count, 0);
  const home = {
    listings,
    onPortal: counts.on_portal,
    inReview: counts.in_review,
    onTheWay: counts.on_the_way,
    waiting,
  };
  const readings = feeds.map(async (feed) => ({
    feed,
    reading: readingOf(feed, await store.figures.lastPoll(feed.id), zone, context.now),
  }));
  return {
    agency: agencyName(connection, id),
    connection,
    sentence: homeSentence(home),
    ...home,
    actor: tasks.length > 0 ? 'agency' : turnOf(connection, feeds).actor,
    tasks,
    feeds: await Promise.all(readings),
  };
}

/** Listings by standing. Invalid records that never yielded a listing count as invalid listings. */
async function standingCounts(feeds: readonly FeedRecord[], facts: Facts): Promise<Record<Standing, number>> {
  const counts: Record<Standing, number> = {
    on_portal: 0,
    in_review: 0,
    on_the_way: 0,
    refused: 0,
    invalid: 0,
    waiting: 0,
    off: 0,
  };
  let listed = 0;
  for (const one of await facts.standings()) {
    if (one.owner === 'foreign') continue;
    counts[standingOf(one)] += one.count;
    if (one.presence === 'invalid') listed += one.count;
  }
  const invalid = await facts.invalidRecords();
  const records = feeds.reduce((sum, { id }) => sum + (invalid.get(id) ?? 0), 0);
  counts.invalid += Math.max(0, records - listed);
  return counts;
}

/** `132 of 140 on the portal · 5 in review · 3 wait for you` */
function homeSentence({
  listings,
  onPortal,
  inReview,
  onTheWay,
  waiting,
}: Pick<AgencyHome, 'listings' | 'onPortal' | 'inReview' | 'onTheWay' | 'waiting'>): Sentence {
  const parts: Sentence[] = [
    { sr: `${onPortal} od ${listings} na portalu`, en: `${onPortal} of ${listings} on the portal` },
  ];
  if (inReview > 0) parts.push({ sr: `${inReview} na pregledu`, en: `${inReview} in review` });
  if (onTheWay > 0) parts.push({ sr: `${onTheWay} na putu`, en: `${onTheWay} on the way` });
  if (waiting > 0)
    parts.push({
      sr: `${waiting} ${serbianForm(waiting, 'čeka', 'čekaju', 'čeka')} vas`,
      en: `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`,
    });
  return { sr: parts.map(({ sr }) => sr).join(' · '), en: parts.map(({ en }) => en).join(' · ') };
}
