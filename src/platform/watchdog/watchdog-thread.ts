import { write } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { noteRestart } from './last-restart.js';
import { watchLoop, type WatchdogLimits } from './watch-loop.js';

/** Start data of the thread. */
export interface WatchdogSetup {
  /** Two 32-bit integers: the loop's beats, and 1 while a block is reported. */
  shared: SharedArrayBuffer;
  limits: WatchdogLimits;
  /** File in which the restart is recorded; null: the process is never ended. */
  restartFile: string | null;
}

const { shared, limits, restartFile } = workerData as WatchdogSetup;
const numbers = new Int32Array(shared);
const judge = watchLoop(limits);
let checkedAt = performance.now();
let isEnding = false;

setInterval(() => {
  const now = performance.now();
  const state = judge(Atomics.load(numbers, 0), now - checkedAt);
  checkedAt = now;
  Atomics.store(numbers, 1, state === 'fine' ? 0 : 1);
  if (state !== 'blocked' || restartFile === null || isEnding) return;
  if (!noteRestart(restartFile, { at: Date.now(), reason: 'blocked' })) return;
  isEnding = true;
  endProcess();
}, limits.tickMs);
parentPort?.postMessage('watching');

/**
 * Ends the process. A thread cannot set the exit code of its process, so the main thread is interrupted and exits. If it cannot be
 * interrupted, for instance in a system call, the process is killed after `killAfterMs`. The kill does not depend on the log line being
 * read: a stopped reader of stderr may be what blocks the process.
 */
function endProcess(): void {
  const line = {
    level: 60,
    time: new Date().toISOString(),
    msg: `The process was blocked for ${limits.limitMs / 1000} s and exits, so that it is restarted (server.restart_when_stuck). Nothing is lost.`,
  };
  setTimeout(kill, limits.killAfterMs);
  write(2, `${JSON.stringify(line)}\n`, interrupt);
}

function interrupt(): void {
  try {
    const session = new Session();
    session.connectToMainThread();
    session.post('Runtime.evaluate', { expression: 'process.reallyExit(1)' });
  } catch {
    kill();
  }
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}
