import type { ConnectionId } from '../../model/ids.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { Millis } from '../../model/millis.js';

export interface ConnectionStore {
  /** Creates missing rows. Existing rows stay as they are. */
  ensure(ids: readonly string[]): Promise<void>;
  get(id: string): Promise<ConnectionRecord | null>;
  all(): Promise<ConnectionRecord[]>;
  /** The stored connections among these ids, ordered by id. */
  some(ids: readonly string[]): Promise<ConnectionRecord[]>;
  update(id: string, change: Partial<Omit<ConnectionRecord, 'id'>>): Promise<void>;
  /** Marks the stored state of every connection as unread, so that it is read from the portal again. */
  readAllAgain(): Promise<void>;
  /** For a revoked connection: its listings on the portal now belong to the agency, and its outbox is emptied. */
  release(id: string, now: Millis): Promise<void>;
}

/** What was spent of the portal's limits. A scope is a connection, counted in items, or a key, counted in requests. */
export interface SpendStore {
  /** Spends of a scope since `since`, oldest first. Spends in flight follow, with `at: null`. */
  since(scope: string, since: Millis): Promise<{ at: Millis | null; amount: number; ownChange: number }[]>;
  /**
   * Spends 1 if the sliding window of `ms` has room below `limit`. Atomic across all processes on the store.
   * @param window `now` is called inside the transaction, since a caller may wait for its turn
   * @returns the id of the spend, or when to try again
   */
  take(
    scope: string,
    window: { limit: number; ms: number; now: () => Millis },
  ): Promise<{ spent: number } | { againAt: Millis }>;
  /** Corrects the time of a spend that `take` returned. */
  settle(spent: number, at: Millis): Promise<void>;
  add(scope: string, at: Millis, amount: number): Promise<void>;
  prune(before: Millis): Promise<void>;
}

export interface WebhookStore {
  /** Stores the event's id and makes its `wakes` due, in one transaction. @returns false if the id is stored already; nothing changes then */
  receive(event: ReceivedWebhook, now: Millis): Promise<boolean>;
  /** Deletes ids of events received before this time. */
  forget(before: Millis): Promise<void>;
}

/** An event that the portal sent. It is only a hint of what to read again from the portal. */
export interface ReceivedWebhook {
  id: string;
  type: string;
  /** Null: the event names no connection and concerns all. */
  connectionId: ConnectionId | null;
  /** What to read again: the connection's state, the outcomes of its listings, or nothing. */
  wakes: 'connection' | 'listings' | null;
  /** Message of the portal's staff, for display; null: the stored message stays. */
  certificationNote: string | null;
}
