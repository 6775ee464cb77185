import { systemSeams } from '../../src/assemble.js';
import { runCli } from '../../src/cli/cli.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { silentLog } from '../../src/platform/log/log.js';

/** Every command that the help offers; of a group its parts. */
export async function offeredCommands(...group: string[]): Promise<string[]> {
  const listed = (await helpOf(group)).split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '';
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
  if (names.length === 0) return [group.join(' ')];
  const parts = names.filter((name) => name !== 'help').map((name) => offeredCommands(...group, name));
  return (await Promise.all(parts)).flat();
}

async function helpOf(group: readonly string[]): Promise<string> {
  const out: string[] = [];
  await runCli([...group, '--help'], { ...deafTerminal, out: (text) => void out.push(text) });
  return out.join('');
}

/** What is printed there is lost. */
export const deafTerminal: Terminal = {
  env: {},
  user: 'tester',
  out: () => undefined,
  err: () => undefined,
  createLog: () => silentLog,
  createSeams: systemSeams,
  onStop: () => () => undefined,
  onReload: () => () => undefined,
};
