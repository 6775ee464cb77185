import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { RemoveReason } from '../../model/outcome.js';
import type { Millis } from '../../model/millis.js';
import type { DaemonRequest, Suppression } from '../../model/daemon-request.js';

/** Listings that an operator keeps off the portal although a feed has them. */
export interface SuppressionStore {
  /** Removes the listing from the portal and keeps it removed: suppression, queued removal and audit line in one transaction. */
  add(suppression: Suppression): Promise<void>;
  /** Ends a suppression. The next poll reads the listing's record again. @returns false if the listing was not suppressed */
  lift(connectionId: ConnectionId, externalId: ExternalId, author: string, now: Millis): Promise<boolean>;
  get(connectionId: ConnectionId, externalId: ExternalId): Promise<Suppression | null>;
  /** Ordered by connection, then by external id. */
  all(): Promise<Suppression[]>;
  /** Suppressions whose `until` has passed. They stay stored until `lift`. */
  ended(now: Millis): Promise<Suppression[]>;
}

/** Listings that a person puts and removes by command, with no feed behind them (RULES R44). */
export interface ManualStore {
  /** Stores the listing and queues it. A foreign listing of this id becomes manual. @throws if a feed owns a live listing of this id */
  put(listing: ManualListing, author: string, now: Millis): Promise<void>;
  /** Queues the removal of a manual or foreign listing. @throws if a feed owns the listing */
  remove(
    connectionId: ConnectionId,
    externalId: ExternalId,
    reason: RemoveReason,
    author: string,
    now: Millis,
  ): Promise<void>;
}

/** A listing that a person put, with no feed behind it (RULES R44). */
export interface ManualListing {
  connectionId: ConnectionId;
  externalId: ExternalId;
  digest: string;
  /** The payload of the listing without `digest` and `source.updated_at`. */
  payload: Record<string, unknown>;
  updatedAt: Millis | null;
  title: string | null;
  /** Street and place, for searching only. */
  address?: string | null;
}

/** Requests that commands send to the daemon. A request stays pending until the daemon stores its result. */
export interface IntentStore {
  /** @returns the id of the request */
  add(intent: {
    kind: DaemonRequest['kind'];
    payload: Record<string, unknown>;
    author: string;
    now: Millis;
  }): Promise<number>;
  /** Oldest first. */
  pending(): Promise<DaemonRequest[]>;
  /** Those among the newest 500 that were made after `at`, newest first. */
  since(at: Millis): Promise<DaemonRequest[]>;
  done(id: number, result: string, now: Millis): Promise<void>;
  get(id: number): Promise<DaemonRequest | null>;
}
