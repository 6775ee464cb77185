import { nextDue } from '../schedule/cron.js';
import type { Millis } from '../../model/millis.js';
import type { Schedule } from '../../model/schedule.js';
import type { AbsenceLimits } from './absence.js';

/**
 * When the first of a feed's missing listings is due for removal if it does not return: at the first poll that completes both its number of
 * polls and its age, as `ageAbsences` counts them.
 * @param missing when the listing was first missed, and how many complete polls have missed it
 */
export function graceEndsAt(
  missing: { since: Millis; polls: number },
  { afterPolls, minAgeMs }: Pick<AbsenceLimits, 'afterPolls' | 'minAgeMs'>,
  { cron, timezone, spread }: Schedule,
  nextPollAt: Millis,
): Millis {
  let at = nextPollAt;
  for (let polls = missing.polls + 1; polls < afterPolls; polls++) at = nextDue(cron, timezone, at, spread);
  const oldEnough = missing.since + minAgeMs;
  return at >= oldEnough ? at : nextDue(cron, timezone, oldEnough - 1, spread);
}
