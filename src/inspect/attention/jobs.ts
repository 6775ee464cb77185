import { failedJobs } from '../../store/facts/failed-jobs.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** A job is reported after this many failed tries: a single one needs no attention. */
const triesMin = 2;
/** A failed job whose next try was due this long ago is not reported: due jobs are retried within an hour, so it is no longer due. */
const forgottenMs = 24 * 3_600_000;

/**
 * Jobs that failed at least twice, except polls, whose feeds have items of their own. A failure whose next try was due a day ago or earlier
 * does not count.
 */
export async function failingJobs(facts: Facts): Promise<FoundItem[]> {
  const { now } = facts.context;
  const failing = (await failedJobs(facts.store)).filter(
    ({ kind, tries, nextTryAt }) => kind !== 'poll' && tries >= triesMin && nextTryAt > now - forgottenMs,
  );
  if (failing.length === 0) return [];
  const connections = new Set((await facts.connections()).map(({ id }) => id));
  return failing.map(({ kind, lane, since, sentence: reason }) => {
    const connectionId = connections.has(lane) ? lane : null;
    const cause = `job_failed ${kind}`;
    return itemOf({ kind: 'job_failed', subject: kind, connectionId, since, count: 1, reason, cause });
  });
}
