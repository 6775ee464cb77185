import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { blocksOf, type Block } from './markdown.js';
import { fits, plain } from './printed.js';
import { commandsOf, Shell } from './shell.js';

const readme = blocksOf(await readFile('README.md', 'utf8'));
const guide = blocksOf(await readFile('config/OPERATING.md', 'utf8'));

/** Until the first round of the README, which the guide goes on from. */
const beginning = readme.filter(({ section }) => section === 'Try it by hand').slice(0, 6);
const story = [
  ...beginning,
  // What the README gives its third listing a meaning with.
  ...readme.filter(({ text }) => text.startsWith("echo '    tables:")),
  ...guide.filter(({ section }) => section === 'Upgrade'),
  ...guide.filter(({ section }) => section === 'Several machines'),
].filter(({ language }, index) => language !== 'text' || index > beginning.length + 1);

let shell: Shell;
let root: string;
let server: PostgresServer;
let store: string;
let printed = '';
const ports = new Map<string, string>();

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'feedsync-machines-')));
  await symlink(resolve('mappings'), join(root, 'mappings'));
  shell = new Shell(root);
  for (const port of ['8090', '8091']) ports.set(port, String(await freePort()));
  server = await startPostgres();
  store = await server.newStore();
});

afterAll(async () => {
  await shell.leave();
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

describe('from one machine to two, by README and guide', () => {
  it.each(story)('line $line: $language', async (block) => {
    if (block.language === 'sh') await carryOut(block);
    else if (block.language === 'text') expectShown(block.text);
    else await save(join(shell.folder, block.file ?? ''), `${hereOf(block.text)}\n`);
  });

  it('is a story of some length', () => {
    expect(story.filter(({ language }) => language === 'sh').length).toBeGreaterThan(6);
  });
});

async function carryOut({ text }: Block): Promise<void> {
  printed = '';
  for (const command of commandsOf(hereOf(text))) {
    const line = command.line.replace(/^feedsync /, 'npx feedsync ');
    printed += await shell.run({ ...command, line });
  }
}

function expectShown(shown: string): void {
  if (!fits(printed, shown, root)) expect(plain(printed, root)).toBe(plain(shown, root));
}

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** With the ports and the database that there are here. */
function hereOf(text: string): string {
  return text
    .replace(/\b809[01]\b/g, (port) => ports.get(port) ?? port)
    .replaceAll('postgres://feedsync@db.example/feedsync', store);
}

async function freePort(): Promise<number> {
  const taken = createServer();
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  const { port } = taken.address() as AddressInfo;
  await new Promise((closed) => taken.close(closed));
  return port;
}
