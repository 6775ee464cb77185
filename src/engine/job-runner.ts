import { EventEmitter } from 'node:events';
import { run, type RunnerOptions, type WorkerEvents } from 'graphile-worker';

export interface Runner {
  /** It takes no more jobs, and those that it took have ended. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** The one name that graphile-worker knows our jobs by. */
export const task = 'job';
/** New jobs are announced: this finds those that another worker did not end. */
const pollMs = 2_000;
/** Without a delay, a connection cut while a job is completed would end the process; with any delay, it ends the runner. */
const doneDelayMs = 0;

/** graphile-worker's runner may wait for ever once it could not tell that a job is done, which is why its jobs are counted here. */
export async function startRunner(
  options: RunnerOptions,
  work: (payload: unknown) => Promise<void>,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const underWay = new Set<Promise<void>>();
  let isBroken = false;
  const broken = new Promise<void>((tell) =>
    events.once('pool:fatalError', () => {
      isBroken = true;
      tell();
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
