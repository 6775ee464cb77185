import type { ConnectionId } from '../../model/ids.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { Millis } from '../../model/millis.js';

export interface ConnectionStore {
  /** Creates missing rows, touches nothing else. */
  ensure(ids: readonly string[]): Promise<void>;
  get(id: string): Promise<ConnectionRecord | null>;
  all(): Promise<ConnectionRecord[]>;
  /** Those of them that are known, by id. */
  some(ids: readonly string[]): Promise<ConnectionRecord[]>;
  update(id: string, change: Partial<Omit<ConnectionRecord, 'id'>>): Promise<void>;
  /** What is known of each counts as unread. */
  readAllAgain(): Promise<void>;
  /** The agency took its consent back: its listings are not ours any more, and nothing of them is wanted. */
  release(id: string, now: Millis): Promise<void>;
}

export interface SpendStore {
  /** Items of a connection or requests of a key since `since`, oldest first. In flight counts with `at: null`. */
  since(scope: string, since: Millis): Promise<{ at: Millis | null; amount: number; ownChange: number }[]>;
  /**
   * Spends one where a sliding window has room for it: atomic across all processes on the store.
   * @param window `now` is asked when its turn has come: who waits spends later
   * @returns the number under which it is spent, or when to ask again
   */
  take(
    scope: string,
    window: { limit: number; ms: number; now: () => Millis },
  ): Promise<{ spent: number } | { againAt: Millis }>;
  /** It was spent so late as this, not when it was taken. */
  settle(spent: number, at: Millis): Promise<void>;
  add(scope: string, at: Millis, amount: number): Promise<void>;
  prune(before: Millis): Promise<void>;
}

export interface WebhookStore {
  /** Notes the event and makes due what it hints at, together. False where its id is known: then nothing happens. */
  receive(event: ReceivedWebhook, now: Millis): Promise<boolean>;
  /** Ids received before this are forgotten. */
  forget(before: Millis): Promise<void>;
}

/** An event that the portal sent, as a hint: what has to be read again. */
export interface ReceivedWebhook {
  id: string;
  type: string;
  /** Null: it names none, and concerns all. */
  connectionId: ConnectionId | null;
  wakes: 'connection' | 'listings' | null;
  /** Words of the portal's staff, for people to read; null leaves those that are there. */
  certificationNote: string | null;
}
