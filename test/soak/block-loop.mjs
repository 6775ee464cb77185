import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/* Loaded into a daemon before its own code (`node --import`): a signal blocks its loop for longer than the watchdog lets it. */
const blockedMs = 100_000;

if (isMainThread) {
  process.on('SIGUSR2', () => {
    const until = performance.now() + blockedMs;
    while (performance.now() < until);
  });
  // What waits for the system cannot be interrupted.
  process.on('SIGWINCH', () => execFileSync('sleep', [String(blockedMs / 1000)]));
}
