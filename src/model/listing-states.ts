import { removeReasons } from './outcome.js';

/** Whether the feed has the listing. The first of a listing's three states; the others are `Intent` and `PortalState` (RULES R49). */
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
export const holdKinds = ['removals', 'plan', 'orphan', 'foreign', 'confirmation', 'content'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** Outbox lanes, in the order in which they are emptied (RULES R99). */
export const lanes = ['removal', 'state_or_price', 'new', 'feed_change', 'own_change'] as const;
export type Lane = (typeof lanes)[number];

/**
 * `stored` → `sent` (request started; its outcome is unknown until the reply is read) → `waiting` (the portal processes the batch) →
 * `settled`, or `dissolved`: its items went back to the outbox.
 */
export type BatchState = 'stored' | 'sent' | 'waiting' | 'settled' | 'dissolved';

/** The portal no longer shows the listing, because it was removed or archived. */
export function isRemoved(state: PortalState): boolean {
  return state === 'removed' || state === 'archived';
}

/** Portal states in which the portal has the listing for sure, visible to visitors or inactive. */
export function isShown(state: PortalState): boolean {
  return state === 'live' || state === 'inactive';
}

/** Portal states in which the portal has, or may have, the listing. */
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

/**
 * What becomes of a listing by another mapping, in the order in which changes are shown: what a visitor must no longer see comes first.
 * `hidden`: inactive, and active until now. `shown`: the reverse. `asked`: its state waits for the meaning of a word; of a live listing, the
 * rest of the change goes out.
 */
export const becomesKinds = [
  ...removeReasons,
  ...(['hidden', 'asked', 'missing', 'invalid', 'shown', 'altered', 'added'] as const),
] as const;
export type Becomes = (typeof becomesKinds)[number];
