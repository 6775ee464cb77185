import type { ConnectionId, ExternalId, FeedId, SourceId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** A listing on the portal, and the record of the same property under another id. */
export interface Rename {
  /** The listing's id at the portal, which stays. */
  externalId: ExternalId;
  /** The id that the record's listing would have by itself. */
  ownId: string;
  sourceId: SourceId;
}

/** One that a person accepted: from then on the record's listing goes by the portal's id. */
export interface Alias extends Rename {
  connectionId: ConnectionId;
  feedId: FeedId;
  formerSourceId: string | null;
  at: Millis;
}

/** Unique both ways: an id at the portal has one other name, and a record's listing goes by one. */
export interface AliasStore {
  ofFeed(feedId: FeedId): Promise<Alias[]>;
  of(connectionId: ConnectionId, externalId: ExternalId): Promise<Alias | null>;
}
