import type { BatchId, ConnectionId, ExternalId, FeedId } from './ids.js';
import type { Lane, BatchState } from './listing-states.js';
import type { Millis } from './millis.js';
import type { RemoveReason } from './outcome.js';
import type { WaitCause } from './wait-cause.js';

export interface OutboxEntry {
  connectionId: ConnectionId;
  externalId: ExternalId;
  op: 'upsert' | 'remove';
  lane: Lane;
  digest: string | null;
  removeReason: RemoveReason | null;
  queuedAt: Millis;
  notBefore: Millis;
  /** The unsettled batch that contains the entry, if any. */
  batchId: BatchId | null;
  attempts: number;
  /** The feed whose share of the budget the entry uses; null: no feed's. */
  feedId: FeedId | null;
  /** Why the entry is not sent before `notBefore`; null where it waits only for its turn. */
  waits: WaitCause | null;
}

/** A request that the portal refuses although it accepts the key. Only this request waits; others go on. */
export interface ParkedRequest {
  /** `METHOD /path`, below the portal's address. */
  request: string;
  /** Null where the request concerns no connection. */
  connectionId: ConnectionId | null;
  status: number;
  code: string;
  /** The portal's message, verbatim. */
  message: string;
  since: Millis;
  /** Consecutive refusals. */
  tries: number;
  nextAt: Millis;
}

export interface BatchItem {
  externalId: ExternalId;
  digest: string;
  updatedAt: Millis;
  /** Index in the body, from 0. */
  position: number;
}

export interface BatchRecord {
  id: BatchId;
  connectionId: ConnectionId;
  idempotencyKey: string;
  /** The exact request body. Retried byte for byte while the outcome is unknown. */
  body: Uint8Array;
  items: BatchItem[];
  state: BatchState;
  /** The portal's batch id, once known. */
  portalId: string | null;
  createdAt: Millis;
  attempts: number;
  nextAttemptAt: Millis;
}
