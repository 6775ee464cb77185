import type { Clock } from './clock.js';

/** The work had not ended at its deadline. */
export class TooLate extends Error {
  constructor() {
    super('the deadline passed');
    this.name = 'TooLate';
  }
}

/**
 * Settles at the deadline whatever the work does. The signal asks the work to stop; the caller does not depend on it to listen.
 * @param discard what a result that came too late leaves behind
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
  const working = work(expiry.signal);
  try {
    const result = await Promise.race([working, expired]);
    if (!expiry.signal.aborted) return result;
  } catch (error) {
    if (!expiry.signal.aborted) throw error;
  } finally {
    ended.abort();
  }
  // What the abort itself made of the work is no result either.
  working.then(discard).catch(() => undefined);
  throw new TooLate();
}
