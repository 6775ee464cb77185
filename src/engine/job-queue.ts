import { Logger, makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../platform/log/log.js';
import type { Job } from '../sync/job.js';
import { startRunner, task, type Runner } from './job-runner.js';

/** An entry of the queue. The process that takes the entry builds the job from the store. */
export type QueuedJob = Pick<Job, 'key' | 'lane' | 'hosts'>;

/** The queue that several processes share: graphile-worker's tables, in a schema of their own beside the store's. */
export interface JobQueue {
  /**
   * Adds jobs in the given order, as many as there is room for. A job whose key is in the queue already, waiting or running, is skipped.
   * Calls must not overlap.
   */
  add(jobs: readonly QueuedJob[]): Promise<void>;
  /** Takes jobs until the runner is stopped. The jobs of one lane run one after the other, in the order in which they were added. */
  run(work: (job: QueuedJob) => Promise<void>): Promise<Runner>;
  /** Number of jobs that wait or run. */
  waiting(): Promise<number>;
  /** The lanes of jobs that a worker took more than 5 s ago, each with the id of that worker. */
  taken(): Promise<{ lane: string; worker: string }[]>;
  /** Gives up the jobs that these workers took, so that jobs of the same keys and lanes can run again. */
  release(workers: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Most jobs in the queue. A worker scans the whole queue to take a job, so a short queue is fast. A job without room is added later. */
const jobsMax = 500;
/** Every second `add` deletes the rows of lanes without jobs, which graphile-worker keeps. */
const sweepEvery = 2;
/** A worker has the lease of its lane at the latest this long after it took the job. */
const takenSecondsMin = 5;

/** @param url of the store's database; the queue's schema is named like the store's, with `_jobs` appended */
export async function openJobQueue(url: string, concurrency: number, log: Log): Promise<JobQueue> {
  const pool = poolOf(url, concurrency + 2);
  const { rows } = await pool.query<{ schema: string }>('select current_schema() as schema');
  const schema = `${rows[0]?.schema ?? 'public'}_jobs`;
  const jobs = `${pg.escapeIdentifier(schema)}.jobs`;
  const options = { pgPool: pool, schema, logger: quiet(log) };
  const utils = await makeWorkerUtils(options);
  await utils.migrate();
  let added = 0;
  const sweep = async (): Promise<void> => {
    added += 1;
    if (added % sweepEvery === 0)
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS', 'GC_JOB_QUEUES'] });
  };
  const waiting = async (): Promise<number> => {
    const found = await pool.query<{ count: number }>(`select count(*)::int as count from ${jobs}`);
    return found.rows[0]?.count ?? 0;
  };
  return {
    async add(due) {
      if (due.length === 0) return;
      // All keys of the queue are read, because the queue is short; the list of due jobs may be long.
      const { rows: queued } = await pool.query<{ key: string }>(`select key from ${jobs}`);
      const keys = new Set(queued.map(({ key }) => key));
      const missing = due.filter(({ key }) => !keys.has(key)).slice(0, Math.max(0, jobsMax - keys.size));
      if (missing.length === 0) return;
      await sweep();
      await utils.addJobs(
        missing.map(({ key, lane, hosts }) => ({
          identifier: task,
          payload: { key, lane, ...(hosts !== undefined && { hosts }) },
          queueName: lane,
          jobKey: key,
          maxAttempts: 1,
        })),
      );
    },
    run: (work) => startRunner({ ...options, concurrency }, (payload) => work(payload as QueuedJob)),
    waiting,
    async taken() {
      const found = await pool.query<{ lane: string; worker: string }>(
        `select distinct queue_name as lane, locked_by as worker from ${jobs}
          where locked_at < now() - make_interval(secs => ${takenSecondsMin}) and queue_name is not null`,
      );
      return found.rows;
    },
    async release(workers) {
      await utils.forceUnlockWorkers([...workers]);
      // A released job has had its only attempt. No worker takes it again, but it would block the next job of its key.
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
    },
    async close() {
      await utils.release();
      await pool.end();
    },
  };
}

/** A pool whose `error` events are ignored, because an unhandled one ends the process: the next statement fails and reports it. */
function poolOf(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, application_name: 'feedsync jobs', max });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A logger for graphile-worker that passes on errors and warnings only: jobs log their own progress. */
function quiet(log: Log): Logger {
  return new Logger(() => (level: string, message) => {
    if (level === 'error') log.error('job queue', { error: message });
    else if (level === 'warning') log.warn('job queue', { problem: message });
  });
}
