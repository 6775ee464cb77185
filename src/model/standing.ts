import type { ListingRecord } from './listing.js';
import { isShown, type Presence, type Intent, type PortalState } from './listing-states.js';

/** The seven summary states of a listing. Every listing is in exactly one. */
export const standings = [
  'on_portal',
  'in_review',
  'on_the_way',
  'refused',
  'invalid',
  'waiting',
  'off',
] as const;
export type Standing = (typeof standings)[number];

export interface StandingFacts {
  presence: Presence;
  intent: Intent;
  portal: PortalState;
}

/**
 * `waiting`: its removal needs a decision. A listing that was suppressed, or removed by its feed, is on the portal until the portal no
 * longer shows it, and `off` then.
 */
export function standingOf({ presence, intent, portal }: StandingFacts): Standing {
  if (isLeaving({ presence, intent })) return isShown(portal) ? 'on_portal' : 'off';
  if (presence === 'held') return 'waiting';
  switch (portal) {
    case 'live':
    case 'inactive':
      return 'on_portal';
    case 'needs_review':
      return 'in_review';
    case 'rejected':
      return 'refused';
    case 'taken_down':
    case 'removed':
    case 'archived':
    case 'released':
      return 'off';
    default:
      return presence === 'invalid' ? 'invalid' : 'on_the_way';
  }
}

/** Whether its removal is decided, by its feed or a person. */
export function isLeaving({ presence, intent }: Pick<StandingFacts, 'presence' | 'intent'>): boolean {
  return presence === 'gone' || intent === 'remove' || intent === 'suppressed';
}

/**
 * Whether a listing of ours is on the portal, visible or inactive, whatever is decided about it: one whose removal was not sent yet is still
 * there. What others entered at the portal is not ours.
 */
export function isThere({ owner, portal }: Pick<ListingRecord, 'owner' | 'portal'>): boolean {
  return owner !== 'foreign' && isShown(portal);
}

/**
 * Where a listing is and what becomes of it: exactly one of these. It is decided in one place (`conditionOf`); the sentence for staff, the
 * sentence for the agency and the list are its views. `isThere`: the portal has the listing now, visible or inactive.
 */
export type ListingCondition =
  /** Others entered it at the portal. */
  | { kind: 'foreign' }
  /** A person keeps it off. */
  | { kind: 'suppressed'; isThere: boolean }
  /** Its removal, or that it becomes inactive, waits for a decision. */
  | { kind: 'held'; isThere: boolean; isDeactivation: boolean }
  /** Its removal is decided and not confirmed. */
  | { kind: 'leaving'; isThere: boolean }
  /** It was removed. `wasSent`: the portal ever had it. */
  | { kind: 'left'; wasSent: boolean }
  /** It was kept off and is free again: the next reading of its file decides. */
  | { kind: 'lifted' }
  /** Its file lacks it since a short time. */
  | { kind: 'missing'; isThere: boolean }
  /** A person decided to keep it although its file lacks it. `isHidden`: visitors do not see it until then (RULES R217). */
  | { kind: 'pinned'; isThere: boolean; isHidden: boolean }
  /** The portal shows it active although its record calls it inactive. `isRejected`: a person decided so. */
  | { kind: 'kept_active'; isRejected: boolean }
  /** It is new, or comes back, and is not sent because a value is in doubt. */
  | { kind: 'waits_for_value' }
  | { kind: 'unpublishable'; isThere: boolean }
  /** The portal refused it. `isQueued`: a version of it waits to be sent. */
  | { kind: 'refused'; isQueued: boolean }
  /** A version of it waits to be sent, or for the answer to its batch. */
  | { kind: 'change'; isThere: boolean }
  /** The portal says that it has this version, and does not show it. */
  | { kind: 'not_shown' }
  /** `isInDoubt`: a value of its record is in doubt, and the portal keeps the one before. */
  | { kind: 'live'; isInDoubt: boolean }
  | { kind: 'inactive'; isInDoubt: boolean; isUnpriced: boolean }
  | { kind: 'accepted' }
  | { kind: 'in_review' }
  | { kind: 'unknown' }
  /** Taken down by the portal's staff: it is not sent again. */
  | { kind: 'taken_down' }
  /** Gone at the portal although its file has it: the next comparison sends it again. */
  | { kind: 'gone_there' }
  | { kind: 'released' }
  | { kind: 'unsent' };
