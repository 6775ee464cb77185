/** A process under the watchdog with short limits: `ask` prints its reason, `block` blocks it for good, `block MS` for a while, `flood`
 * writes to stderr until no one reads it. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { restartFile } from '../../src/platform/watchdog/last-restart.js';
import { startWatchdog } from '../../src/platform/watchdog/watchdog.js';

const print = (line: string): unknown => process.stdout.write(`${line}\n`);
const [folder = '', mode] = process.argv.slice(2);
const watchdog = startWatchdog({
  overdue: () => (mode === 'stuck' ? [{ key: 'poll:feed', deadlineAt: 1 }] : []),
  restartFile: mode === 'watch' ? null : restartFile(folder, 'all'),
  limits: { tickMs: 20, limitMs: 500, reportedMs: 60_000, killAfterMs: mode === 'kill' ? 500 : 5_000 },
  onStuck: (key) => print(`stuck: ${key}`),
});
void watchdog.restart.then((reason) => {
  print(`restart: ${reason}`);
  process.exit(1);
});
/** Opens stderr again, so that a write to it blocks, as it does in the built program; the loader of sources made it non-blocking. */
function flood(): never {
  const again = openSync('/proc/self/fd/2', 'w');
  closeSync(2);
  openSync(`/proc/self/fd/${again}`, 'w');
  for (;;) writeSync(2, Buffer.alloc(65_536, 'x'));
}

createInterface(process.stdin).on('line', (line) => {
  const [word, ms = 'Infinity'] = line.split(' ');
  const until = performance.now() + Number(ms);
  while (word === 'block' && performance.now() < until);
  if (word === 'flood') flood();
  print(`reason: ${String(watchdog.reason())}`);
});
// A stuck job may be found before the thread watches.
if (mode !== 'stuck') {
  await watchdog.ready;
  print('watching');
}
