import type { ConnectionId, ExternalId, FeedId, SourceId } from './ids.js';
import type { Presence, Intent, PortalState } from './listing-states.js';
import type { Millis } from './millis.js';
import type { RemoveReason } from './outcome.js';

/** What a record decides about the visibility of its listing. */
export interface Visibility {
  /** The listing is shown and would become inactive: it stays active until the guard, or a person, lets it go. */
  becomesInactive: boolean;
  /** See `ListingRecord.inactiveSince`. */
  inactiveSince: Millis | null;
}

/** One entry of a listing's timeline, for `explain`. */
export interface ListingEvent {
  connectionId: ConnectionId;
  externalId: ExternalId;
  at: Millis;
  kind: string;
  /** Ids, codes, digests and numbers; never the feed's texts. */
  data: Record<string, string | number | null>;
}
export interface ListingRecord {
  connectionId: ConnectionId;
  externalId: ExternalId;
  owner: 'feed' | 'manual' | 'foreign';
  feedId: FeedId | null;
  sourceId: SourceId | null;
  presence: Presence;
  /** False when the listing's record is present but no longer yields the listing. */
  offered: boolean;
  graceSince: Millis | null;
  /** Consecutive complete polls without the listing, the first included. */
  gracePolls: number;
  pinnedUntil: Millis | null;
  intent: Intent;
  removeReason: RemoveReason | null;
  wantedDigest: string | null;
  /** The digest that we believe the portal holds. */
  confirmedDigest: string | null;
  /** A digest that the portal computed itself for the same content; `pending` until the view shows it. */
  digestAlias: string | null;
  /** Last `source.updated_at` sent. */
  sentUpdatedAt: Millis | null;
  feedUpdatedAt: Millis | null;
  portal: PortalState;
  failureCode: string | null;
  details: unknown;
  warnings: { code: string; pointer?: string | undefined; message: string }[];
  /** Number of retries since the listing's content last changed or the listing was last live. */
  retries: number;
  /** When the listing was first refused; cleared once it is live. */
  refusedAt: Millis | null;
  /** When a refused listing is retried automatically; null where a retry without a change is pointless. */
  retryAt: Millis | null;
  /**
   * Since when the portal answers `unchanged` for content that it was not known to hold; null once the view shows the listing or the portal
   * accepts other content.
   */
  unchangedSince: Millis | null;
  listingId: string | null;
  candidateId: string | null;
  publicUrl: string | null;
  firstSentAt: Millis | null;
  /** When the listing's removal was queued; null while it is to be published. */
  offSince: Millis | null;
  /**
   * Since when the listing is wanted inactive; 0: it was never wanted active, or since before this was stored. Null while it is wanted
   * active.
   */
  inactiveSince: Millis | null;
  /**
   * Its record calls it inactive, and the listing is still wanted active: `due` until the guard judges it, `held` until a person decides,
   * `pinned` by a rejection. Null: nothing waits.
   */
  deactivation: 'due' | 'held' | 'pinned' | null;
  /**
   * Until when the rejection of its deactivation keeps the listing active. Without a deactivation: a person
   * had the listing hidden, and is asked about it again then.
   */
  activeUntil: Millis | null;
  lastSeenAt: Millis | null;
  /** Since when the listing is in its standing (`standingOf`); null: a release that did not store it knew no time. */
  standingSince: Millis | null;
  title: string | null;
}
