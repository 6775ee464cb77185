import type { ConnectionId } from '../../model/ids.js';
import type { ParkedRequest } from '../../model/outbox.js';
import type { Millis } from '../../model/millis.js';

export interface ParkedRequestStore {
  find(request: string): Promise<ParkedRequest | null>;
  all(): Promise<ParkedRequest[]>;
  save(row: ParkedRequest): Promise<void>;
  remove(request: string): Promise<void>;
  /** A person asks for all of a connection now: its requests, and those of no connection, may be tried again. */
  release(connectionId: ConnectionId, now: Millis): Promise<void>;
  /** Those whose next try was due before then: nothing makes them any more. */
  forget(before: Millis): Promise<void>;
}
