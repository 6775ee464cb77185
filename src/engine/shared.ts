import { bounded } from '../platform/bounded.js';
import type { Clock } from '../platform/clock.js';
import { messageOf } from '../platform/code-of.js';
import type { Fence } from '../platform/fence.js';
import type { Fetcher } from '../platform/http/fetcher.js';
import type { Log } from '../platform/log/log.js';
import type { Slots } from '../platform/slots.js';
import type { LeaseStore } from '../store/store.js';
import type { Job, JobReport } from '../sync/job.js';
import { CalmRounds, type CalmWork } from './calm-rounds.js';
import type { Clockwork } from './clockwork.js';
import { lookLimit, type Engine } from './embedded.js';
import type { JobQueue, QueuedJob } from './job-queue.js';
import { Lanes } from './lanes.js';
import { rotated } from './rotated.js';
import { jobSlots, slotFor } from './slots.js';
import { JobsUnderWay } from './under-way.js';

/** The parts of a shared engine. */
export interface SharedEngineParts {
  /** Unique name of this process among those that share the store. */
  holder: string;
  queue: JobQueue;
  leases: LeaseStore;
  /** The jobs that are due now. */
  dueWork: () => Promise<Job[]>;
  /** The job of this key; null if it is not due now. @param fetcher what its poll asks its source with [the process's own] */
  dueJob: (job: QueuedJob, fetcher?: Fetcher) => Promise<Job | null>;
  /** Polls of calm feeds, which the queue leaves out; null: all polls pass the queue. */
  calm: CalmWork | null;
  /**
   * Prepares a lane for work. `abandoned`: its former worker did not give it back.
   * @returns whether work may begin in it, and `done`, to be called after the work
   */
  takeOver: (lane: string, abandoned: boolean) => Promise<{ mayBegin: boolean; done: () => Promise<void> }>;
  everySecond: (tick: () => Promise<void>) => Clockwork;
  clock: Clock;
  log: Log;
  onReport: (report: JobReport) => void;
}

/** Most jobs that one process runs at the same time, each in another lane. */
export const concurrencyMax = 4;
/** The lane in which due work is looked for: one process at a time does this for all. */
const schedulerLane = 'scheduler';
/** A process that does not renew its leases for this long loses its lanes. It may miss three renewals in a row. */
const leaseMs = 60_000;
const renewMs = 15_000;
/** Most polls of calm feeds that one look leaves to claims. The polls behind them are not queued before a later look. */
const calmLookMax = 500;
/** Pause before a queue that has ended is started again. */
const restartMs = 5_000;
/** The store counts as unavailable when no renewal has succeeded for this long. */
const answeredMsMax = 3 * renewMs;

/**
 * The engine of a process that shares its store with others. Due jobs are in a common queue. Only the store decides what is due, so an
 * entry of the queue is a hint: its job runs under the lease of its lane, and only if the job is still due then.
 */
export function createSharedEngine(parts: SharedEngineParts): Engine {
  const { holder, queue, leases, clock, log } = parts;
  const lanes = new Lanes(leases, holder, leaseMs);
  const slots = jobSlots(concurrencyMax);
  const underWay = new JobsUnderWay();
  /** When the leases were last renewed, by the monotonic clock. */
  let answeredAt = clock.elapsed();
  const ended = new AbortController();
  let looking: Promise<void> | null = null;
  let working: Promise<void> = Promise.resolve();
  let running = 0;
  const calmRounds = calmRoundsOf(parts, { lanes, slots, underWay, ended: ended.signal });

  /** Does not wait for the polls of calm feeds: the next second looks again. */
  async function lookOnce(): Promise<void> {
    if (ended.signal.aborted) return;
    calmRounds?.begin();
    looking ??= look(lanes, parts)
      .catch((error: unknown) => log.error('could not look for due work', { error: messageOf(error) }))
      .finally(() => (looking = null));
    await looking;
  }

  async function work(job: QueuedJob): Promise<void> {
    running += 1;
    // Without a free slot for its host, the job is not run here. It stays due, and is queued again.
    const leave = await slotFor(job.hosts ?? [], slots, clock, ended.signal);
    try {
      if (leave === null) return;
      if (!ended.signal.aborted) await runInLane(job, lanes, underWay, parts);
    } catch (error) {
      // A job that throws has a bug, or the store failed. It is logged, and stays due.
      log.error('job failed', { job: job.key, error: messageOf(error) });
    } finally {
      leave?.();
      running -= 1;
    }
  }

  async function answer(): Promise<void> {
    await lanes.answer();
    answeredAt = clock.elapsed();
  }

  const clockwork = parts.everySecond(lookOnce);
  return {
    start() {
      working = Promise.all([
        untilEnded(ended.signal, parts, renewMs, answer),
        keepRunning(ended.signal, parts, work),
      ]).then(() => undefined);
      clockwork.start();
    },
    tick: () => lookOnce().then(() => calmRounds?.idle()),
    async idle() {
      while (running > 0 || calmRounds?.isIdle === false || (await queue.waiting()) > 0)
        await clock.sleep(20);
    },
    // While the store does not respond, no job of any process can end, so a restart of this process would not help.
    overdue: () => (clock.elapsed() - answeredAt > answeredMsMax ? [] : underWay.overdue()),
    async stop() {
      ended.abort();
      await clockwork.stop();
      await looking;
      await working;
      await calmRounds?.idle();
      await queue.close();
    },
  };
}

function calmRoundsOf(
  parts: SharedEngineParts,
  own: { lanes: Lanes; slots: Slots; underWay: JobsUnderWay; ended: AbortSignal },
): CalmRounds | null {
  const { calm, leases, clock, log, onReport } = parts;
  if (calm === null) return null;
  return new CalmRounds({
    ...{ calm, leases, clock, log, onReport, ...own },
    pollWhole: (job, fence, fetcher) =>
      runDue(job, { abandoned: false, fence, fetcher }, own.underWay, parts),
  });
}

/** Queues the due jobs, unless another process is doing so. */
function look(lanes: Lanes, { queue, leases, clock, dueWork, calm }: SharedEngineParts): Promise<void> {
  return lanes.work(schedulerLane, async () => {
    await releaseLost(queue, leases);
    const due = inTurn(await bounded(lookLimit, clock, () => dueWork()));
    await queue.add(calm === null ? due : await withoutCalm(due, calm));
  });
}

/** The jobs without the polls that are claimed and not queued. */
async function withoutCalm(due: readonly Job[], calm: CalmWork): Promise<Job[]> {
  const polls = due.flatMap(({ mayBeCalm: feedId }) => feedId ?? []);
  const looked = polls.slice(0, calmLookMax);
  const left = new Set(polls.slice(calmLookMax));
  for (const feedId of await calm.among(looked)) left.add(feedId);
  return due.filter(({ mayBeCalm: feedId }) => feedId === undefined || !left.has(feedId));
}

/**
 * The order in which due jobs are queued: first the jobs that belong to no connection, then the others, rotated by a random number. If more
 * jobs are due than the queue has room for, those left out get their turn at a later call.
 */
function inTurn(jobs: readonly Job[]): Job[] {
  const common = jobs.filter(({ key, lane }) => key === lane);
  const others = jobs.filter(({ key, lane }) => key !== lane);
  return [...common, ...rotated(others)];
}

/** Runs a job under the lease of its lane, if it is still due. */
function runInLane(
  job: QueuedJob,
  lanes: Lanes,
  underWay: JobsUnderWay,
  parts: SharedEngineParts,
): Promise<void> {
  return lanes.work(job.lane, (abandoned, fence) => runDue(job, { abandoned, fence }, underWay, parts));
}

async function runDue(
  job: QueuedJob,
  { abandoned, fence, fetcher }: { abandoned: boolean; fence: Fence; fetcher?: Fetcher | undefined },
  underWay: JobsUnderWay,
  parts: SharedEngineParts,
): Promise<void> {
  const withLimit = <T>(act: () => Promise<T>): Promise<T> => bounded(lookLimit, parts.clock, act);
  const { mayBegin, done } = await withLimit(() => parts.takeOver(job.lane, abandoned));
  if (!mayBegin) return;
  const due = await withLimit(() => parts.dueJob(job, fetcher));
  if (due !== null) parts.onReport(await underWay.run(job, fence, () => due.run()));
  await withLimit(done);
}

/** Releases the jobs of workers that have lost their lanes: their process was killed, or stood still for too long. */
async function releaseLost(queue: JobQueue, leases: LeaseStore): Promise<void> {
  const taken = await queue.taken();
  if (taken.length === 0) return;
  const free = new Set(await leases.free(taken.map(({ lane }) => lane)));
  const lost = taken.filter(({ lane }) => free.has(lane)).map(({ worker }) => worker);
  if (lost.length > 0) await queue.release(lost);
}

/** Runs jobs from the queue until the signal aborts. If the queue ends because it lost its database, it is started again. */
async function keepRunning(
  signal: AbortSignal,
  { queue, clock, log }: SharedEngineParts,
  work: (job: QueuedJob) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const runner = await queue.run(work);
      const how = await Promise.race([runner.ended.then(() => 'ended'), aborted(signal)]);
      if (how === 'aborted') await runner.stop();
    } catch (error) {
      log.error('the queue of jobs ended', { error: messageOf(error) });
    }
    await clock.sleep(restartMs, signal).catch(() => undefined);
  }
}

/** Calls `act` at this interval until the signal aborts; a failure is logged. */
async function untilEnded(
  signal: AbortSignal,
  { clock, log }: SharedEngineParts,
  everyMs: number,
  act: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await act().catch((error: unknown) => log.warn('no sign of life', { error: messageOf(error) }));
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((done) => {
    if (signal.aborted) done('aborted');
    else signal.addEventListener('abort', () => done('aborted'), { once: true });
  });
}
