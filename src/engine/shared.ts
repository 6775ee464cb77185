import { bounded } from '../platform/bounded.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log/log.js';
import type { LeaseStore } from '../store/store.js';
import type { Job, JobReport } from '../sync/job.js';
import type { Clockwork } from './clockwork.js';
import { lookLimit, type Engine } from './embedded.js';
import type { JobQueue, QueuedJob } from './job-queue.js';
import { Lanes } from './lanes.js';
import { jobSlots } from './slots.js';
import { JobsUnderWay } from './under-way.js';

export interface SharedEngineParts {
  /** The process's name among those that share the store. */
  holder: string;
  queue: JobQueue;
  leases: LeaseStore;
  dueWork: () => Promise<Job[]>;
  /** The job of a key if it is due at this moment. */
  dueJob: (job: QueuedJob) => Promise<Job | null>;
  /** Whether work may begin in a lane, whose former worker may have ended in it; and what to do when it came to its end. */
  takeOver: (lane: string, abandoned: boolean) => Promise<{ mayBegin: boolean; done: () => Promise<void> }>;
  everySecond: (tick: () => Promise<void>) => Clockwork;
  clock: Clock;
  log: Log;
  onReport: (report: JobReport) => void;
}

/** Jobs of different lanes that one process runs side by side. */
export const concurrencyMax = 4;
/** The lane of looking for due work: one process does it for all. */
const schedulerLane = 'scheduler';
/** A process that does not answer for so long has lost its lanes. Between two signs of life, three may fail. */
const leaseMs = 60_000;
const renewMs = 15_000;
const restartMs = 5_000;
const answeredMsMax = 3 * renewMs;

/**
 * Many processes on one store: the queue holds what is due, by key, with its lane as the name of the queue. The store alone says what is
 * due, so that a job in the queue is a hint: it runs under its lane's lease, and only if it is due still.
 */
export function createSharedEngine(parts: SharedEngineParts): Engine {
  const { holder, queue, leases, clock, log } = parts;
  const lanes = new Lanes(leases, holder, leaseMs);
  const slots = jobSlots(concurrencyMax);
  const underWay = new JobsUnderWay();
  /** When the store answered last. */
  let answeredAt = clock.elapsed();
  const ended = new AbortController();
  let looking: Promise<void> | null = null;
  let working: Promise<void> = Promise.resolve();
  let running = 0;

  async function tick(): Promise<void> {
    if (ended.signal.aborted) return;
    looking ??= look(lanes, parts)
      .catch((error: unknown) => log.error('could not look for due work', { error: messageOf(error) }))
      .finally(() => (looking = null));
    await looking;
  }

  async function work(job: QueuedJob): Promise<void> {
    // Where its host has no room here it is due still, and comes again.
    const leave = slots.take(job.hosts ?? []);
    if (leave === null) return;
    running += 1;
    try {
      if (!ended.signal.aborted) await runInLane(job, lanes, underWay, parts);
    } catch (error) {
      // A job that throws is our mistake, or the store's trouble: it is logged, and due again by itself.
      log.error('job failed', { job: job.key, error: messageOf(error) });
    } finally {
      leave();
      running -= 1;
    }
  }

  async function answer(): Promise<void> {
    await lanes.answer();
    answeredAt = clock.elapsed();
  }

  const clockwork = parts.everySecond(tick);
  return {
    start() {
      working = Promise.all([
        untilEnded(ended.signal, parts, renewMs, answer),
        keepRunning(ended.signal, parts, work),
      ]).then(() => undefined);
      clockwork.start();
    },
    tick,
    async idle() {
      while (running > 0 || (await queue.waiting()) > 0) await clock.sleep(20);
    },
    // While the store does not answer no job can end, in no process: another one would help nothing.
    overdue: () => (clock.elapsed() - answeredAt > answeredMsMax ? [] : underWay.overdue()),
    async stop() {
      ended.abort();
      await clockwork.stop();
      await looking;
      await working;
      await queue.close();
    },
  };
}

/** One process looks at a time. */
function look(lanes: Lanes, { queue, leases, clock, dueWork }: SharedEngineParts): Promise<void> {
  return lanes.work(schedulerLane, async () => {
    await releaseLost(queue, leases);
    await queue.add(inTurn(await bounded(lookLimit, clock, () => dueWork())));
  });
}

/**
 * What is of no connection first, then all others from a random place on: where more is due than the queue takes, everybody's turn
 * comes, whatever stands before it.
 */
function inTurn(jobs: readonly Job[]): Job[] {
  const common = jobs.filter(({ key, lane }) => key === lane);
  const others = jobs.filter(({ key, lane }) => key !== lane);
  const from = Math.floor(Math.random() * others.length);
  return [...common, ...others.slice(from), ...others.slice(0, from)];
}

/** The holder of a lane does what is due there; what is left is due again. */
function runInLane(
  job: QueuedJob,
  lanes: Lanes,
  underWay: JobsUnderWay,
  parts: SharedEngineParts,
): Promise<void> {
  return lanes.work(job.lane, async (abandoned, fence) => {
    const inTime = <T>(act: () => Promise<T>): Promise<T> => bounded(lookLimit, parts.clock, act);
    const { mayBegin, done } = await inTime(() => parts.takeOver(job.lane, abandoned));
    if (!mayBegin) return;
    const due = await inTime(() => parts.dueJob(job));
    if (due !== null) parts.onReport(await underWay.run(job, fence, () => due.run()));
    await inTime(done);
  });
}

/** Jobs that a process took and cannot do any more: killed, or stopped for so long that its lanes are free. */
async function releaseLost(queue: JobQueue, leases: LeaseStore): Promise<void> {
  const taken = await queue.taken();
  if (taken.length === 0) return;
  const free = new Set(await leases.free(taken.map(({ lane }) => lane)));
  const lost = taken.filter(({ lane }) => free.has(lane)).map(({ worker }) => worker);
  if (lost.length > 0) await queue.release(lost);
}

/** A queue that ends by itself lost its database: it begins again when that answers. */
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
