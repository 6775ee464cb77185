import type { Lane, BatchState } from './listing-states.js';
import type { Millis } from './millis.js';
import type { RemoveReason } from './outcome.js';
import type { WaitCause } from './wait-cause.js';

export interface OutboxEntry {
  connectionId: string;
  externalId: string;
  op: 'upsert' | 'remove';
  lane: Lane;
  digest: string | null;
  removeReason: RemoveReason | null;
  queuedAt: Millis;
  notBefore: Millis;
  /** The unsettled batch that carries it, if any. */
  batchId: number | null;
  attempts: number;
  /** On whose share it counts; null: no feed's. */
  feedId: number | null;
  /** Why it is not sent before `notBefore`; null where nothing but its turn keeps it. */
  waits: WaitCause | null;
}

/** A request that the portal refuses although it takes the key: it alone waits. */
export interface ParkedRequest {
  /** `METHOD /path`, below the portal's address. */
  request: string;
  /** Null where it concerns no connection. */
  connectionId: string | null;
  status: number;
  code: string;
  /** The portal's own words. */
  message: string;
  since: Millis;
  /** Refusals in a row. */
  tries: number;
  nextAt: Millis;
}

export interface BatchItem {
  externalId: string;
  digest: string;
  updatedAt: Millis;
  /** Index in the body, from 0. */
  position: number;
}

export interface BatchRecord {
  id: number;
  connectionId: string;
  idempotencyKey: string;
  /** The exact bytes; sent again unchanged when the outcome is unknown. */
  body: Uint8Array;
  items: BatchItem[];
  state: BatchState;
  /** The portal's id, once known. */
  portalId: string | null;
  createdAt: Millis;
  attempts: number;
  nextAttemptAt: Millis;
}
