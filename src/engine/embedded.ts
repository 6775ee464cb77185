import PQueue from 'p-queue';
import { bounded } from '../platform/bounded.js';
import type { Clock } from '../platform/clock.js';
import { messageOf } from '../platform/code-of.js';
import { inTurnOfItsOwn } from '../platform/event-loop.js';
import type { Log } from '../platform/log/log.js';
import type { Job, JobReport } from '../sync/job.js';
import { everySecond } from './clockwork.js';
import { Lanes } from './lanes.js';
import { createOwnLeases } from './own-leases.js';
import { jobSlots } from './slots.js';
import { JobsUnderWay, type OverdueJob } from './under-way.js';

/** Finds due jobs in the store and runs them. */
export interface Engine {
  /** Looks for due jobs every second until `stop`. */
  start(): void;
  /** Looks for due jobs once and queues them; polls that pass no queue have ended when it resolves. For tests, and for work that must not wait for the next second. */
  tick(): Promise<void>;
  /** Resolves when no job is queued or running. A job that was ended at its deadline does not count, even if its promise is pending. */
  idle(): Promise<void>;
  /** Starts no more jobs. Resolves when the running ones have ended. */
  stop(): Promise<void>;
  /** Jobs past their deadline that only the end of the process can end (see `JobsUnderWay`). */
  overdue(): readonly OverdueJob[];
}

/** Most jobs that run at the same time, each in another lane. */
const concurrencyMax = 4;
/** Time limit of each look for due work. */
export const lookLimit = { withinMs: 2 * 60_000 };

/** The parts of an embedded engine. */
export interface EmbeddedEngineParts {
  /** Name of this process. */
  holder: string;
  clock: Clock;
  /** The jobs that are due now. */
  dueWork: () => Promise<Job[]>;
  log: Log;
  onReport: (report: JobReport) => void;
}

/**
 * The engine of a process that has its store to itself. Each lane has a queue, which runs one job at a time. The queues hold no state
 * of their own: due times are in the store. Jobs end by their deadlines and record their failures themselves (`sync/settle-job.ts`).
 */
export function createEmbeddedEngine({ holder, clock, dueWork, log, onReport }: EmbeddedEngineParts): Engine {
  const queues = new Map<string, PQueue>();
  const lanes = new Lanes(createOwnLeases(), holder, Infinity);
  const slots = jobSlots(concurrencyMax);
  const underWay = new JobsUnderWay();
  const queued = new Set<string>();
  let looking: Promise<void> | null = null;
  let stopped = false;

  async function run(job: Job): Promise<void> {
    const leave = await slots.wait(job.hosts ?? []);
    try {
      if (stopped) return;
      // A job begins by reading the store. All jobs that fall due in one second would otherwise block the event loop together.
      await inTurnOfItsOwn();
      await lanes.work(job.lane, async (_, fence) =>
        onReport(await underWay.run(job, fence, () => job.run())),
      );
    } catch (error) {
      // A job that throws has a bug. It is logged, and other jobs are not affected.
      log.error('job failed', { job: job.key, error: messageOf(error) });
    } finally {
      leave?.();
      queued.delete(job.key);
    }
  }

  function take(job: Job): void {
    if (queued.has(job.key)) return;
    queued.add(job.key);
    const queue = queues.get(job.lane) ?? new PQueue({ concurrency: 1 });
    queues.set(job.lane, queue);
    void queue.add(() => run(job));
  }

  async function look(): Promise<void> {
    try {
      for (const job of await bounded(lookLimit, clock, dueWork)) if (!stopped) take(job);
    } catch (error) {
      log.error('could not look for due work', { error: messageOf(error) });
    }
  }

  async function tick(): Promise<void> {
    if (stopped) return;
    looking ??= look().finally(() => (looking = null));
    await looking;
  }

  async function idle(): Promise<void> {
    await Promise.all([...queues.values()].map((queue) => queue.onIdle()));
  }

  const clockwork = everySecond(tick);
  return {
    start: () => clockwork.start(),
    tick,
    idle,
    overdue: () => underWay.overdue(),
    async stop() {
      stopped = true;
      await clockwork.stop();
      await looking;
      await idle();
    },
  };
}
