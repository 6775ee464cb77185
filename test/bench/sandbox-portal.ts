import { listen } from '../../src/platform/http/http-server.js';
import { systemClock } from '../../src/platform/clock.js';
import { systemRandom } from '../../src/platform/random.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';

/** The sandbox as `feedsync sandbox` runs it, in a process of its own whose memory is asked for over IPC. */
export interface PortalReady {
  origin: string;
  connection: string;
  keyId: string;
}

/** Megabytes right after a garbage collection, and processor seconds from the start until before it. */
export interface PortalSample {
  resident: number;
  heap: number;
  cpuSeconds: number;
}

const publicKey = process.argv[2] ?? '';
const noLimit = 1e9;
const sandbox = createSandbox({
  clock: systemClock,
  random: systemRandom,
  // Nonces are kept as long as their timestamps are good: so that this memory, too, is full from the first part on.
  timestampSkewSeconds: 10,
  limits: { rate_limit_per_minute: noLimit, connection_items_per_hour: noLimit, max_batch_items: 100 },
});
const server = await listen({ host: '127.0.0.1', port: 0, handler: (request) => sandbox.fetch(request) });
process.on('message', () => process.send?.(sample()));
process.on('disconnect', () => process.exit());
process.send?.({
  origin: server.url,
  connection: sandbox.staff.addConnection(),
  keyId: sandbox.staff.registerKey(publicKey),
} satisfies PortalReady);

function sample(): PortalSample {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { resident: rss / 2 ** 20, heap: heapUsed / 2 ** 20, cpuSeconds: (user + system) / 1e6 };
}
