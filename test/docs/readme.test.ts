import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { blocksOf, type Block } from './markdown.js';
import { fits, plain } from './printed.js';
import { commandsOf, Shell, type Command } from './shell.js';

const page = await readFile('README.md', 'utf8');
const blocks = blocksOf(page);

/** The page is a story: each block is carried out in the world that those before it left. */
let shell: Shell;
let root: string;
let section = '';
let printed: { text: string; by: Command[] };
/** Ports that the page names, and those that are free here. */
const ports = new Map<string, string>();

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'feedsync-readme-')));
  await symlink(resolve('mappings'), join(root, 'mappings'));
  shell = new Shell(root);
  for (const port of ['8090', '8091']) ports.set(port, String(await freePort()));
});

afterAll(async () => {
  await shell.leave();
  await rm(root, { recursive: true, force: true });
});

const carryOut: Record<string, (block: Block) => Promise<void>> = {
  async sh({ text }) {
    const by = commandsOf(hereOf(text));
    const out: string[] = [];
    for (const command of by) out.push(await shell.run(command));
    printed = { text: out.join(''), by };
  },

  async text({ text: shown }) {
    const [command, ...others] = printed.by;
    const isReading =
      command !== undefined && others.length === 0 && /feedsync (explain|status|logs)/.test(command.line);
    // What is read beside a daemon may take a moment to be so.
    if (isReading) await vi.waitFor(() => showsIt(command, shown), { timeout: 20_000, interval: 500 });
    else expectShown(printed.text, shown);
  },

  async yaml({ text, file }) {
    if (/^format:/m.test(text)) {
      const overrides = { timezone: 'Europe/Belgrade', answers: {}, constants: {}, tables: {}, idPrefix: '' };
      const loaded = loadMapping(text, { file: 'example.yaml', overrides });
      expect(loaded.ok ? [] : loaded.errors).toEqual([]);
      return;
    }
    const path = join(shell.folder, file ?? 'example.yaml');
    await save(path, `${hereOf(text)}\n`);
    const loaded = await loadConfig(path, diskDeps({}));
    expect(loaded.problems).toEqual([]);
  },

  async csv({ text, file }) {
    await save(join(shell.folder, file ?? 'example.csv'), `${text}\n`);
  },
};

describe('the README, from top to bottom', () => {
  it.each(blocks)('line $line: $language', async (block) => {
    if (block.section !== section) await shell.leave();
    ({ section } = block);
    const carry = carryOut[block.language];
    expect(carry, `nobody knows how to carry out a block of ${block.language}`).toBeDefined();
    await carry?.(block);
  });

  it('has shown what is promised', () => {
    expect(blocks.map(({ language }) => language)).toEqual(
      expect.arrayContaining(['sh', 'text', 'yaml', 'csv']),
    );
  });
});

async function showsIt(command: Command, shown: string): Promise<void> {
  if (!fits(printed.text, shown, root)) printed = { text: await shell.run(command), by: [command] };
  expectShown(printed.text, shown);
}

function expectShown(text: string, shown: string): void {
  // Both sides are told where they differ.
  if (!fits(text, shown, root)) expect(plain(text, root)).toBe(plain(shown, root));
}

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function hereOf(text: string): string {
  return text.replace(/\b809[01]\b/g, (port) => ports.get(port) ?? port);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
