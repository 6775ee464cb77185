import { useSyncExternalStore } from 'react';

/** How long the console waits between two questions whether the server is back. */
const askAgainMs = 2_000;

/** How long an answer may take before the server is asked whether it answers at all. */
const patienceMs = 8_000;
/** How long that answer may take: a server that hangs accepts a request and says nothing. */
const probeMs = 5_000;

/** Statuses with which a proxy answers for a server that is down. */
const ofProxies: ReadonlySet<number> = new Set([502, 503, 504]);

let isLost = false;
let waiting: Promise<boolean> | null = null;
const watchers = new Set<() => void>();

/**
 * Resolves once the server answers. Until then the connection is lost, and the banner says so.
 * @returns whether the connection was lost
 */
export function whenReachable(): Promise<boolean> {
  return (waiting ??= waited().finally(() => (waiting = null)));
}

/** Asks as `fetch` does. While the answer does not come, the banner says so if the server answers nothing else either. */
export async function patientFetch(request: Request): Promise<Response> {
  const timer = setInterval(() => void whenReachable(), patienceMs);
  try {
    return await fetch(request);
  } finally {
    clearInterval(timer);
  }
}

/** Whether the connection to the server is lost. */
export function useIsLost(): boolean {
  return useSyncExternalStore(watch, () => isLost);
}

/** Whether an answer that is not the API's comes from a proxy before a server that is down. */
export const isOfProxy = (status: number): boolean => ofProxies.has(status);

async function waited(): Promise<boolean> {
  let wasLost = false;
  while (!(await answers())) {
    wasLost = true;
    set(true);
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  set(false);
  return wasLost;
}

/** Any answer of the API counts: also that no account is signed in. */
async function answers(): Promise<boolean> {
  // A timer of the page, which a test can move: AbortSignal.timeout follows a clock of its own.
  const probe = new AbortController();
  const timer = setTimeout(() => probe.abort(), probeMs);
  try {
    const { headers, status } = await fetch('/api/v1/session', { signal: probe.signal });
    return headers.get('content-type')?.startsWith('application/json') === true || !isOfProxy(status);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function set(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
