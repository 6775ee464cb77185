import type { Visibility } from '../../model/listing.js';
import type { PortalState } from '../../model/listing-states.js';

/** What decides whether a listing leaves public view when its record calls it inactive. */
export interface ShownListing {
  firstSentAt: number | null;
  offSince: number | null;
  /** See `ListingRecord.inactiveSince`. */
  inactiveSince: number | null;
  portal: PortalState;
}

/**
 * Decides what a record's state means for the visibility of its listing (RULES R74). Only a listing that was sent and is wanted
 * active can leave public view. One that was never sent, is removed, or is inactive already becomes inactive without a question.
 * @param inactive whether the record calls the listing inactive
 * @param stored the listing as stored; null: it is new
 * @param formerState `state` of the content last wanted; null: no content is stored
 */
export function visibilityOf(
  inactive: boolean,
  stored: ShownListing | null,
  formerState: string | null,
): Visibility {
  if (!inactive) return { becomesInactive: false, inactiveSince: null };
  if (stored?.firstSentAt == null) return { becomesInactive: false, inactiveSince: 0 };
  if (stored.offSince !== null) return { becomesInactive: false, inactiveSince: stored.offSince };
  const wasInactive = formerState === null ? stored.portal === 'inactive' : formerState === 'inactive';
  return wasInactive
    ? { becomesInactive: false, inactiveSince: stored.inactiveSince ?? 0 }
    : { becomesInactive: true, inactiveSince: null };
}

/** A listing whose record calls it inactive while the listing is still active. */
export interface Deactivation {
  externalId: string;
  /** Until when a rejection keeps the listing active; null: no rejection does. */
  activeUntil: number | null;
}

/** Separates deactivations that are due from those that a rejection still keeps. One whose time is over is due again. */
export function dueDeactivations<Row extends Deactivation>(
  rows: readonly Row[],
  now: number,
): { due: Row[]; pinned: Row[] } {
  const isPinned = ({ activeUntil }: Row): boolean => activeUntil !== null && activeUntil > now;
  return { due: rows.filter((row) => !isPinned(row)), pinned: rows.filter(isPinned) };
}
