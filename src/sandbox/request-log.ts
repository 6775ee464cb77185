/** One request as the portal saw it. Nothing of bodies, keys' secrets or signatures is kept. */
export interface LogEntry {
  at: number;
  requestId: string;
  method: string;
  path: string;
  /** Name of the operation, or null for a path that is none. */
  operation: string | null;
  status: number;
  connectionId: string | null;
  /** Listings or ids that the body named. */
  items: number | null;
  idempotencyKey: string | null;
  replayed: boolean;
  errorCode: string | null;
}

export interface RequestLog {
  add(entry: LogEntry): void;
  /** Oldest first. */
  entries(): LogEntry[];
  clear(): void;
}

/** Entries kept: the oldest make room, so that memory stays flat. */
const entriesMax = 10_000;

export function createRequestLog(): RequestLog {
  const entries: LogEntry[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > entriesMax) entries.splice(0, entriesMax / 10);
    },
    entries: () => [...entries],
    clear: () => void entries.splice(0),
  };
}
