import { EventEmitter } from 'node:events';
import { run, type RunnerOptions, type WorkerEvents } from 'graphile-worker';

/** A worker that takes jobs from the queue and runs them. */
export interface Runner {
  /** Resolves when the runner takes no more jobs and the jobs that it took have ended: after `stop`, or if it lost its database. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** graphile-worker's task identifier, the same for all jobs. */
export const task = 'job';
/** Interval at which the queue is polled. New jobs are announced; polling finds those that another worker released. */
const pollMs = 2_000;
/** Without this option, a connection that is cut while a job is marked as done ends the process. With it, even 0, only the runner ends. */
const doneDelayMs = 0;

/** Starts a runner. It counts its running jobs itself: graphile-worker's own promise may never settle if marking a job as done failed. */
export async function startRunner(
  options: RunnerOptions,
  work: (payload: unknown) => Promise<void>,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const underWay = new Set<Promise<void>>();
  let isBroken = false;
  const broken = new Promise<void>((resolve) =>
    events.once('pool:fatalError', () => {
      isBroken = true;
      resolve();
    }),
  );
  const perform = async (payload: unknown): Promise<void> => {
    if (isBroken) return;
    const done = work(payload).finally(() => underWay.delete(done));
    underWay.add(done);
    await done;
  };
  const runner = await run({
    ...options,
    events,
    pollInterval: pollMs,
    preset: { worker: { completeJobBatchDelay: doneDelayMs } },
    noHandleSignals: true,
    taskList: { [task]: perform },
  });
  const settled = broken.then(async () => {
    await Promise.allSettled(underWay);
  });
  const ended = Promise.race([runner.promise.catch(() => undefined), settled]);
  return {
    ended,
    async stop() {
      runner.stop().catch(() => undefined);
      await ended;
    },
  };
}
