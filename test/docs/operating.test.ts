import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/cli.js';
import { exitCodes } from '../../src/cli/exit.js';
import { attentionKinds } from '../../src/model/attention-kinds.js';
import { itemOf } from '../../src/inspect/attention/item.js';
import { kinds } from '../../src/inspect/attention/kinds.js';
import { terminalOf } from '../cli/command-line.js';
import { World } from '../support/world.js';
import { blocksOf, codeSpansOf, firstCellsOf } from './markdown.js';

let world: World;
beforeAll(async () => {
  world = await World.create();
});
afterAll(async () => world.close());

const guide = await readFile('config/OPERATING.md', 'utf8');

describe('the operator’s guide', () => {
  it('names every metric, and no other', async () => {
    const { text } = await world.app.metrics.render(world.app.services);
    const served = [...text.matchAll(/^# TYPE (feedsync_\w+)/gm)].map(([, name]) => name);
    expect(namesIn('Metrics').sort()).toEqual(served.sort());
  });

  it('names every metric’s labels', async () => {
    const files = ['src/server/metrics.ts', 'src/server/alert-gauges.ts'];
    const source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
    const labels = new Set([...source.matchAll(/\[((?:'\w+'(?:, )?)+)\]\)/g)].map(([, list = '']) => list));
    expect(labels.size).toBeGreaterThan(5);
    for (const list of labels) expect(guide).toContain(list.replaceAll("'", '`'));
  });

  it('says for every attention item who does what', () => {
    const listed = attentionKinds.filter((kind) => kinds[kind].isListed);
    expect(namesIn('Needs attention').sort()).toEqual(listed.sort());
  });

  it('says for every notice who receives it, and whether at once', () => {
    const rows = new Map<string, { who: string; when: string }[]>();
    const [, table = ''] = /^## Notices\n[^]*?\n((?:\|.*\n)+)/m.exec(guide) ?? [];
    for (const line of table.split('\n').slice(2)) {
      const [, what = '', who = '', when = ''] = line.split('|').map((cell) => cell.trim());
      for (const kind of codeSpansOf(what)) rows.set(kind, [...(rows.get(kind) ?? []), { who, when }]);
    }
    const sent = attentionKinds.filter((kind) => kinds[kind].notice !== null);
    expect([...rows.keys()].sort()).toEqual([...sent].sort());
    const named = { agency: 'its agency', partner: '`partners`', operator: '`operators`' };
    for (const kind of sent) {
      const { notice } = kinds[kind];
      const roles = notice?.roles(itemOf({ kind, count: 1 })) ?? [];
      const row = rows.get(kind)?.find(({ who }) => roles.every((role) => who.includes(named[role])));
      expect(row, kind).toBeDefined();
      if (row?.when === 'likewise') continue;
      expect([kind, row?.when.includes('at once')]).toEqual([kind, notice?.atOnce !== undefined]);
    }
  });

  it('says how to decide each kind of hold, and what each state of a connection means', async () => {
    const states = await readFile('src/model/listing-states.ts', 'utf8');
    const kinds = /holdKinds = \[([^\]]+)\]/.exec(states)?.[1] ?? '';
    expect(namesIn('Holds').sort()).toEqual(literalsOf(kinds).sort());
    const rows = await readFile('src/model/connection.ts', 'utf8');
    const statuses = /status: ('unknown'[^;]+);/.exec(rows)?.[1] ?? '';
    expect(namesIn('Connections').sort()).toEqual(literalsOf(statuses).sort());
  });

  it('knows the exit codes', () => {
    expect(namesIn('Exit codes').map(Number)).toEqual(Object.values(exitCodes));
  });

  it('knows what a running daemon applies', async () => {
    const source = await readFile('src/cli/commands/reload.ts', 'utf8');
    const keys = literalsOf(/liveKeys[^[]+\[([^\]]+)\]/.exec(source)?.[1] ?? '');
    // What could not be read of feeds_dir, and what feeds of the store inherit, are no keys that anybody writes.
    const written = keys
      .filter((key) => key !== 'unread' && key !== 'inherited')
      .map((key) => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
    const applied = /Applied while the daemon runs: ([^.]+)\./.exec(guide)?.[1] ?? '';
    expect(codeSpansOf(applied)).toEqual(written);
  });
});

describe.each([
  'README.md',
  'config/CAPACITY.md',
  'config/COMMANDS.md',
  'config/DATA.md',
  'config/OPERATING.md',
  'config/RUNBOOK.md',
  'config/SECURITY.md',
  'config/TUTORIAL.md',
  'mappings/README.md',
  'src/sandbox/README.md',
  'CHANGELOG.md',
])('the commands of %s', (page) => {
  it('can be typed', async () => {
    const text = await readFile(page, 'utf8');
    const blocks = blocksOf(text).filter(({ language }) => language === 'sh');
    const lines = [...codeSpansOf(text), ...blocks.flatMap((block) => block.text.split('\n'))];
    const unknown: string[] = [];
    for (const line of lines) {
      const [, words = ''] = /^(?:npx )?feedsync ([^#]+)/.exec(line) ?? [];
      if (words !== '' && !(await isKnown(words.trim().split(/\s+/)))) unknown.push(line);
    }
    expect(unknown).toEqual([]);
  });
});

it('config/COMMANDS.md has a section for every command', async () => {
  const page = await readFile('config/COMMANDS.md', 'utf8');
  const listed = [...page.matchAll(/^### (.+)$/gm)].map(([, name = '']) => name);
  const help = await helpOf([]);
  const known = [...help.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => name);
  for (const command of listed) expect(await isKnown(command.split(' ')), command).toBe(true);
  const names = new Set(listed.map((command) => command.split(' ')[0]));
  expect([...names].sort()).toEqual(known.filter((name) => name !== 'help').sort());
});

/** Commands that have parts. */
const groups: ReadonlySet<string> = new Set([
  'agencies',
  'config',
  'feeds',
  'mapping',
  'notices',
  'token',
  'users',
]);

/** Whether a command’s help knows it and every option that is written after it. */
async function isKnown(words: readonly string[]): Promise<boolean> {
  if (words[0] === '--help' || words[0] === '--version' || words[1] === '--help') return true;
  const isPart = groups.has(words[0] ?? '') && /^[a-z]/.test(words[1] ?? '');
  const name = words.slice(0, isPart ? 2 : 1);
  const help = await helpOf(name);
  const options = words.flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? []);
  return (
    help.startsWith(`Usage: feedsync ${name.join(' ')} `) &&
    options.every((option) => help.includes(`${option} `))
  );
}

async function helpOf(command: readonly string[]): Promise<string> {
  const printed = { out: [] as string[], err: [] as string[] };
  await runCli([...command, '--help'], terminalOf(world, printed));
  return printed.out.join('');
}

/** The first cell of each row of a section’s table. */
function namesIn(section: string): string[] {
  return firstCellsOf(guide, section).map((cell) => cell.replaceAll('`', ''));
}

function literalsOf(source: string): string[] {
  return [...source.matchAll(/'(\w+)'/g)].map(([, literal = '']) => literal);
}
