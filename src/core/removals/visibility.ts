import type { ListingRecord, Visibility } from '../../model/listing.js';
import { isRemoved, type PortalState } from '../../model/listing-states.js';

/**
 * Whether the portal is known to show nothing of a listing that is in no batch: it refused the listing and shows no former content of it, or
 * the listing is off there. Such a listing cannot leave public view (RULES R65, R74).
 */
export function isKnownUnshown({
  portal,
  confirmedDigest,
}: Pick<ListingRecord, 'portal' | 'confirmedDigest'>): boolean {
  if (portal === 'rejected') return confirmedDigest === null;
  return isRemoved(portal) || portal === 'taken_down' || portal === 'released';
}

/**
 * Whether a person had a listing hidden that its file lacks, or has in a form that cannot be published: the portal keeps it and shows it to no
 * visitor (RULES R217).
 */
export function isHidden({
  presence,
  deactivation,
  activeUntil,
  inactiveSince,
}: Pick<ListingRecord, 'presence' | 'deactivation' | 'activeUntil' | 'inactiveSince'>): boolean {
  const isMissing = presence !== 'present';
  return isMissing && inactiveSince !== null && deactivation === null && activeUntil !== null;
}

/** States in which the portal shows the listing, or has it in hand and may show it at any moment. */
const inHand: ReadonlySet<PortalState> = new Set(['accepted', 'needs_review', 'live', 'inactive']);

/**
 * Whether sending a listing would publish one that is on its way out: its record, or its absence, asks for it to leave, a person has not
 * agreed, and the portal is not known to show it. To stay as it is then means to stay unpublished.
 */
export function isLeavingUnpublished(listing: ListingRecord): boolean {
  const { presence, intent, deactivation, portal, confirmedDigest } = listing;
  const isLeaving =
    presence === 'held' || presence === 'pinned' || intent === 'remove' || deactivation !== null;
  const isShown = inHand.has(portal) || (portal === 'rejected' && confirmedDigest !== null);
  return isLeaving && !isShown;
}

/** What decides whether a listing leaves public view when its record calls it inactive. */
export interface ShownListing {
  firstSentAt: number | null;
  /** The portal shows nothing of it, and nothing of it is under way: see `isKnownUnshown`. */
  isUnshown: boolean;
  offSince: number | null;
  /** See `ListingRecord.inactiveSince`. */
  inactiveSince: number | null;
  portal: PortalState;
}

/**
 * Decides what a record's state means for the visibility of its listing (RULES R74). Only a listing that was sent and is wanted
 * active can leave public view. One that was never sent, is not shown, is removed, or is inactive already becomes inactive without a
 * question.
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
  if (stored.isUnshown) return { becomesInactive: false, inactiveSince: 0 };
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
