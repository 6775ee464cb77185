import { resolve } from 'node:path';
import { readLastRestart, restartFile } from '../../src/platform/watchdog/last-restart.js';
import { systemClock } from '../../src/platform/clock.js';
import { ProcessWorld, type Ended, type RealProcess } from '../support/real-process.js';

const blockLoop = { node: ['--import', resolve(import.meta.dirname, 'block-loop.mjs')] };

/**
 * A whole daemon whose loop is blocked for longer than a minute: it is ended and noted where restarts are asked for, once in half an hour,
 * and reported where they are not.
 */
export async function blockDaemons(): Promise<{ ok: boolean; message: string }> {
  const seen = [
    await within(async (world) => {
      const first = await blocked(world, 'SIGUSR2', '--restart-when-stuck');
      const noted = readLastRestart(restartFile(`${world.folder}/data`, 'all'))?.reason ?? 'nothing';
      const { out } = await world.start('status', '--json').ended;
      const { last_restart: shown } = JSON.parse(out) as { last_restart: { reason: string } | null };
      const again = await blocked(world, 'SIGUSR2', '--restart-when-stuck');
      return [
        fact('computing without end, restart asked for', describe(first), 'code 1'),
        fact('noted', noted, 'blocked'),
        fact('shown by `status`', shown?.reason ?? 'nothing', 'blocked'),
        fact('again within 30 minutes', describe(again), 'lives, /healthz 503'),
      ];
    }),
    await within(async (world) => [
      fact(
        'waiting for the system, restart asked for',
        describe(await blocked(world, 'SIGWINCH', '--restart-when-stuck')),
        'killed',
      ),
    ]),
    await within(async (world) => [
      fact(
        'computing without end, restart not asked for',
        describe(await blocked(world, 'SIGUSR2')),
        'lives, /healthz 503',
      ),
    ]),
  ].flat();
  const rows = seen.map(({ what, found, ok }) => `| ${what} | ${ok ? found : `**${found}**`} |`);
  return {
    ok: seen.every(({ ok }) => ok),
    message: `A daemon of Node.js ${process.version} whose loop is blocked for longer than 60 s:\n\n| | |\n|---|---|\n${rows.join('\n')}`,
  };
}

interface Fact {
  what: string;
  found: string;
  ok: boolean;
}

const fact = (what: string, found: string, wanted: string): Fact => ({ what, found, ok: found === wanted });

async function within(work: (world: ProcessWorld) => Promise<Fact[]>): Promise<Fact[]> {
  const world = await ProcessWorld.create();
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

/** What became of a daemon after its block: it ended, or its health. */
async function blocked(
  world: ProcessWorld,
  signal: NodeJS.Signals,
  ...options: string[]
): Promise<Ended | number> {
  const daemon = world.startWith(blockLoop, 'run', ...options);
  const address = await addressOf(daemon);
  daemon.signal(signal);
  const asking = new AbortController();
  const after = await Promise.race([daemon.ended, healthAfterSilence(address, asking.signal)]);
  asking.abort();
  if (typeof after === 'number') await daemon.kill();
  return after;
}

/** Asks as a supervisor does, which waits some seconds for an answer: the first status after one that did not come. */
async function healthAfterSilence(address: string, over: AbortSignal): Promise<number> {
  let wasSilent = false;
  for (;;) {
    const signal = AbortSignal.any([over, AbortSignal.timeout(5_000)]);
    const reply = await fetch(`${address}/healthz`, { signal }).catch(() => null);
    if (over.aborted) return new Promise(() => undefined);
    if (reply !== null && wasSilent) return reply.status;
    wasSilent ||= reply === null;
    await systemClock.sleep(100);
  }
}

function describe(after: Ended | number): string {
  if (typeof after === 'number') return `lives, /healthz ${after}`;
  return after.code === null ? 'killed' : `code ${after.code}`;
}

async function addressOf(daemon: RealProcess): Promise<string> {
  const address = /"server":"(http[^"]+)"/;
  while (!address.test(daemon.err)) await systemClock.sleep(100);
  return address.exec(daemon.err)?.[1] ?? '';
}
