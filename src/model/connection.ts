import type { ConnectionId } from './ids.js';
import type { Millis } from './millis.js';

/** The portal's Connection resource: the keys that feedsync uses, under their names on the wire. Times are ISO 8601. */
export interface PortalConnection {
  id: ConnectionId;
  status: 'certifying' | 'active' | 'paused' | 'revoked';
  environment: string;
  agency: PortalAgency;
  created_at: string;
  redeemed_at: string | null;
  certified_at: string | null;
  paused: { at: string; by: string; reason: string | null } | null;
  counts: { live: number; paused: number; review: number; failed: number };
  /** The last write to the connection, by feedsync or by another program. */
  last_push_at: string | null;
}

export interface PortalAgency {
  name: string;
  register_number: string | null;
  verification_status: string;
  /** Live listings now, and how many the agency's plan allows; a null limit: any number. */
  listing_quota: { used: number; limit: number | null };
  /** Photos of one listing that the agency's plan allows. */
  photo_limit: number;
}

export interface ConnectionRecord {
  id: ConnectionId;
  /** As last read from the portal; null before the first read. */
  remote: PortalConnection | null;
  status: 'unknown' | 'certifying' | 'active' | 'paused' | 'revoked' | 'not_found';
  readAt: Millis | null;
  /** When the reconcile view was last read to its end; null: never. A listing that the view did not show then was not on the portal. */
  viewReadAt: Millis | null;
  /** When the view is next read for outcomes. */
  outcomesDueAt: Millis | null;
  /** How often the view was read for outcomes since the last push. */
  outcomesAsked: number;
  nextPushAt: Millis;
  /** Step of the backoff while paused or after failures. */
  backoffStep: number;
  /** When feedsync last wrote to the connection, by the portal's clock. A later `last_push_at` means another writer. */
  lastPushAt: Millis | null;
  /** Since when removals are withheld, because another client wrote to the connection and the portal's listings are being adopted. */
  adoptingSince: Millis | null;
  /** Null until the schedule is first evaluated. */
  nextReconcileAt: Millis | null;
  /** The portal staff's note on a first push that they sent back, verbatim; null where none is known. */
  certificationNote: string | null;
}
