import type { Clock } from './clock.js';

/** The work did not end by its deadline. */
export class TooLate extends Error {
  constructor() {
    super('the deadline passed');
    this.name = 'TooLate';
  }
}

/** Settles like the work, or rejects with `why()` as soon as the signal aborts. The work itself is not stopped. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, why: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(why());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Settles at the deadline at the latest. The signal asks the work to stop; the result does not depend on whether it does.
 * @param discard releases a result that arrives after the deadline
 * @throws TooLate, or what the work throws
 */
export async function within<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  discard: (late: T) => unknown = () => undefined,
): Promise<T> {
  const expiry = new AbortController();
  const ended = new AbortController();
  const expired = clock.sleep(ms, ended.signal).then(() => {
    const reason = new TooLate();
    expiry.abort(reason);
    throw reason;
  });
  // What the work throws at once is an error like any other: the deadline still ends.
  const working = (async () => work(expiry.signal))();
  try {
    const result = await Promise.race([working, expired]);
    if (!expiry.signal.aborted) return result;
  } catch (error) {
    if (!expiry.signal.aborted) throw error;
  } finally {
    ended.abort();
  }
  // A result or an error after the abort does not count.
  working.then(discard).catch(() => undefined);
  throw new TooLate();
}
