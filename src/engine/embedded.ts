import PQueue from 'p-queue';
import { bounded } from '../platform/bounded.js';
import type { Clock } from '../platform/clock.js';
import { inTurnOfItsOwn } from '../platform/event-loop.js';
import type { Log } from '../platform/log/log.js';
import type { Job, JobReport } from '../sync/job.js';
import { everySecond } from './clockwork.js';
import { Lanes } from './lanes.js';
import { createOwnLeases } from './own-leases.js';
import { jobSlots } from './slots.js';
import { JobsUnderWay, type OverdueJob } from './under-way.js';

export interface Engine {
  /** Looks at the store every second until `stop`. */
  start(): void;
  /** One look at the store; what is due is queued. For tests, and for work that must not wait for the next second. */
  tick(): Promise<void>;
  /** Resolves when nothing is queued or running. A job that was ended at its deadline does not count, though it may hang on. */
  idle(): Promise<void>;
  /** Takes on nothing new and resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Jobs past their deadline that only the end of the process can end (see `JobsUnderWay`). */
  overdue(): readonly OverdueJob[];
}

/** Jobs of different lanes that may run side by side. */
const concurrencyMax = 4;
/** So long a look for due work may take. */
export const lookLimit = { withinMs: 2 * 60_000 };

export interface EmbeddedEngineParts {
  holder: string;
  clock: Clock;
  dueWork: () => Promise<Job[]>;
  log: Log;
  onReport: (report: JobReport) => void;
}

/**
 * One machine: a node-cron tick, and a p-queue lane per connection that runs one job at a time. Queues hold nothing that the
 * store does not know: due times live there. Jobs end by their deadlines and note their failures themselves (`sync/settle-job.ts`).
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
      // A job begins by reading the store. All that fall due in one second would add up to one long turn.
      await inTurnOfItsOwn();
      await lanes.work(job.lane, async (_, fence) =>
        onReport(await underWay.run(job, fence, () => job.run())),
      );
    } catch (error) {
      // A job that throws is our mistake: it is logged, and the others go on.
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
