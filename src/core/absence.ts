import type { RemoveReason } from './outcome.js';

export interface AbsenceLimits {
  afterPolls: number;
  minAgeMs: number;
  /** Reason sent for absence; `sold` is never guessed. */
  reason: RemoveReason;
}

/** A CSV cut at a row end looks whole: a weakly complete snapshot needs more polls (RULES R6). */
export const weakAfterPollsMin = 3;

export interface AbsentListing {
  externalId: string;
  graceSince: number | null;
  gracePolls: number;
  pinnedUntil: number | null;
  /** Its record is present and says that it is off: no grace, but guarded all the same. */
  explicit: RemoveReason | null;
  /** A person is asked whatever its age, so that nothing waits for grace to pass. */
  asked: boolean;
}

export interface AbsenceSteps {
  /** Newly or still in grace: presence and counters to store. */
  grace: { externalId: string; graceSince: number; gracePolls: number }[];
  pinned: string[];
  /** Past grace, or explicit: to be taken off if the guard lets them pass. */
  due: { externalId: string; reason: RemoveReason; graceSince: number; gracePolls: number }[];
}

/**
 * One complete poll seen from the absent listings (RULES R47): the poll that first misses one is poll 1; it is due
 * after `afterPolls` complete polls and `minAgeMs` since first missed.
 */
export function ageAbsences(
  absent: readonly AbsentListing[],
  limits: AbsenceLimits,
  weak: boolean,
  now: number,
): AbsenceSteps {
  const steps: AbsenceSteps = { grace: [], pinned: [], due: [] };
  const afterPolls = weak ? Math.max(limits.afterPolls, weakAfterPollsMin) : limits.afterPolls;
  for (const listing of absent) {
    const graceSince = listing.graceSince ?? now;
    const gracePolls = listing.gracePolls + 1;
    const isPinned = listing.pinnedUntil !== null && listing.pinnedUntil > now;
    // Past its pin it is asked about at once: its grace was over when a person kept it.
    const graceOver = gracePolls >= afterPolls && now - graceSince >= limits.minAgeMs;
    const isDue = listing.explicit !== null || listing.pinnedUntil !== null || listing.asked || graceOver;
    if (isPinned) steps.pinned.push(listing.externalId);
    else if (isDue)
      steps.due.push({
        externalId: listing.externalId,
        reason: listing.explicit ?? limits.reason,
        graceSince,
        gracePolls,
      });
    else steps.grace.push({ externalId: listing.externalId, graceSince, gracePolls });
  }
  return steps;
}
