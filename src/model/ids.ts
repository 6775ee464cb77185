declare const of: unique symbol;

/**
 * An id that the compiler keeps apart from the ids of other things. Plain text and numbers from files, URLs and the database are accepted,
 * because that is where ids come from; an id of one thing where another's belongs is an error.
 */
type Id<Base extends number | string, Thing extends string> = Base & { readonly [of]?: Thing };

/** A feed in the store. */
export type FeedId = Id<number, 'feed'>;
/** An agency's connection at the portal. */
export type ConnectionId = Id<string, 'connection'>;
/** The id under which the portal knows a listing, unique in its connection. */
export type ExternalId = Id<string, 'listing'>;
/** The id of a record in its feed's file. One record may give several listings. */
export type SourceId = Id<string, 'record'>;
export type SnapshotId = Id<number, 'snapshot'>;
export type HoldId = Id<number, 'hold'>;
export type RunId = Id<number, 'run'>;
export type BatchId = Id<number, 'batch'>;
