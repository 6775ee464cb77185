import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { RemoveReason } from '../../model/outcome.js';
import type { Millis } from '../../model/millis.js';
import type { DaemonRequest, Suppression } from '../../model/daemon-request.js';

export interface SuppressionStore {
  /** Takes the listing off and keeps it off: suppression, removal in the outbox and audit together. */
  add(suppression: Suppression): Promise<void>;
  /** Lets the feed have its way again: its record is read again at the next poll. False where nothing was suppressed. */
  lift(connectionId: ConnectionId, externalId: ExternalId, author: string, now: Millis): Promise<boolean>;
  get(connectionId: ConnectionId, externalId: ExternalId): Promise<Suppression | null>;
  /** By connection, then by id. */
  all(): Promise<Suppression[]>;
  /** Those whose time is over. */
  ended(now: Millis): Promise<Suppression[]>;
}

export interface ManualStore {
  /** Stores and queues it; a foreign listing of this id becomes manual. An id that a feed has on is a bug of the caller. */
  put(listing: ManualListing, author: string, now: Millis): Promise<void>;
  /** Queues its removal, unless a feed owns it. */
  remove(
    connectionId: ConnectionId,
    externalId: ExternalId,
    reason: RemoveReason,
    author: string,
    now: Millis,
  ): Promise<void>;
}

/** A listing that a person put, with no feed behind it (RULES R33). */
export interface ManualListing {
  connectionId: ConnectionId;
  externalId: ExternalId;
  digest: string;
  /** Without `digest` and `source.updated_at`. */
  payload: Record<string, unknown>;
  updatedAt: Millis | null;
  title: string | null;
  /** Street and place as people search for them. */
  address?: string | null;
}

export interface IntentStore {
  add(intent: {
    kind: DaemonRequest['kind'];
    payload: Record<string, unknown>;
    author: string;
    now: Millis;
  }): Promise<number>;
  pending(): Promise<DaemonRequest[]>;
  done(id: number, result: string, now: Millis): Promise<void>;
  get(id: number): Promise<DaemonRequest | null>;
}
