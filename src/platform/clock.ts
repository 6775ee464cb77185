import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** The only source of time. Tests and the simulator supply their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch, by this machine's clock. */
  now(): number;
  /** Monotonic milliseconds since an unspecified moment; only differences are meaningful. */
  elapsed(): number;
  /**
   * Milliseconds since this machine booted, including sleep, and the id of that boot, so that processes can compare times across restarts.
   * Missing or null where the machine has no boot id.
   */
  sinceBoot?(): { id: string; ms: number } | null;
  /** Resolves after `ms` (any length), or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Beyond this, setTimeout fires at once, so longer waits are chained. */
const timerMsMax = 2 ** 31 - 1;

const bootId = readBootId();

/** Only Linux has a boot id. */
function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sinceBoot: () => (bootId === null ? null : { id: bootId, ms: uptime() * 1000 }),
  async sleep(ms, signal) {
    let left = Math.max(ms, 0);
    for (; left > timerMsMax; left -= timerMsMax) await wait(timerMsMax, signal);
    await wait(left, signal);
  },
};

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
