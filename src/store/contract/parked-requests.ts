import type { ConnectionId } from '../../model/ids.js';
import type { ParkedRequest } from '../../model/outbox.js';
import type { Millis } from '../../model/millis.js';

/** Requests that the portal refuses although it accepts the key. Each is delayed alone; other requests are still sent. */
export interface ParkedRequestStore {
  find(request: string): Promise<ParkedRequest | null>;
  all(): Promise<ParkedRequest[]>;
  save(row: ParkedRequest): Promise<void>;
  remove(request: string): Promise<void>;
  /** Lets the connection's parked requests, and those that belong to no connection, be sent now, because a user asked for it. */
  release(connectionId: ConnectionId, now: Millis): Promise<void>;
  /** Deletes requests whose next try was due before this time: feedsync does not make them any more. */
  forget(before: Millis): Promise<void>;
}
