import { runCli } from '../../src/cli/cli.js';
import { logTo } from '../../src/platform/log/log.js';
import type { Ended } from '../support/real-process.js';
import { searchSecrets } from '../support/secrets.js';
import { deafTerminal } from './offered-commands.js';

/** A command as the entry point runs it, in `folder`, within the test's process: starting one takes longer than most commands do. */
export async function runHere(
  folder: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const former = process.cwd();
  const printed = { out: '', err: '' };
  const note = (text: string): void => void (printed.err += text);
  process.chdir(folder);
  try {
    const code = await runCli(argv, {
      ...deafTerminal,
      env,
      out: (text) => void (printed.out += text),
      err: note,
      createLog: (level) => logTo({ write: note }, level),
    });
    searchSecrets(`what a command printed (${argv.join(' ')})`, printed.out + printed.err);
    return { code, ...printed };
  } finally {
    process.chdir(former);
  }
}
