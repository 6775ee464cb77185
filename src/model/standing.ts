import type { ListingRecord } from './listing.js';
import type { Presence, Intent, PortalState } from './listing-states.js';

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

/** `waiting`: its removal needs a decision. A listing that was suppressed, or removed by its feed, is `off` whatever the portal's state. */
export function standingOf({ presence, intent, portal }: StandingFacts): Standing {
  if (presence === 'gone' || intent === 'remove' || intent === 'suppressed') return 'off';
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

/**
 * Whether a listing of ours is on the portal, visible or inactive, and its removal is not decided. One whose removal waits for a decision is
 * still there, as is one that its feed has only just lost. What others entered at the portal is not ours.
 */
export function isThere(listing: StandingFacts & Pick<ListingRecord, 'owner'>): boolean {
  const { owner, portal } = listing;
  return owner !== 'foreign' && standingOf(listing) !== 'off' && (portal === 'live' || portal === 'inactive');
}
