import { systemSeams } from '../../src/assemble.js';
import { runCli } from '../../src/cli/cli.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { systemRandom } from '../../src/platform/random.js';
import { silentLog } from '../../src/platform/log/log.js';
import { searchSecrets } from '../support/secrets.js';
import type { World } from '../support/world.js';

export interface Ran {
  code: number;
  out: string;
  err: string;
  /** The one document of --json; fails where there is another number of them. */
  json: () => Record<string, unknown>;
}

/** A terminal on the world's clock that keeps what is printed. */
export function terminalOf(world: World, printed: { out: string[]; err: string[] }): Terminal {
  return {
    env: {},
    user: 'tester',
    out: (text) => void printed.out.push(text),
    err: (text) => void printed.err.push(text),
    createLog: () => silentLog,
    machine: { clock: world.clock, random: systemRandom, disk: world.disk },
    createSeams: (log) => ({ ...systemSeams(log), clock: world.clock, disk: world.disk }),
    onStop: () => () => undefined,
    onReload: () => () => undefined,
  };
}

/** Runs a command line on a world's configuration and clock, within the test's process. */
export async function run(world: World, ...argv: string[]): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = terminalOf(world, { out, err });
  const code = await runCli([...argv, '--config', world.configFile], terminal);
  const printed = out.join('');
  searchSecrets(`what \`${argv.join(' ')}\` printed`, printed + err.join(''));
  return {
    code,
    out: printed,
    err: err.join(''),
    json: () => JSON.parse(printed) as Record<string, unknown>,
  };
}

/** The same with no daemon on the store. */
export async function runAlone(world: World, ...argv: string[]): Promise<Ran> {
  await world.app.close();
  const ran = await run(world, ...argv);
  await world.restart();
  return ran;
}

/** The same while a daemon works on the store: it looks for due work again and again, and the world's clock goes on. */
export async function besideDaemon(world: World, ...argv: string[]): Promise<Ran> {
  const state = { hasEnded: false };
  const running = run(world, ...argv).finally(() => (state.hasEnded = true));
  while (!state.hasEnded) {
    await world.app.engine.tick();
    await world.app.engine.idle();
    world.clock.advance(250);
    await new Promise(setImmediate);
  }
  return running;
}
