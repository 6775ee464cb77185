import { createHash } from 'node:crypto';
import { failedAgain } from '../../core/setup/agency-reading.js';
import { afterDeath, suspects, without } from '../../core/schedule/feed-deaths.js';
import { sentences } from '../../texts/setup-problems.js';
import { feedDeaths, saveFeedDeaths } from '../../store/facts/feed-deaths.js';
import type { Run } from '../../model/run.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import type { Feed, Services } from '../services/services.js';

const author = 'feedsync';
const setupKey = 'setup.reading';
const stopKey = 'process.stopping';
const asked = 'yes';
export const agencyLane = 'agency';
const agencyJob = 'agency';

type Work = Pick<Services, 'store' | 'clock' | 'log'>;

/**
 * A process ended without ending its runs: the feeds that it was reading are read once more, alone. One that ends the process while it
 * is read alone is not polled any more. A process that was asked to stop, and did not end in time, says nothing of its feeds; one that
 * ended itself for a job that could not be ended says something of that job alone.
 * @param lane what the process worked on, where others go on; left out: it had the store alone
 */
export async function noteDeath(work: Work, lane?: string): Promise<void> {
  const { store } = work;
  const stop = lane === undefined ? await takeStop(store) : null;
  if (stop !== null) return noteStuck(stop, work);
  const setUp = lane === undefined || lane === agencyLane ? ((await store.meta.get(setupKey)) ?? '') : '';
  const polls = await readings(store);
  const own = polls.filter(({ connectionId }) => lane === undefined || connectionId === lane);
  const reading = [...new Set(own.flatMap(({ feedId }) => feedId ?? []))];
  if (reading.length > 0) await noteFeeds(reading, own.length < polls.length || setUp !== '', work);
  if (setUp !== '') await noteSetupDeath(setUp, work);
}

/** @param job that could not be ended; `asked`: there is none */
async function noteStuck(job: string, work: Work): Promise<void> {
  const { meta } = work.store;
  const setUp = (await meta.get(setupKey)) ?? '';
  const feedId = feedOf(job);
  if (feedId !== null) await noteFeeds([feedId], false, work);
  if (job === agencyJob && setUp !== '') await noteSetupDeath(setUp, work);
  else await meta.set(setupKey, '');
}

/** Runs that read records: of what a source has, or of what is kept. */
async function readings({ runs }: Pick<Store, 'runs'>): Promise<Run[]> {
  return [...(await runs.underWay('poll')), ...(await runs.underWay('remap'))];
}

async function noteFeeds(reading: readonly number[], beside: boolean, work: Work): Promise<void> {
  const { store, clock, log } = work;
  const now = clock.now();
  const deaths = afterDeath(await feedDeaths(store), reading, beside, now);
  await saveFeedDeaths(store, deaths);
  for (const id of reading) {
    const row = await store.feeds.get(id);
    // A feed that a person took out of the round stays out of it.
    if (row === null || !isPolled(row)) continue;
    if (deaths[id]?.suspendedSince == null) {
      await store.feeds.update(id, { nextPollAt: now });
      continue;
    }
    await store.feeds.setLife(id, 'paused', author, now);
    log.error('a feed is suspended: the process ended twice while it was read, the second time alone', {
      feed: row.name,
    });
  }
}

function isPolled({ life }: Pick<FeedRecord, 'life'>): boolean {
  return life === 'active' || life === 'stalled';
}

/** The process ends as it was asked to, or for a job that cannot be ended: what else is under way is not at fault. */
export async function noteStop(
  { store }: Pick<Work, 'store'>,
  stuckJob: string | null = null,
): Promise<void> {
  await store.meta.set(stopKey, stuckJob ?? asked);
}

async function takeStop({ meta }: Pick<Store, 'meta'>): Promise<string | null> {
  const text = (await meta.get(stopKey)) ?? '';
  if (text === '') return null;
  await meta.set(stopKey, '');
  return text;
}

/** The feed that a job reads; null: none. */
function feedOf(job: string): number | null {
  const id = /^(?:poll|remap):(\d+)$/.exec(job)?.[1];
  return id === undefined ? null : Number(id);
}

/** An agency's file that was being read waits, and is not read first again. */
async function noteSetupDeath(name: string, { store, clock }: Pick<Work, 'store' | 'clock'>): Promise<void> {
  const agency = await store.setups.byName(name);
  await store.meta.set(setupKey, '');
  if (agency?.readAskedAt == null) return;
  const now = clock.now();
  const problem = { ...sentences.readingFailed, detail: 'the process ended while the file was read' };
  const failed = failedAgain(agency.reading, { ok: false, readAt: now, problem }, now);
  await store.setups.endReading(name, agency.readAskedAt, { ...failed, keptFile: agency.keptFile });
}

export async function noteSetupReading(name: string | null, { store }: Pick<Work, 'store'>): Promise<void> {
  await store.meta.set(setupKey, name ?? '');
}

/** Of feeds that are due, the one that is to be read alone now, while nothing else is read; null: all may be. */
export async function readAloneNow(due: readonly Feed[], store: Store): Promise<Feed | null> {
  const waiting = new Set(suspects(await feedDeaths(store)));
  const ones = due.filter(({ id }) => waiting.has(id));
  if (ones.length < 2) return ones[0] ?? null;
  const running = new Set((await readings(store)).map(({ feedId }) => feedId));
  return ones.find(({ id }) => running.has(id)) ?? ones[0] ?? null;
}

/** Whether a feed waits for being read alone now: nothing else is read beside it. */
export async function isAnyReadAlone(feeds: readonly Feed[], { store }: Services): Promise<boolean> {
  const waiting = new Set(suspects(await feedDeaths(store)));
  for (const { id, connectionId } of feeds)
    if (waiting.has(id) && (await store.due.polls(connectionId)).some(({ feedId }) => feedId === id))
      return true;
  return false;
}

/** A feed that died begins to be read again: what it is read with now is what it is suspended for. */
export async function beginReading(feed: Feed, { store }: Pick<Work, 'store'>): Promise<void> {
  const known = await feedDeaths(store);
  const own = known[feed.id];
  if (own === undefined) return;
  await saveFeedDeaths(store, { ...known, [feed.id]: { ...own, readAloneWith: readWith(feed) } });
}

/** A read came to its end, or a person wants it polled again: the process outlived it. */
export async function forgetDeaths(feedId: number, { store }: { store: Pick<Store, 'meta'> }): Promise<void> {
  const known = await feedDeaths(store);
  if (known[feedId] !== undefined) await saveFeedDeaths(store, without(known, feedId));
}

/** Under another mapping or source a suspended feed is another one: it is polled again. */
export async function resumeChanged(
  feeds: readonly Feed[],
  { store, clock }: Pick<Work, 'store' | 'clock'>,
): Promise<void> {
  const known = await feedDeaths(store);
  for (const feed of feeds) {
    const own = known[feed.id];
    if (own?.suspendedSince == null || own.readAloneWith === readWith(feed)) continue;
    const now = clock.now();
    await store.feeds.setLife(feed.id, 'active', author, now);
    await store.feeds.update(feed.id, { nextPollAt: now });
    await forgetDeaths(feed.id, { store });
  }
}

function readWith({ mapping, scope, encoding }: Feed): string {
  return createHash('sha256').update(`${mapping.digest}\n${scope}\n${encoding}`).digest('base64');
}
