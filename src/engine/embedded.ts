import PQueue from 'p-queue';
import type { Log } from '../platform/log.js';
import type { Job, JobReport } from '../sync/job.js';
import { everySecond } from './clockwork.js';

export interface Engine {
  /** Looks at the store every second until `stop`. */
  start(): void;
  /** One look at the store; what is due is queued. For tests, and for work that shall not wait for the next second. */
  tick(): Promise<void>;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Takes on nothing new and resolves when what runs has ended. */
  stop(): Promise<void>;
}

/** Jobs of different lanes that may run side by side. */
const concurrencyMax = 4;

/**
 * One machine: a node-cron tick, and a p-queue lane per connection that runs one job at a time. Queues hold nothing that the
 * store does not know: due times live there.
 */
export function createEmbeddedEngine(
  dueWork: () => Promise<Job[]>,
  log: Log,
  onReport: (report: JobReport) => void = () => undefined,
): Engine {
  const lanes = new Map<string, PQueue>();
  const gate = new PQueue({ concurrency: concurrencyMax });
  const queued = new Set<string>();
  let looking: Promise<void> | null = null;
  let stopped = false;

  async function run(job: Job): Promise<void> {
    try {
      if (!stopped) onReport(await gate.add(() => job.run()));
    } catch (error) {
      // A job that throws is our mistake: it is told, and the others go on.
      log.error('job failed', { job: job.key, error: messageOf(error) });
    } finally {
      queued.delete(job.key);
    }
  }

  function take(job: Job): void {
    if (queued.has(job.key)) return;
    queued.add(job.key);
    const lane = lanes.get(job.lane) ?? new PQueue({ concurrency: 1 });
    lanes.set(job.lane, lane);
    void lane.add(() => run(job));
  }

  async function look(): Promise<void> {
    try {
      for (const job of await dueWork()) if (!stopped) take(job);
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
    await Promise.all([...lanes.values()].map((lane) => lane.onIdle()));
  }

  const clockwork = everySecond(tick);
  return {
    start: () => clockwork.start(),
    tick,
    idle,
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
