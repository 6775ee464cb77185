import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { deafTerminal, offeredCommands } from '../cli/offered-commands.js';
import { runCli } from '../../src/cli/cli.js';
import { exitsForAttention } from '../../src/cli/bind.js';
import { commandsPage, documentedProgram, pageFile } from './commands-page.js';

const program = await documentedProgram();

/** Every command and every group, as the words that name it. */
const named = ['', ...new Set((await offeredCommands()).flatMap((name) => [name.split(' ')[0] ?? '', name]))];

describe('config/COMMANDS.md', () => {
  it('is what the program declares', async () => {
    const page = await readFile(pageFile, 'utf8').catch(() => '');
    expect(
      page === (await commandsPage(program)),
      `${pageFile} is out of date: run npm run commands-page`,
    ).toBe(true);
  });

  it('has a section for every command', async () => {
    const page = await readFile(pageFile, 'utf8');
    const sections = [...page.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(named.filter((name) => name !== '').sort());
  });
});

describe('the page of a program', () => {
  const small = new Command('feedsync').option('--json', 'Print JSON');
  small.commandsGroup('Fruit:');
  exitsForAttention(small.command('pick'))
    .description('Pick fruit.\n\nSee `feedsync eat` and max_share_of <all>.')
    .argument('<tree>', 'Tree')
    .argument('[others...]', 'More trees', 'none')
    .requiredOption('--to <basket>', 'Basket')
    .addOption(new Option('--kind <kind>', 'Kind; repeatable').choices(['apple', 'pear']).default('apple'));
  const eat = small.command('eat').summary('Eat').description('Eat fruit');
  eat.command('all').description('Eat all of it');

  it.each([
    '## Fruit\n\n### pick\n',
    'feedsync pick <tree> [others...] --to <basket> [--kind <kind>]...\n',
    'Pick fruit.\n\nSee `feedsync eat` and `max_share_of` \\<all>.\n\nExits with 3 while something needs attention (see `--attention`).\n',
    '- `<tree>`: Tree.\n- `[others...]`: More trees. Default: `none`.\n- `--to <basket>`: Basket. Required.\n',
    '- `--kind <kind>`: Kind; repeatable. One of `apple`, `pear`. Default: `apple`.\n',
    '### eat\n\nEat fruit.\n\n- [`eat all`](#eat-all): Eat all of it\n\n### eat all\n\n```text\nfeedsync eat all\n```\n',
    'Only `pick` exit with 3.',
    '- `--json`: Print JSON.\n',
  ])('holds %j', async (part) => {
    expect(await commandsPage(small)).toContain(part);
  });
});

describe('the help', () => {
  it.each(named)('of feedsync %s fits 80 columns', async (name) => {
    const lines = (await helpOf(name)).split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => Array.from(line).length > 80)).toEqual([]);
  });

  it('lists each command on one line', () => {
    const cut = program.commands.filter((command) => summaryOf(command).length > 58);
    expect(cut.map(summaryOf)).toEqual([]);
  });

  it('begins each text with a capital letter, and gives one to every argument and option', () => {
    const all = everyCommand(program);
    const texts = all.flatMap((command) => [
      summaryOf(command),
      command.description(),
      ...command.registeredArguments.map(({ description }) => description),
      ...command.options.map(({ description }) => description),
    ]);
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => !/^[\p{Lu}\d-]|^postgres:/u.test(text))).toEqual([]);
  });

  it('shows --attention only where it has an effect', async () => {
    expect(await helpOf('status')).toMatch(/--attention <what>[^]*\n\nExits with 3 while/);
    expect(await helpOf('listings')).not.toContain('--attention');
    expect(await helpOf('listings')).toContain('--json');
  });

  it('of a wrong option is that of the command', async () => {
    const err: string[] = [];
    const terminal = { ...deafTerminal, err: (text: string) => void err.push(text) };
    expect(await runCli(['agencies', 'add', '--colour'], terminal)).toBe(2);
    expect(err.join('')).toContain('See `feedsync agencies add --help`.');
  });
});

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)].filter((one) => one.parent !== null);
}

function summaryOf(command: Command): string {
  return command.summary() === '' ? command.description() : command.summary();
}

async function helpOf(name: string): Promise<string> {
  const out: string[] = [];
  await runCli([...name.split(' ').filter((word) => word !== ''), '--help'], {
    ...deafTerminal,
    out: (text) => void out.push(text),
  });
  return out.join('');
}
