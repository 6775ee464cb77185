import type { Presence, Intent, PortalState } from './listing-states.js';
import type { Millis } from './millis.js';
import type { RemoveReason } from './outcome.js';

/** One step of a listing's story, for `explain`. */
export interface ListingEvent {
  connectionId: string;
  externalId: string;
  at: Millis;
  kind: string;
  /** Ids, codes, digests and numbers; no texts of the feed. */
  data: Record<string, string | number | null>;
}
export interface ListingRecord {
  connectionId: string;
  externalId: string;
  owner: 'feed' | 'manual' | 'foreign';
  feedId: number | null;
  sourceId: string | null;
  presence: Presence;
  /** False when its record is present but no longer yields this listing. */
  offered: boolean;
  graceSince: Millis | null;
  /** Complete polls that missed it, the first included. */
  gracePolls: number;
  pinnedUntil: Millis | null;
  intent: Intent;
  removeReason: RemoveReason | null;
  wantedDigest: string | null;
  /** The digest that we believe the portal holds. */
  confirmedDigest: string | null;
  /** A digest of the portal's own that means the same content (SEMANTICS 5). */
  digestAlias: string | null;
  /** Last `source.updated_at` sent. */
  sentUpdatedAt: Millis | null;
  feedUpdatedAt: Millis | null;
  portal: PortalState;
  failureCode: string | null;
  details: unknown;
  warnings: { code: string; pointer?: string | undefined; message: string }[];
  /** Sent again so often since its content last changed or it was live. */
  retries: number;
  /** When it was refused first, while nothing of it has become live since. */
  refusedAt: Millis | null;
  /** When a refused listing is sent again by itself; null where time alone changes nothing. */
  retryAt: Millis | null;
  /** Since when the portal calls its content unchanged although it was not known to hold it; null once it shows it, or takes other content. */
  unchangedSince: Millis | null;
  listingId: string | null;
  candidateId: string | null;
  publicUrl: string | null;
  firstSentAt: Millis | null;
  /** When its removal was queued; null while it is on. */
  offSince: Millis | null;
  lastSeenAt: Millis | null;
  title: string | null;
}
