import type { Detail } from '../wire/error-codes.js';

/** One request and its reply. Of the body only the values are kept that a refusal points at, and no signature is kept. */
export interface LogEntry {
  at: number;
  requestId: string;
  /** The app whose key the request named; null if the portal knows no such key. */
  appId: string | null;
  keyId: string | null;
  method: string;
  path: string;
  /** With the leading `?`, as sent; empty without a query. */
  query: string;
  /** Name of the operation; null if method and path are none. */
  operation: string | null;
  /** Status of the reply; null if the connection was cut. */
  status: number | null;
  connectionId: string | null;
  /** Number of listings or ids in the body. */
  items: number | null;
  idempotencyKey: string | null;
  /** Whether the reply repeats that of an earlier request with the same idempotency key. */
  replayed: boolean;
  errorCode: string | null;
  /** Message and details of the error; null for a success. */
  refusal: {
    message: string;
    details: readonly Detail[] | Record<string, unknown> | null;
    /**
     * For each detail with a pointer, the value at this pointer in the request that was sent, as JSON: in its body or, without a body, in its query.
     */
    sent: readonly { pointer: string; value: string }[];
  } | null;
  /** Kind of the fault that answered in the portal's place; null if the portal answered. */
  fault: string | null;
}

/** The log of requests to the partner API. */
export interface RequestLog {
  add(entry: LogEntry): void;
  /** Oldest first. */
  entries(): LogEntry[];
  /** Deletes every entry, or those of one app. */
  clear(appId?: string): void;
}

/** Most entries in memory. The oldest are deleted, so that memory stays bounded. */
const entriesMax = 10_000;
/** Number of the newest entries that are part of the sandbox's state and survive a restart. */
const newestMax = 500;

/** @param newest the newest entries by request id, oldest first; changed in place */
export function createRequestLog(newest: Map<string, LogEntry>): RequestLog {
  const older: LogEntry[] = [];
  const isOther = (appId: string | undefined, entry: LogEntry): boolean =>
    appId !== undefined && entry.appId !== appId;
  return {
    add(entry) {
      newest.set(entry.requestId, Object.freeze(entry));
      if (newest.size <= newestMax) return;
      const [oldest] = newest.values();
      if (oldest) {
        newest.delete(oldest.requestId);
        older.push(oldest);
      }
      if (older.length > entriesMax - newestMax) older.splice(0, entriesMax / 10);
    },
    entries: () => [...older, ...newest.values()],
    clear(appId) {
      older.splice(0, older.length, ...older.filter((entry) => isOther(appId, entry)));
      for (const [id, entry] of newest) if (!isOther(appId, entry)) newest.delete(id);
    },
  };
}
