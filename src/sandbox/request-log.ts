import type { Detail } from '../wire/error-codes.js';

/** One request as the portal saw it. Of bodies only what a refusal points at is kept, of signatures nothing. */
export interface LogEntry {
  at: number;
  requestId: string;
  /** The app whose key the request named; null where no key of that id is known. */
  appId: string | null;
  keyId: string | null;
  method: string;
  path: string;
  /** With its `?`, as it was sent; empty without one. */
  query: string;
  /** Name of the operation, or null for a path that is none. */
  operation: string | null;
  /** Null where the connection was cut instead of a reply. */
  status: number | null;
  connectionId: string | null;
  /** Listings or ids that the body named. */
  items: number | null;
  idempotencyKey: string | null;
  replayed: boolean;
  errorCode: string | null;
  /** What the reply said of the refusal; null for a success. */
  refusal: {
    message: string;
    details: readonly Detail[] | Record<string, unknown> | null;
    /** The values that the details point at, as they were sent. */
    sent: readonly { pointer: string; value: string }[];
  } | null;
  /** Kind of the fault that answered in the portal's place, before anything was applied. */
  fault: string | null;
}

export interface RequestLog {
  add(entry: LogEntry): void;
  /** Oldest first. */
  entries(): LogEntry[];
  /** All of it, or one app's. */
  clear(appId?: string): void;
}

/** Entries in memory: the oldest make room, so that it stays flat. */
const entriesMax = 10_000;
/** Of them, those that are a part of the state, and survive a restart with it. */
const newestMax = 500;

/** @param newest by request id, oldest first */
export function createRequestLog(newest: Map<string, LogEntry>): RequestLog {
  const older: LogEntry[] = [];
  const isOther = (appId: string | undefined, entry: LogEntry): boolean =>
    appId !== undefined && entry.appId !== appId;
  return {
    add(entry) {
      newest.set(entry.requestId, Object.freeze(entry));
      if (newest.size <= newestMax) return;
      for (const [id, oldest] of newest) {
        newest.delete(id);
        older.push(oldest);
        break;
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
