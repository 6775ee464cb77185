import type { JobQueue, QueuedJob } from '../../src/engine/job-queue.js';
import type { SimTime } from './sim-time.js';
import { second } from './sim-time.js';
import type { Passenger } from './turnstile.js';

interface Row extends QueuedJob {
  worker: string | null;
  takenAt: number;
}

/** A job that may be taken now. */
export interface Offer {
  take: (by: Passenger, work: (job: QueuedJob) => Promise<void>) => Promise<void>;
}

const takenMsMin = 5 * second;

/**
 * The table of jobs that all workers share, with the promises of graphile-worker: one job of a key, one of a lane at a time, in the order of
 * coming, taken until it ends or is released. It is in memory: who takes what, and when, is the seed's to decide.
 */
export class JobTable {
  #rows: Row[] = [];
  #workers = 0;

  constructor(private readonly time: SimTime) {}

  queue(takeOn: (work: (job: QueuedJob) => Promise<void>) => () => void): JobQueue {
    return {
      add: async (jobs) => {
        for (const { key, lane } of jobs)
          if (!this.#rows.some((row) => row.key === key))
            this.#rows.push({ key, lane, worker: null, takenAt: 0 });
      },
      async run(work) {
        const leave = takeOn(work);
        let end = (): void => undefined;
        const ended = new Promise<void>((tell) => (end = tell));
        return {
          ended,
          async stop() {
            leave();
            end();
          },
        };
      },
      waiting: async () => this.#rows.length,
      taken: async () =>
        this.#rows.flatMap(({ lane, worker, takenAt }) =>
          worker !== null && takenAt < this.time.now - takenMsMin ? [{ lane, worker }] : [],
        ),
      release: async (workers) => {
        this.#rows = this.#rows.filter(({ worker }) => worker === null || !workers.includes(worker));
      },
      close: async () => undefined,
    };
  }

  /** What somebody may take now, one of each lane. */
  offers(): Offer[] {
    const lanes = new Set(this.#rows.flatMap(({ lane, worker }) => (worker === null ? [] : [lane])));
    const free: Row[] = [];
    for (const row of this.#rows) {
      if (lanes.has(row.lane)) continue;
      lanes.add(row.lane);
      free.push(row);
    }
    return free.map((row) => ({ take: (by, work) => this.#take(row, by, work) }));
  }

  async #take(row: Row, by: Passenger, work: (job: QueuedJob) => Promise<void>): Promise<void> {
    row.worker = `worker-${this.#workers++}`;
    row.takenAt = this.time.now;
    try {
      await work({ key: row.key, lane: row.lane });
    } finally {
      // What a process had when it died is its own until somebody releases it.
      if (!by.dead) this.#rows = this.#rows.filter((other) => other !== row);
    }
  }
}
