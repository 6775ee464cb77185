import PQueue from 'p-queue';
import type { JobQueue, QueuedJob } from '../../src/engine/job-queue.js';

/** The table of jobs of one process, in memory, with the promises of graphile-worker: a job of a key once, those of a lane one after the other. */
export function createMemoryQueue(): JobQueue & { idle: () => Promise<void> } {
  const lanes = new Map<string, PQueue>();
  const keys = new Set<string>();
  let perform: (job: QueuedJob) => Promise<void> = async () => undefined;
  const idle = async (): Promise<void> => {
    await Promise.all([...lanes.values()].map((lane) => lane.onIdle()));
  };
  return {
    idle,
    async add(jobs) {
      for (const job of jobs) {
        if (keys.has(job.key)) continue;
        keys.add(job.key);
        const lane = lanes.get(job.lane) ?? new PQueue({ concurrency: 1 });
        lanes.set(job.lane, lane);
        void lane.add(() => perform({ ...job }).finally(() => keys.delete(job.key)));
      }
    },
    async run(work) {
      perform = work;
      let end = (): void => undefined;
      const ended = new Promise<void>((tell) => (end = tell));
      return { ended, stop: async () => end() };
    },
    waiting: async () => keys.size,
    taken: async () => [],
    release: async () => undefined,
    close: async () => undefined,
  };
}
