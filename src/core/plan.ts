import { canonicalJson } from './digest.js';
import type { Intent, Lane, PortalState } from './listing-states.js';
import { ownValue } from './own-value.js';

/** What a feed says of one listing that it has. */
export interface WantedListing {
  externalId: string;
  /** Digest of the payload, or null where an error keeps it from being published. */
  digest: string | null;
  inactive: boolean;
  /** Amounts and state as the payload has them, to choose the lane. */
  urgent: string;
}

/** What the store holds for it. */
export interface StoredListing {
  owner: 'feed' | 'manual' | 'foreign';
  /** The record that owns it, as `feedId/sourceId`. */
  ownedBy: string | null;
  intent: Intent;
  /** Digest of the content last wanted; what the portal refused, where it is rejected. */
  wantedDigest: string | null;
  /** `urgent` of that content. */
  wantedUrgent: string | null;
  confirmedDigest: string | null;
  portal: PortalState;
  queuedDigest: string | null;
  off: boolean;
  /** Its removal was queued and never sent: taking it back costs nothing. */
  removalUnsent: boolean;
}

export type ListingAction =
  /** The portal holds this content, or refused exactly it and nothing has changed since. */
  | { kind: 'unchanged' }
  | { kind: 'queue'; lane: Lane }
  /** The content that the portal still holds: what the outbox wants instead, another content or a removal, is taken back. */
  | { kind: 'restore' }
  /** The outbox waits with exactly this content. */
  | { kind: 'already_queued' }
  /** Refused by the portal with this very content, or suppressed: nothing new to say. */
  | { kind: 'blocked' }
  /** Not publishable: what is live stays as it is. */
  | { kind: 'keep' }
  /** Somebody else owns the id. */
  | { kind: 'conflict' };

/**
 * What to do about one listing that a record of `owner` yields.
 *
 * | stored                       | wanted digest           | action         |
 * |------------------------------|-------------------------|----------------|
 * | another's, or put by hand,   |                         |                |
 * | on or suppressed             | any                     | conflict       |
 * | any                          | none (an error)         | keep           |
 * | suppressed                   | any                     | blocked        |
 * | off, its removal unsent      | equal to confirmed      | restore        |
 * | none, or off                 | any                     | queue (new)    |
 * | outbox holds the same        |                         | already queued |
 * | rejected, same content       |                         | blocked        |
 * | outbox holds other content   | equal to confirmed      | restore        |
 * | confirmed equal              |                         | unchanged      |
 * | anything else                |                         | queue          |
 */
export function planListing(
  owner: string,
  wanted: WantedListing,
  stored: StoredListing | null,
  ownChange = false,
): ListingAction {
  if (stored !== null && stored.owner !== 'foreign' && stored.ownedBy !== owner && !isFree(stored))
    return { kind: 'conflict' };
  if (wanted.digest === null) return { kind: 'keep' };
  if (stored?.intent === 'suppressed') return { kind: 'blocked' };
  if (stored === null) return { kind: 'queue', lane: 'new' };
  const confirmed = stored.confirmedDigest === wanted.digest;
  if (stored.off)
    return stored.removalUnsent && confirmed ? { kind: 'restore' } : { kind: 'queue', lane: 'new' };
  if (stored.queuedDigest === wanted.digest) return { kind: 'already_queued' };
  const isRejected = stored.portal === 'rejected';
  if (isRejected && stored.wantedDigest === wanted.digest) return { kind: 'blocked' };
  if (confirmed && !isRejected) return { kind: stored.queuedDigest === null ? 'unchanged' : 'restore' };
  return { kind: 'queue', lane: laneOf(wanted, stored, ownChange) };
}

/** Whoever offers it may own it. What a person keeps off stays its owner's, and is nobody else's to publish. */
function isFree({ off, intent }: StoredListing): boolean {
  return off && intent !== 'suppressed';
}

function laneOf(wanted: WantedListing, stored: StoredListing, ownChange: boolean): Lane {
  if (stored.confirmedDigest === null && stored.portal === 'none') return 'new';
  if (stored.wantedUrgent !== wanted.urgent) return 'state_or_price';
  return ownChange ? 'own_change' : 'feed_change';
}

/** State and price, canonically: a change of it goes before other changes. */
export function urgentPart(payload: Readonly<Record<string, unknown>>): string {
  const rent = payload.rent;
  const amount =
    typeof rent === 'object' && rent !== null
      ? [ownValue(rent, 'amount'), ownValue(rent, 'currency')]
      : payload.price;
  return canonicalJson([payload.state, amount]);
}

/**
 * Whether a snapshot is still the same agency's: almost no id shared with what the feed had means another feed behind the
 * URL, or renamed ids (RULES R42). Few listings prove nothing.
 */
export function sharesAlmostNothing(counts: { former: number; shared: number; now: number }): boolean {
  if (counts.former < 5 || counts.now < 3) return false;
  return counts.shared <= Math.min(counts.former, counts.now) * 0.05;
}
