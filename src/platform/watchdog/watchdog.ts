import { startWorker } from '../process/threads.js';
import { noteRestart } from './last-restart.js';
import { watchdogLimits, watchSlots, type WatchdogLimits } from './watch-loop.js';
import type { WatchdogSetup } from './watchdog-thread.js';

export interface Watchdog {
  /** Why this process needs a restart, in one sentence without names; null: it needs none. */
  readonly reason: () => string | null;
  /** Resolves with that sentence when the process must exit because of a stuck job. For a blocked loop, the thread ends the process. */
  readonly restart: Promise<string>;
  /** Resolves once the thread watches. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

export interface WatchdogOptions {
  overdue: () => readonly { key: string; deadlineAt: number }[];
  /** File in which restarts are recorded; null: the process is watched but never ended. */
  restartFile: string | null;
  limits?: WatchdogLimits;
  /** Called once per stuck job. */
  onStuck: (key: string) => void;
}

/**
 * Watches this thread's event loop from another thread, and the slots of jobs that cannot be ended. Only these two faults are worth a
 * restart: a service that is unreachable stays so after a restart.
 */
export function startWatchdog(options: WatchdogOptions): Watchdog {
  const { overdue, restartFile, limits = watchdogLimits, onStuck } = options;
  const setup: WatchdogSetup = { shared: new SharedArrayBuffer(8), limits, restartFile };
  const numbers = new Int32Array(setup.shared);
  const worker = startWorker(entryOfThread(), setup);
  worker.unref();
  const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()));
  // A failure of the watchdog thread must not end the process.
  worker.on('error', () => undefined);
  const findStuck = watchSlots(limits);
  let stuck: string | null = null;
  let beatAt = performance.now();
  let demand: (reason: string) => void = () => undefined;
  const restart = new Promise<string>((resolve) => (demand = resolve));
  const beat = setInterval(() => {
    Atomics.add(numbers, 0, 1);
    const now = performance.now();
    const found = findStuck(overdue(), now - beatAt);
    beatAt = now;
    if (found !== null && found !== stuck) onStuck(found);
    stuck = found;
    if (found === null || restartFile === null) return;
    if (noteRestart(restartFile, { at: Date.now(), reason: 'stuck' })) demand(stuckText(limits));
  }, limits.tickMs).unref();
  return {
    reason: () =>
      Atomics.load(numbers, 1) === 1 ? blockedText(limits) : stuck === null ? null : stuckText(limits),
    restart,
    ready,
    async stop() {
      clearInterval(beat);
      await worker.terminate();
    },
  };
}

const blockedText = ({ limitMs }: WatchdogLimits): string =>
  `This process was blocked for ${limitMs / 1000} s or longer and did not respond: restart it.`;
const stuckText = ({ limitMs }: WatchdogLimits): string =>
  `A job cannot be ended and still has its slot ${limitMs / 1000} s after its deadline: restart this process.`;

/** The thread's entry: in the sources beside this module, in the build at its fixed path. */
function entryOfThread(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./watchdog-thread.ts', import.meta.url)
    : new URL('./platform/watchdog-thread.js', import.meta.url);
}
