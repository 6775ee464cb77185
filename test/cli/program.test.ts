import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { deafTerminal } from './offered-commands.js';

const programOf = (argv: readonly string[] | null): Promise<Command> =>
  createProgram(argv, deafTerminal, () => async () => undefined);
const namesOf = ({ commands }: Command): string[] => commands.map((command) => command.name());
const all = namesOf(await programOf(null));

describe('a command line', () => {
  it.each(all)('finds %s without the other commands', async (name) => {
    for (const argv of [[name], ['--config', 'status', name, 'quality'], ['--json', name, '--help']]) {
      const found = namesOf(await programOf(argv));
      expect(found, argv.join(' ')).toContain(name);
      expect(found.length, argv.join(' ')).toBeLessThan(6);
    }
  });

  it('has every command where its first word names none', async () => {
    for (const argv of [
      [],
      ['statsu'],
      ['--help'],
      ['help', 'status'],
      ['--config'],
      ['--json'],
      ['-V', '--help'],
    ])
      expect(namesOf(await programOf(argv)), argv.join(' ')).toEqual(all);
    for (const argv of [['--version'], ['-V']]) expect(namesOf(await programOf(argv))).toEqual([]);
  });
});
