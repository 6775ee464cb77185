import type { ConnectionId, ExternalId } from './ids.js';
import type { Presence, Intent, PortalState } from './listing-states.js';
import type { ListingRecord } from './listing.js';
import type { Millis } from './millis.js';
import type { OutboxEntry } from './outbox.js';

/** The fields of a listing that reconciling compares. */
export interface ReconcileListing {
  externalId: ExternalId;
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
  /** The operation that the outbox holds for the listing; null: none. */
  queued: OutboxEntry['op'] | null;
  /** How often drift of the listing was repaired. */
  repairs: number;
  /**
   * Number of reconcile cycles in which the portal lacked the listing after a repair; 0 again once the portal holds it with other content.
   */
  missed: number;
  unchangedSince: Millis | null;
}

/** A reconcile call, stored before it is sent. Its outcome is not known yet. */
export interface ReconcilePlan {
  id: number;
  connectionId: ConnectionId;
  plannedAt: Millis;
  idempotencyKey: string;
  /** Ids that stay on the portal. */
  keep: string[];
  /** Ids that the call archives, according to the view. */
  archive: string[];
  /** Whether archiving was approved: the call then sends the portal's confirmation flag at once. */
  confirm: boolean;
}

/** A listing in the reconcile view. */
export interface SeenListing {
  externalId: ExternalId;
  portal: PortalState;
  digest: string | null;
  listingId: string | null;
  publicUrl: string | null;
}
