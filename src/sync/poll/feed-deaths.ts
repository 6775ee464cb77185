import type { FeedId } from '../../model/ids.js';
import { createHash } from 'node:crypto';
import { failedAgain } from '../../core/setup/agency-reading.js';
import { afterDeath, suspects, without } from '../../core/schedule/feed-deaths.js';
import { uploadWords } from '../../texts/setup/upload-words.js';
import { allUploads, isUploadKey, saveUpload, uploadKey } from '../../store/facts/uploads.js';
import { sentences } from '../../texts/setup/setup-problems.js';
import { feedDeaths, saveFeedDeaths } from '../../store/facts/feed-deaths.js';
import type { Run } from '../../model/run.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import type { Feed, Services } from '../services/services.js';

const author = 'feedsync';
const setupKey = 'setup.reading';
const stopKey = 'process.stopping';
/** Stored under `stopKey` when the process was asked to stop and no job was stuck. */
const stopRequested = 'yes';
export const agencyLane = 'agency';
const agencyJob = 'agency';

type Work = Pick<Services, 'store' | 'clock' | 'log'>;

/**
 * Handles a process that ended without ending its runs. The feeds that it was reading are read again, each alone, except those that an
 * operator paused or retired. A feed is suspended if the process ends again while only that feed is read. A process that was asked to stop,
 * and did not end within its time limit, blames no feed. A process that ended itself because of a stuck job blames that job alone.
 * @param lane the lane that the dead process worked on while other processes continue; omitted: no other process used the store
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

/** @param job key of the stuck job; `stopRequested`: no job was stuck */
async function noteStuck(job: string, work: Work): Promise<void> {
  const { meta } = work.store;
  const setUp = (await meta.get(setupKey)) ?? '';
  const feedId = feedOf(job);
  if (feedId !== null) await noteFeeds([feedId], false, work);
  if (job === agencyJob && setUp !== '') await noteSetupDeath(setUp, work);
  else await meta.set(setupKey, '');
}

/** Runs that read records, from the source or from kept ones. */
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
    // A feed that an operator paused or retired keeps that life.
    if (row === null || !isPolled(row)) continue;
    if (deaths[id]?.suspendedSince == null) {
      await store.feeds.update(id, { nextPollAt: now });
      continue;
    }
    await store.feeds.setLife(id, 'paused', author, now);
    log.error(
      'feed suspended: the process died twice while reading it, the second time while it was read alone',
      {
        feed: row.name,
      },
    );
  }
}

function isPolled({ life }: Pick<FeedRecord, 'life'>): boolean {
  return life === 'active' || life === 'stalled';
}

/** Stores why this process ends: it was asked to stop, or a job is stuck. The process's other work is not blamed. */
export async function noteStop(
  { store }: Pick<Work, 'store'>,
  stuckJob: string | null = null,
): Promise<void> {
  await store.meta.set(stopKey, stuckJob ?? stopRequested);
}

async function takeStop({ meta }: Pick<Store, 'meta'>): Promise<string | null> {
  const text = (await meta.get(stopKey)) ?? '';
  if (text === '') return null;
  await meta.set(stopKey, '');
  return text;
}

/** The feed that the job reads; null: none. */
function feedOf(job: string): number | null {
  const id = /^(?:poll|remap):(\d+)$/.exec(job)?.[1];
  return id === undefined ? null : Number(id);
}

/** Stores the death as a failed read. The agency then waits for its next try, so that it is not the first to be read again. */
async function noteSetupDeath(name: string, { store, clock }: Pick<Work, 'store' | 'clock'>): Promise<void> {
  if (isUploadKey(name)) return noteUploadDeath(name, { store, clock });
  const agency = await store.setups.byName(name);
  await store.meta.set(setupKey, '');
  if (agency?.readAskedAt == null) return;
  const now = clock.now();
  const problem = { ...sentences.readingFailed, detail: 'the process ended while the file was read' };
  const failed = failedAgain(agency.reading, { ok: false, readAt: now, problem }, now);
  await store.setups.endReading(name, agency.readAskedAt, { ...failed, keptFile: agency.keptFile });
}

/** An uploaded file is not read again: its owner may upload another one. */
async function noteUploadDeath(key: string, { store, clock }: Pick<Work, 'store' | 'clock'>): Promise<void> {
  await store.meta.set(setupKey, '');
  const upload = (await allUploads(store)).find(({ agency }) => uploadKey(agency) === key);
  if (upload === undefined || upload.reading !== null) return;
  const problem = { ...uploadWords.failed, detail: 'the process ended while the file was read' };
  await saveUpload({ ...upload, reading: { ok: false, readAt: clock.now(), problem } }, store);
}

/** @param name of the agency, or the key of its upload */
export async function noteSetupReading(name: string | null, { store }: Pick<Work, 'store'>): Promise<void> {
  await store.meta.set(setupKey, name ?? '');
}

/** The one among the due feeds that must be read alone now; null: all of them may be read. */
export async function readAloneNow(due: readonly Feed[], store: Store): Promise<Feed | null> {
  const waiting = new Set(suspects(await feedDeaths(store)));
  const ones = due.filter(({ id }) => waiting.has(id));
  if (ones.length < 2) return ones[0] ?? null;
  const running = new Set((await readings(store)).map(({ feedId }) => feedId));
  return ones.find(({ id }) => running.has(id)) ?? ones[0] ?? null;
}

/** Whether a feed that must be read alone is due. While it is, nothing else is read. */
export async function isAnyReadAlone(feeds: readonly Feed[], { store }: Services): Promise<boolean> {
  const waiting = new Set(suspects(await feedDeaths(store)));
  for (const { id, connectionId } of feeds)
    if (waiting.has(id) && (await store.due.polls(connectionId)).some(({ feedId }) => feedId === id))
      return true;
  return false;
}

/**
 * Stores the mapping, source and encoding with which a suspect feed is read. If the feed gets suspended, a change of one of them resumes
 * it.
 */
export async function beginReading(feed: Feed, { store }: Pick<Work, 'store'>): Promise<void> {
  const known = await feedDeaths(store);
  const own = known[feed.id];
  if (own === undefined) return;
  await saveFeedDeaths(store, { ...known, [feed.id]: { ...own, readAloneWith: readWith(feed) } });
}

/** Call it when a read has ended and the process still runs, or when the operator asks for a poll. */
export async function forgetDeaths(feedId: FeedId, { store }: { store: Pick<Store, 'meta'> }): Promise<void> {
  const known = await feedDeaths(store);
  if (known[feedId] !== undefined) await saveFeedDeaths(store, without(known, feedId));
}

/** Resumes suspended feeds whose mapping, source or encoding has changed since. */
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
