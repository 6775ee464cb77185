import { Logger, makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../platform/log/log.js';
import type { Job } from '../sync/job.js';
import { startRunner, task, type Runner } from './job-runner.js';

/** What stands in the queue: the job itself is made from the store, where it is run. */
export type QueuedJob = Pick<Job, 'key' | 'lane' | 'hosts'>;

/** graphile-worker's tables in a schema of their own beside the store's. */
export interface JobQueue {
  /**
   * As many as there is room for, the first ones first; those that stand in it already, waiting or running, are left as they are. For one
   * caller at a time.
   */
  add(jobs: readonly QueuedJob[]): Promise<void>;
  /** Takes jobs until the runner is stopped: those of one lane one after the other, in the order of coming. */
  run(work: (job: QueuedJob) => Promise<void>): Promise<Runner>;
  /** How many wait or run. */
  waiting(): Promise<number>;
  /** Jobs that a worker took a while ago, by lane, with that worker. */
  taken(): Promise<{ lane: string; worker: string }[]>;
  /** Others may have what these took. */
  release(workers: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Each worker that takes a job looks through the queues of all lanes: so many stay short, and what finds no room is due still. */
const jobsMax = 500;
/** Queues of lanes without a job stay until they are swept. */
const sweepEvery = 2;
/** A worker that took a job holds its lane's lease by then. */
const takenSecondsMin = 5;

/** @param url of the store's database; its schema's name with `_jobs` is the queue's */
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
  /** Of all that wait or run: as short as the queue is, where what is due may be long. */
  const standing = async (): Promise<Set<string>> => {
    const found = await pool.query<{ key: string }>(`select key from ${jobs}`);
    return new Set(found.rows.map(({ key }) => key));
  };
  return {
    async add(due) {
      if (due.length === 0) return;
      const there = await standing();
      const room = jobsMax - there.size;
      if (room <= 0) return;
      const missing = due.filter(({ key }) => !there.has(key)).slice(0, room);
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
      // They had their one attempt: no worker takes them any more, and each would block the next job of its key.
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
    },
    async close() {
      await utils.release();
      await pool.end();
    },
  };
}

/** The next statement reports a connection that ended. */
function poolOf(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, application_name: 'feedsync jobs', max });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Its lines about single jobs are dropped: the jobs log for themselves. */
function quiet(log: Log): Logger {
  return new Logger(() => (level: string, message) => {
    if (level === 'error') log.error('job queue', { error: message });
    else if (level === 'warning') log.warn('job queue', { problem: message });
  });
}
