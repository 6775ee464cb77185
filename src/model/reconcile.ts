import type { Presence, Intent, PortalState } from './listing-states.js';
import type { ListingRecord } from './listing.js';
import type { Millis } from './millis.js';
import type { OutboxEntry } from './outbox.js';

/** One listing as reconciling sees it. */
export interface ReconcileListing {
  externalId: string;
  owner: ListingRecord['owner'];
  presence: Presence;
  offered: boolean;
  intent: Intent;
  portal: PortalState;
  pinnedUntil: Millis | null;
  wantedDigest: string | null;
  confirmedDigest: string | null;
  digestAlias: string | null;
  firstSentAt: Millis | null;
  offSince: Millis | null;
  lastSeenAt: Millis | null;
  title: string | null;
  /** What the outbox wants of it. */
  queued: OutboxEntry['op'] | null;
  /** How often its drift was repaired, and in how many cycles it was missing after that. */
  repairs: number;
  missed: number;
  unchangedSince: Millis | null;
}

/** A reconcile call that was stored before it was sent; its outcome is not known yet. */
export interface ReconcilePlan {
  id: number;
  connectionId: string;
  plannedAt: Millis;
  idempotencyKey: string;
  /** Ids that stay. */
  keep: string[];
  /** Ids that the call archives, as the view showed it. */
  archive: string[];
  /** A person approved it: the portal's question is answered beforehand. */
  confirm: boolean;
}

/** What the view shows of a listing. */
export interface SeenListing {
  externalId: string;
  portal: PortalState;
  digest: string | null;
  listingId: string | null;
  publicUrl: string | null;
}
