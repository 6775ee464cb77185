import type { ExternalId } from '../../model/ids.js';
import { canonicalJson } from './digest.js';
import type { Intent, Lane, PortalState } from '../../model/listing-states.js';
import { ownValue } from '../../model/own-value.js';

/** A listing that the feed has now. */
export interface WantedListing {
  externalId: ExternalId;
  /** Digest of the payload, or null where an error keeps it from being published. */
  digest: string | null;
  inactive: boolean;
  /** `urgentPart` of the payload: a change of it selects the lane `state_or_price`. */
  urgent: string;
}

/** The same listing in the store. */
export interface StoredListing {
  owner: 'feed' | 'manual' | 'foreign';
  /** The record that owns the listing, as `feedId/sourceId`. */
  ownedBy: string | null;
  intent: Intent;
  /** Digest of the content last wanted. If the listing is rejected: the refused content. */
  wantedDigest: string | null;
  /** `urgent` of that content. */
  wantedUrgent: string | null;
  confirmedDigest: string | null;
  portal: PortalState;
  queuedDigest: string | null;
  /** The listing is removed, or its removal is queued. */
  off: boolean;
  /** The removal is queued and was never sent, so it can be cancelled at no cost. */
  removalUnsent: boolean;
}

export type ListingAction =
  /** The portal holds this content. */
  | { kind: 'unchanged' }
  | { kind: 'queue'; lane: Lane }
  /** The portal still holds this content: the queued change or removal is cancelled. */
  | { kind: 'restore' }
  /** The outbox holds exactly this content. */
  | { kind: 'already_queued' }
  /** The portal refused exactly this content, or the listing is suppressed: nothing to send. */
  | { kind: 'blocked' }
  /** Not publishable: the live content stays unchanged. */
  | { kind: 'keep' }
  /** Another record owns the id. */
  | { kind: 'conflict' };

/**
 * Decides the action for one listing that a record of `owner` yields. The first matching row applies.
 *
 * | stored                       | wanted digest           | action         |
 * |------------------------------|-------------------------|----------------|
 * | another owner's or manual,   |                         |                |
 * | published or suppressed      | any                     | conflict       |
 * | any                          | none (an error)         | keep           |
 * | suppressed                   | any                     | blocked        |
 * | off, its removal unsent      | equal to confirmed      | restore        |
 * | none, or off                 | any                     | queue (new)    |
 * | outbox holds the same        |                         | already queued |
 * | rejected, same content       |                         | blocked        |
 * | rejected, other content      |                         | queue          |
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

/** A removed listing may change its owner. A suppressed listing keeps its owner, so that no other record can publish it. */
function isFree({ off, intent }: StoredListing): boolean {
  return off && intent !== 'suppressed';
}

function laneOf(wanted: WantedListing, stored: StoredListing, ownChange: boolean): Lane {
  if (stored.confirmedDigest === null && stored.portal === 'none') return 'new';
  if (stored.wantedUrgent !== wanted.urgent) return 'state_or_price';
  return ownChange ? 'own_change' : 'feed_change';
}

/** State and price of a payload as canonical text. A change of either is sent before other changes. */
export function urgentPart(payload: Readonly<Record<string, unknown>>): string {
  const rent = payload.rent;
  const amount =
    typeof rent === 'object' && rent !== null
      ? [ownValue(rent, 'amount'), ownValue(rent, 'currency')]
      : payload.price;
  return canonicalJson([payload.state, amount]);
}

/** Listings that a feed had, those of them that its new file has, and the records of that file. */
export interface SharedCounts {
  former: number;
  shared: number;
  now: number;
}

const formerMin = 5;
const nowMin = 3;

/**
 * Whether a snapshot shares at most 5 % of its ids with the feed's former content: the URL serves another feed, or the ids were
 * renamed. Fewer than 5 former or 3 present listings are no evidence alone (RULES R56): see `isSmallAndUnshared`.
 */
export function sharesAlmostNothing({ former, shared, now }: SharedCounts): boolean {
  if (former < formerMin || now < nowMin) return false;
  return shared <= Math.min(former, now) * 0.05;
}

/** Whether a feed shares no id with its former content and is too small for that to be evidence alone (RULES R61). */
export function isSmallAndUnshared({ former, shared, now }: SharedCounts): boolean {
  return former > 0 && now > 0 && shared === 0 && (former < formerMin || now < nowMin);
}
