import type { ConnectionId } from '../../model/ids.js';
import type { ParkedRequest } from '../../model/outbox.js';
import type { Millis } from '../../model/millis.js';

/** Requests that the portal refuses although it accepts the key. Each waits on its own; other requests go on. */
export interface ParkedRequestStore {
  find(request: string): Promise<ParkedRequest | null>;
  all(): Promise<ParkedRequest[]>;
  save(row: ParkedRequest): Promise<void>;
  remove(request: string): Promise<void>;
  /** Allows the connection's parked requests, and those of no connection, now: a person asked for it. */
  release(connectionId: ConnectionId, now: Millis): Promise<void>;
  /** Deletes requests whose next try was due before this time: feedsync does not make them any more. */
  forget(before: Millis): Promise<void>;
}
