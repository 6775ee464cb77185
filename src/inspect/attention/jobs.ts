import { failedJobs } from '../../store/facts/failed-jobs.js';
import type { Facts } from './facts.js';
import { allAgencies, itemOf, type AttentionItem } from './item.js';

/** A single failed try needs no attention. */
const triesMin = 2;
/** Due jobs are retried within an hour. A job that was not tried for this long is no longer due. */
const forgottenMs = 24 * 3_600_000;

/** Jobs that fail repeatedly, except polls, whose feeds have items of their own. */
export async function failingJobs(facts: Facts): Promise<AttentionItem[]> {
  const { now } = facts.context;
  const failing = (await failedJobs(facts.store)).filter(
    ({ kind, tries, nextTryAt }) => kind !== 'poll' && tries >= triesMin && nextTryAt > now - forgottenMs,
  );
  if (failing.length === 0) return [];
  const agencyOf = await facts.agencyOf();
  const connections = new Set((await facts.connections()).map(({ id }) => id));
  return failing.map(({ kind, lane, since, sentence }) => {
    const connectionId = connections.has(lane) ? lane : null;
    return itemOf({
      kind: 'job_failed',
      subject: kind,
      agency: connectionId === null ? allAgencies : agencyOf(connectionId),
      ...{ connectionId, since },
      count: 1,
      reason: sentence,
      cause: `job_failed ${kind}`,
    });
  });
}
