import { waitingCondition } from '../listings/listings.js';

/** Indexes of what is due: one statement finds all of it. */
export const dueIndexes: readonly string[] = [
  `create index feed_due on feed (next_poll_at)`,
  `create index batch_due on batch (next_attempt_at) where state in ('stored', 'sent', 'waiting')`,
  `create index outbox_due on outbox (connection_id, not_before) where batch_id is null`,
  `create index listing_retry on listing (retry_at, connection_id) where retry_at is not null`,
  `create index listing_refused on listing (failure_code, connection_id) where portal = 'rejected'`,
  `create index intent_pending on intent (id) where done_at is null`,
];

/** So that a look costs what is due, however many connections there are. */
export const dueConnectionIndexes: readonly string[] = [
  `create index connection_read on connection (status, read_at)`,
  `create index connection_outcomes on connection (outcomes_due_at) where outcomes_due_at is not null`,
  `create index connection_reconcile on connection (next_reconcile_at)`,
];

export const dueRemapIndexes: readonly string[] = [
  `create index feed_remap on feed (remap_asked_at) where remap_asked_at is not null`,
];

/** Asked at every poll, also of a feed that did not change: few of its listings are among them. */
export const waitingIndexes: readonly string[] = [
  `create index listing_waiting on listing (feed_id) where off_since is null and ${waitingCondition('')}`,
];
