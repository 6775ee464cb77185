import { backoffMs, backoffs } from '../core/schedule/backoff.js';
import { bounded, TimeOverError } from '../platform/bounded.js';
import { currentFence } from '../platform/fence.js';
import { StoreError } from '../store/database/errors.js';
import { failedJobs, forgetFailedJob, saveFailedJob, type FailedJob } from '../store/facts/failed-jobs.js';
import type { Store } from '../store/store.js';
import type { Job, JobReport } from './job.js';
import { jobLimit, noteLimit, whatStopped } from './job-limits.js';
import type { Services } from './services/services.js';

type Work = Pick<Services, 'store' | 'clock'>;

/** Failures that could not be stored, kept in memory: on a full disk, failed jobs must not be retried every second. */
const unwritten = new WeakMap<Store, Map<string, FailedJob>>();

/** These jobs without the ones that failed and are in backoff. Each runs under its time limit, and its failure is stored. */
export async function withSettling(jobs: readonly Job[], services: Work): Promise<Job[]> {
  if (jobs.length === 0) return [];
  const { store, clock } = services;
  const failed = new Map((await failedJobs(store)).map((job) => [job.key, job]));
  for (const job of unwritten.get(store)?.values() ?? []) failed.set(job.key, job);
  return jobs
    .filter(({ key }) => !rests(failed.get(key), clock.now()))
    .map((job) => ({ ...job, run: () => settle(job, failed.get(job.key) ?? null, services) }));
}

/** Whether the job is in backoff. A time beyond the longest backoff was written under a wrong clock and is ignored. */
function rests(failed: FailedJob | undefined, now: number): boolean {
  if (failed === undefined) return false;
  return failed.nextTryAt > now && failed.nextTryAt - now <= backoffs.job.mostMs;
}

/** Runs a job to its end. @throws whatever ended the job, after it was stored */
async function settle(job: Job, former: FailedJob | null, services: Work): Promise<JobReport> {
  try {
    return await bounded(jobLimit, services.clock, () => work(job, former, services), { keepsFiles: false });
  } catch (error) {
    // After the fence or the lease has ended, the job belongs to another worker.
    currentFence()?.check();
    if (error instanceof StoreError && error.kind === 'lease_lost') throw error;
    await noteFailure(job, former, error, services);
    throw error;
  }
}

async function work(job: Job, former: FailedJob | null, services: Work): Promise<JobReport> {
  const lost = unwritten.get(services.store)?.get(job.key);
  if (lost !== undefined) await closeRuns(lost, services);
  const report = await job.run();
  if (former !== null) await forget(job.key, services);
  return report;
}

/** Ends the runs that the failed job left open. A lane runs one job at a time, so all its open runs are that job's. */
async function closeRuns({ lane, sentence }: FailedJob, { store, clock }: Work): Promise<void> {
  await store.runs.closeInterrupted(sentence, clock.now(), lane);
}

async function forget(key: string, { store }: Work): Promise<void> {
  unwritten.get(store)?.delete(key);
  await forgetFailedJob(store, key);
}

async function noteFailure(
  job: Job,
  former: FailedJob | null,
  error: unknown,
  services: Work,
): Promise<void> {
  const { store, clock } = services;
  const now = clock.now();
  const tries = (former?.tries ?? 0) + 1;
  const failed: FailedJob = {
    key: job.key,
    kind: job.key.split(':', 1)[0] ?? job.key,
    lane: job.lane,
    since: former?.since ?? now,
    tries,
    nextTryAt: now + backoffMs(tries, backoffs.job),
    sentence: sentence(error),
  };
  const own = unwritten.get(store) ?? new Map<string, FailedJob>();
  unwritten.set(store, own.set(job.key, failed));
  try {
    await bounded(noteLimit, clock, async () => {
      await closeRuns(failed, services);
      await saveFailedJob(store, failed);
    });
    own.delete(job.key);
  } catch {
    // The failure stays in memory. The caller reports what ended the job.
  }
}

/** Only errors of the kinds named here are described. The message of any other error may quote content, so it goes to the log only. */
function sentence(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  if (error instanceof TimeOverError)
    return `${whatStopped(error.limit)}. It is retried automatically, at growing intervals.`;
  const name = error instanceof Error ? error.name : 'error';
  return `feedsync failed in this job (${name}): its log shows where ("job failed"). It is retried automatically, at growing intervals. If it fails again, report it with that log line.`;
}
