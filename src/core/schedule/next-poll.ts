import { backoffMs, backoffs } from './backoff.js';
import { nextDue, pollIntervalMs } from './cron.js';
import { type Schedule } from '../../model/schedule.js';

const dayMs = 24 * 3_600_000;

export type PollOutcome =
  | { kind: 'success' }
  /** `retryAfterMs`: the source's Retry-After, from now; null where it sent none. */
  | { kind: 'failure'; retryAfterMs: number | null };

/**
 * When to poll after a poll that ended at `now`. After a success the schedule decides, after a failure the poll backoff, which starts at
 * the poll interval if that is shorter. Polling never stops. A Retry-After is obeyed between the poll interval and a day.
 * @param failures consecutive failures, this one included
 * @param fraction random, in [0, 1)
 */
export function nextPollAt(
  schedule: Schedule,
  outcome: PollOutcome,
  failures: number,
  now: number,
  fraction: number,
): number {
  const { cron, timezone, spread } = schedule;
  if (outcome.kind === 'success') return nextDue(cron, timezone, now, spread);
  const intervalMs = pollIntervalMs(cron, timezone, now);
  if (outcome.retryAfterMs !== null)
    return now + Math.min(Math.max(outcome.retryAfterMs, Math.min(intervalMs, dayMs)), dayMs);
  const firstMs = Math.min(intervalMs, backoffs.poll.firstMs);
  return now + backoffMs(failures, { ...backoffs.poll, firstMs }, fraction);
}
