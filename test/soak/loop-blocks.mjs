import { appendFileSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into a daemon before its own code (`node --import`): writes down each time that its loop computed for longer than 100 ms without a
 * turn for others, one line of JSON each, and in the end how often it looked. What the thread waited for a processor or a disk is the
 * machine's and only reported; where the system does not say it, it counts.
 */
const everyMs = 10;
const blockedMs = 100;
/** While a process starts, its modules and compilers work. */
const startMs = 10_000;
const file = process.env.LOOP_BLOCKS_FILE;

/** How long this thread had a processor since it began, in milliseconds. */
function computedMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

if (isMainThread && file !== undefined) {
  let [looks, longest, longestWait, last, computed] = [0, 0, 0, performance.now(), computedMs()];
  setInterval(() => {
    const [now, computedNow] = [performance.now(), computedMs()];
    const [ms, wait] = [computedNow - computed, now - last - everyMs];
    [last, computed] = [now, computedNow];
    if (now < startMs) return;
    looks += 1;
    longest = Math.max(longest, ms);
    longestWait = Math.max(longestWait, wait);
    if (ms > blockedMs)
      appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ms: Math.round(ms) })}\n`);
  }, everyMs).unref();
  process.on('exit', () => appendFileSync(file, `${JSON.stringify({ looks, longest, longestWait })}\n`));
}
