import type { ExternalId } from '../../model/ids.js';
import type { FeedLife } from '../../model/listing-states.js';
import type { RemoveReason } from '../../model/outcome.js';

export interface AbsenceLimits {
  afterPolls: number;
  minAgeMs: number;
  /** Removal reason to send for an absent listing. */
  reason: RemoveReason;
}

/** A weakly complete snapshot needs at least this many polls: a CSV that was cut at a row end looks whole (RULES R6). */
const weakAfterPollsMin = 3;

export interface AbsentListing {
  externalId: ExternalId;
  graceSince: number | null;
  gracePolls: number;
  pinnedUntil: number | null;
  /** The reason, if the record is present and itself states that the listing is to be removed: no grace, but the guard still applies. */
  explicit: RemoveReason | null;
  /** Doubt about the file holds the removal for a user at once, without grace. */
  asked: boolean;
}

/**
 * Whether the claim of another feed keeps a listing that its owner no longer offers. What the owner states as sold, rented or withdrawn stays
 * only where an active feed lists it: a feed that is not polled would list it for ever (RULES R43).
 */
export function keepsListing(life: FeedLife, isStated: boolean): boolean {
  return !isStated || life === 'active';
}

export interface AbsenceSteps {
  /** New or still in grace: the counters to store. */
  grace: { externalId: ExternalId; graceSince: number; gracePolls: number }[];
  pinned: string[];
  /** Past grace, or explicit: to be removed if the guard lets them pass. */
  due: { externalId: ExternalId; reason: RemoveReason; graceSince: number; gracePolls: number }[];
}

/**
 * Ages absent listings by one complete poll. The poll that first misses a listing is poll 1. A removal is due after `afterPolls`
 * complete polls (at least 3 if the snapshot is weakly complete) and `minAgeMs` since the listing was first missed (RULES R64). It is due at
 * once if it is explicit, if a hold is opened whatever the age, or if the listing's pin has ended. A pinned listing is never due.
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
    // After its pin ends, a listing is due at once: it was due already when a user rejected its removal.
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
