import type { Command } from 'commander';
import { systemSeams } from '../../src/assemble.js';
import { createProgram } from '../../src/cli/program.js';
import { systemMachine, type Terminal } from '../../src/cli/terminal.js';
import { silentLog } from '../../src/platform/log/log.js';

/** Discards what is printed. */
export const deafTerminal: Terminal = {
  env: {},
  user: 'tester',
  out: () => undefined,
  err: () => undefined,
  createLog: () => silentLog,
  machine: systemMachine,
  createSeams: systemSeams,
  onStop: () => () => undefined,
  onReload: () => () => undefined,
};

/** The names of every command that the help offers; of a group, those of its parts. */
export async function offeredCommands(): Promise<string[]> {
  return namesIn(await createProgram(null, deafTerminal, () => async () => undefined));
}

function namesIn(group: Command, ...path: string[]): string[] {
  return group
    .createHelp()
    .visibleCommands(group)
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => {
      const own = [...path, command.name()];
      return command.commands.length === 0 ? [own.join(' ')] : namesIn(command, ...own);
    });
}
