import { counted, listingForms, serbianForm, wordForms } from '../core/counted.js';
import { failureCause, type Actor, type Sentence } from '../core/failure-causes.js';
import { forAgencies, standingOf, type Standing } from '../core/standing.js';
import type { ConnectionRow, FeedRow, HoldRow, Millis } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { agencyName } from './attention.js';
import { connectionTurn } from './connection-turn.js';
import { readingOf, type FeedReading } from './reading-text.js';

/** What an agency sees first: one line, and what waits for it. */
export interface AgencyHome {
  agency: string;
  connection: ConnectionRow;
  sentence: Sentence;
  listings: number;
  onPortal: number;
  inReview: number;
  onTheWay: number;
  waiting: number;
  actor: Actor;
  tasks: Task[];
  feeds: { feed: FeedRow; reading: FeedReading }[];
}

export interface Task {
  kind: 'confirm_removals' | 'words' | 'facts' | 'refused' | 'sent_back' | 'invalid' | 'connection';
  count: number;
  sentence: Sentence;
  feed: string | null;
  hold: number | null;
  note: string | null;
}

/** Lives of feeds that an agency still has. */
const present: ReadonlySet<FeedRow['life']> = new Set(['active', 'stalled', 'paused']);

/** @param zone of the times in sentences */
export async function agencyHome(
  connection: ConnectionRow,
  store: Store,
  { zone, now }: { zone: string; now: Millis },
): Promise<AgencyHome> {
  const { id } = connection;
  const feeds = (await store.feeds.all()).filter(
    (feed) => feed.connectionId === id && present.has(feed.life),
  );
  const holds = (await store.holds.open({})).filter((hold) => hold.connectionId === id);
  const counts = await standingCounts(id, feeds, store);
  const refusals = await store.figures.refusals([id]);
  const tasks = [
    ...ofConnection(connection, counts.refused),
    ...ofHolds(holds, feeds),
    ...(await ofContent(feeds, store)),
    ...ofRefusals(refusals),
    ...ofInvalid(counts.invalid),
  ];
  const listings = [...Object.values(counts)].reduce((sum, count) => sum + count, 0) - counts.off;
  const waiting = tasks
    .filter(({ kind }) => kind === 'confirm_removals' || kind === 'refused' || kind === 'invalid')
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
    reading: readingOf(feed, await store.figures.lastPoll(feed.id), zone, now),
  }));
  return {
    agency: agencyName(connection, id),
    connection,
    sentence: homeSentence(home),
    ...home,
    actor: tasks.length > 0 ? 'agency' : connectionTurn(connection, firstPush(feeds)).actor,
    tasks,
    feeds: await Promise.all(readings),
  };
}

export function firstPush(feeds: readonly FeedRow[]): Millis | null {
  const times = feeds.flatMap(({ firstPushAt }) => firstPushAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Records that never yielded a listing count among the invalid ones. */
async function standingCounts(
  connectionId: string,
  feeds: readonly FeedRow[],
  { figures }: Store,
): Promise<Record<Standing, number>> {
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
  for (const one of await figures.standings([connectionId])) {
    if (one.owner === 'foreign') continue;
    counts[standingOf(one)] += one.count;
    if (one.presence === 'invalid') listed += one.count;
  }
  const invalid = await figures.invalidRecords(feeds.map(({ id }) => id));
  const records = [...invalid.values()].reduce((sum, count) => sum + count, 0);
  counts.invalid += Math.max(0, records - listed);
  return counts;
}

/** `132 of 140 on the portal · 5 in review · 3 wait for you` */
export function homeSentence({
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

const task = (kind: Task['kind'], count: number, sentence: Sentence): Task => ({
  kind,
  count,
  sentence,
  feed: null,
  hold: null,
  note: null,
});

function ofConnection(row: ConnectionRow, refused: number): Task[] {
  const { actor, sentence } = connectionTurn(row, null);
  if (actor !== 'agency') return [];
  return row.status === 'certifying'
    ? [{ ...task('sent_back', refused, sentence), note: row.certificationNote }]
    : [task('connection', 0, sentence)];
}

/** A file unlike the one before is for whoever runs the import; what left a file the agency knows best. */
function ofHolds(holds: readonly HoldRow[], feeds: readonly FeedRow[]): Task[] {
  return holds
    .filter(({ kind }) => kind === 'removals')
    .map(({ id, lineCount, feedId }) => ({
      ...task('confirm_removals', lineCount, removalsSentence(lineCount)),
      feed: feeds.find((feed) => feed.id === feedId)?.name ?? null,
      hold: id,
    }));
}

/** What would be taken off, for the agency that decides it. */
export function removalsSentence(count: number): Sentence {
  const listings = counted(count, listingForms);
  return {
    sr: `Iz fajla ${serbianForm(count, 'je nestao', 'su nestala', 'je nestalo')} ${listings.sr}, više nego obično: da li se ${serbianForm(count, 'skida', 'skidaju', 'skida')} sa portala?`,
    en: `${listings.en} left your file, more than usual: shall ${count === 1 ? 'it' : 'they'} be taken off the portal?`,
  };
}

async function ofContent(feeds: readonly FeedRow[], { figures }: Store): Promise<Task[]> {
  const contents = await figures.contents(feeds.map(({ id }) => id));
  return feeds.flatMap(({ id, name }) => {
    const { words, answers } = contents.get(id)?.waits ?? { words: [], answers: 0 };
    const found: Task[] = [];
    if (answers > 0) {
      const listings = counted(answers, listingForms);
      const sentence = {
        sr: `${listings.sr} ${serbianForm(answers, 'čeka', 'čekaju', 'čeka')} odgovor koji samo vi možete da date.`,
        en: `${listings.en} ${answers === 1 ? 'waits' : 'wait'} for an answer that only you can give.`,
      };
      found.push({ ...task('facts', answers, sentence), feed: name });
    }
    if (words.length > 0) {
      const some = counted(words.length, wordForms);
      const sentence = {
        sr: `${some.sr} iz vašeg fajla portal ne poznaje: izaberite šta ${serbianForm(words.length, 'znači', 'znače', 'znače')}.`,
        en: `${some.en} of your file ${words.length === 1 ? 'is' : 'are'} unknown to the portal: pick what ${words.length === 1 ? 'it means' : 'they mean'}.`,
      };
      found.push({ ...task('words', words.length, sentence), feed: name });
    }
    return found;
  });
}

/** One for each reason that the agency can settle. */
function ofRefusals(refusals: Awaited<ReturnType<Store['figures']['refusals']>>): Task[] {
  return refusals.flatMap(({ code, count }) => {
    const { actor, why, next } = failureCause(code);
    // What the staff sent back is a task of its own.
    if (actor !== 'agency' || code === 'certification_rejected') return [];
    const listings = counted(count, listingForms);
    return task('refused', count, {
      sr: `Portal je odbio ${listings.sr}: ${why.sr}. ${next.sr}`,
      en: `The portal refused ${listings.en}, because ${why.en}. ${forAgencies(next.en)}`,
    });
  });
}

function ofInvalid(count: number): Task[] {
  if (count === 0) return [];
  const listings = counted(count, listingForms);
  return [
    task('invalid', count, {
      sr: `${listings.sr} ne može da se objavi: nešto nedostaje ili nije ispravno.`,
      en: `${listings.en} cannot be published: something is missing or wrong.`,
    }),
  ];
}
