import { waitingCondition } from '../listings/listings.js';

/** Schema 9: indexes on due times, so that one statement finds all due work. */
export const dueIndexes: readonly string[] = [
  `create index feed_due on feed (next_poll_at)`,
  `create index batch_due on batch (next_attempt_at) where state in ('stored', 'sent', 'waiting')`,
  `create index outbox_due on outbox (connection_id, not_before) where batch_id is null`,
  `create index listing_retry on listing (retry_at, connection_id) where retry_at is not null`,
  `create index listing_refused on listing (failure_code, connection_id) where portal = 'rejected'`,
  `create index intent_pending on intent (id) where done_at is null`,
];

/** Part of schema 11: indexes on connections, so that finding due work costs the same for any number of connections. */
export const dueConnectionIndexes: readonly string[] = [
  `create index connection_read on connection (status, read_at)`,
  `create index connection_outcomes on connection (outcomes_due_at) where outcomes_due_at is not null`,
  `create index connection_reconcile on connection (next_reconcile_at)`,
];

/** Part of schema 12: index on feeds with a requested re-mapping. */
export const dueRemapIndexes: readonly string[] = [
  `create index feed_remap on feed (remap_asked_at) where remap_asked_at is not null`,
];

/** Part of schema 11: index on the few listings of ListingStore.waiting, which every poll reads, even of an unchanged feed. */
export const waitingIndexes: readonly string[] = [
  `create index listing_waiting on listing (feed_id) where off_since is null and ${waitingCondition('')}`,
];
