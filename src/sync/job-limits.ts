import type { TimeLimit } from '../platform/bounded.js';

const minuteMs = 60_000;

/**
 * For a job, and a poll within it: ends when nothing makes a step (a reply, a message, a finished part) within this time. A request to the
 * portal gets its reply or reaches its deadline within a minute. Before that, it waits at most a few minutes until the portal's request limit
 * for the key has room.
 */
export const jobLimit: TimeLimit = { withinMs: 15 * minuteMs, unless: { steps: 1 } };
export const pollLimit: TimeLimit = { ...jobLimit };
/**
 * For reading the file of an agency that is being set up: the file is read twice, and bytes and records that were read count as steps too.
 */
export const setupLimit: TimeLimit = {
  withinMs: jobLimit.withinMs,
  unless: { steps: 1, bytes: 1_000_000, records: 100 },
};
/**
 * Time limit for storing that a job failed, because the store itself may be failing. Shorter than the time after which the job's slot counts
 * as lost and the process restarts.
 */
export const noteLimit: TimeLimit = { withinMs: minuteMs / 2 };
/** Time limit for copying a store. The copy ends when no block is copied within this time. */
export const copyLimit: TimeLimit = { withinMs: minuteMs, unless: { steps: 1 } };
export const readLimit: TimeLimit = { withinMs: minuteMs, unless: { bytes: 1_000_000, records: 100 } };
export const commitLimit: TimeLimit = { withinMs: minuteMs, unless: { records: 100 } };

/** A phrase for a message about a feed or a connection, without the final full stop. */
export function whatStopped(limit: TimeLimit): string {
  const time =
    limit.withinMs >= 2 * minuteMs ? `${limit.withinMs / minuteMs} minutes` : `${limit.withinMs / 1000} s`;
  if (limit === readLimit)
    return `Reading the file was stopped: it advanced by less than 1 MB and fewer than 100 records in ${time}`;
  if (limit === commitLimit)
    return `Committing the records was stopped: it advanced by fewer than 100 records in ${time}`;
  return `The work was stopped: no step of it finished within ${time}`;
}
