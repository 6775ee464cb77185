import { write } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { noteRestart } from './last-restart.js';
import { watchLoop, type WatchdogLimits } from './watch-loop.js';

/** What the thread is started with. */
export interface WatchdogSetup {
  /** Two numbers: the loop's beats, and 1 while a block is to be reported. */
  shared: SharedArrayBuffer;
  limits: WatchdogLimits;
  /** Where the restart is noted; null: the process is never ended. */
  restartFile: string | null;
}

const { shared, limits, restartFile } = workerData as WatchdogSetup;
const numbers = new Int32Array(shared);
const judge = watchLoop(limits);
let lookedAt = performance.now();
let isEnding = false;

setInterval(() => {
  const now = performance.now();
  const state = judge(Atomics.load(numbers, 0), now - lookedAt);
  lookedAt = now;
  Atomics.store(numbers, 1, state === 'fine' ? 0 : 1);
  if (state !== 'blocked' || restartFile === null || isEnding) return;
  if (!noteRestart(restartFile, { at: Date.now(), reason: 'blocked' })) return;
  isEnding = true;
  endProcess();
}, limits.tickMs);
parentPort?.postMessage('watching');

/**
 * A thread cannot end its process with a code of its own: the blocked thread is interrupted, and does. What cannot be interrupted, such
 * as a call of the system, is killed. That needs no one to read the line: a reader of stderr that stopped may be what blocks the process.
 */
function endProcess(): void {
  const line = {
    level: 60,
    time: new Date().toISOString(),
    msg: `The process did not answer for ${limits.limitMs / 1000} s and ends, so that it is started again (server.restart_when_stuck). Nothing is lost.`,
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
