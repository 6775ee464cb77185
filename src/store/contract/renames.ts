import type { ConnectionId, ExternalId, FeedId, SourceId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** A proposal: a listing whose record is gone, and a new record of the same property under another source id. */
export interface Rename {
  /** External id of the listing on the portal. It does not change. */
  externalId: ExternalId;
  /** External id that the new record's listing would have without the rename. */
  ownId: string;
  /** Source id of the new record. */
  sourceId: SourceId;
}

/** A rename that a person accepted. The new record's listing uses `externalId`. */
export interface Alias extends Rename {
  connectionId: ConnectionId;
  feedId: FeedId;
  formerSourceId: string | null;
  at: Millis;
}

/** Aliases are unique in both directions: one per external id, and one per feed and own id. */
export interface AliasStore {
  /** Ordered by external id. */
  ofFeed(feedId: FeedId): Promise<Alias[]>;
  of(connectionId: ConnectionId, externalId: ExternalId): Promise<Alias | null>;
}
