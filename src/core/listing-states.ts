/** A listing's three states (RULES R38) and the words of holds, lanes and batches. */
export type Presence = 'present' | 'invalid' | 'grace' | 'held' | 'pinned' | 'gone';
export type Intent = 'publish' | 'inactive' | 'keep' | 'remove' | 'suppressed' | 'manual';
export const portalStates = [
  'none',
  'sent',
  'accepted',
  'needs_review',
  'live',
  'inactive',
  'rejected',
  'removed',
  'archived',
  'taken_down',
  'unknown',
  'released',
] as const;
export type PortalState = (typeof portalStates)[number];

export type FeedLife = 'active' | 'paused' | 'stalled' | 'orphaned' | 'retired';
export type HoldKind = 'removals' | 'plan' | 'orphan' | 'foreign' | 'confirmation';

/** Order in which the outbox is emptied, first first (RULES R71). */
export const lanes = ['removal', 'state_or_price', 'new', 'feed_change', 'own_change'] as const;
export type Lane = (typeof lanes)[number];

/**
 * `stored` → `sent` (a reply was awaited; unknown until read) → `waiting` (the portal works on it) → `settled`,
 * or `dissolved`: its items went back to the outbox.
 */
export type BatchState = 'stored' | 'sent' | 'waiting' | 'settled' | 'dissolved';

/** Nothing of it is there any more. */
export function isOff(state: PortalState): boolean {
  return state === 'removed' || state === 'archived';
}

/** Portal states in which a listing is, or may be, visible or held there. */
export function isOnPortal(state: PortalState): boolean {
  return (
    state === 'sent' ||
    state === 'accepted' ||
    state === 'needs_review' ||
    state === 'live' ||
    state === 'inactive' ||
    state === 'unknown'
  );
}
