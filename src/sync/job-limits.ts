import type { TimeLimit } from '../platform/bounded.js';

const minuteMs = 60_000;

/**
 * A job, a poll within it: no reply, no message and no part of it within this time. A request to the portal has its answer or its deadline
 * within a minute, and waits for its turn within the key's minute for a few of them.
 */
export const jobLimit: TimeLimit = { withinMs: 15 * minuteMs, unless: { steps: 1 } };
export const pollLimit: TimeLimit = { ...jobLimit };
/** Reading the file of an agency that is set up: twice, and in parts that are no poll's. */
export const setupLimit: TimeLimit = {
  withinMs: jobLimit.withinMs,
  unless: { steps: 1, bytes: 1_000_000, records: 100 },
};
/** Writing down that a job failed, where the store may be what failed: over before its slot counts as lost, which a restart would end. */
export const noteLimit: TimeLimit = { withinMs: minuteMs / 2 };
/** Copying a store: not one block of it within this time. */
export const copyLimit: TimeLimit = { withinMs: minuteMs, unless: { steps: 1 } };
export const readLimit: TimeLimit = { withinMs: minuteMs, unless: { bytes: 1_000_000, records: 100 } };
export const commitLimit: TimeLimit = { withinMs: minuteMs, unless: { records: 100 } };

/** In words that go on in a sentence about a feed or a connection. */
export function whatStopped(limit: TimeLimit): string {
  const time =
    limit.withinMs >= 2 * minuteMs ? `${limit.withinMs / minuteMs} minutes` : `${limit.withinMs / 1000} s`;
  if (limit === readLimit)
    return `Reading the file was ended: it came less than 1 MB and fewer than 100 records further in ${time}`;
  if (limit === commitLimit)
    return `Taking over the records was ended: it came fewer than 100 records further in ${time}`;
  return `The work was ended: nothing of it came to an end within ${time}`;
}
