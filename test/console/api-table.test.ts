import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/cli.js';
import { processTerminal } from '../../src/cli/terminal.js';
import { apiDocument } from '../server/api-document.js';

/** What only a browser does: a script has its token. */
const browsersOwn = new Set(['POST /session', 'DELETE /session', 'PUT /session/password']);
const acts = new Set(['post', 'put', 'patch', 'delete']);

/** Cells of the table of what is done, row by row: what, requests, commands. */
async function table(): Promise<{ requests: string[]; commands: string[] }[]> {
  const readme = await readFile('src/server/api/README.md', 'utf8');
  const [, lines = ''] = readme.split(/\n\| done in the console .*\n\| -.*\n/);
  const coded = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return lines
    .split('\n\n', 1)
    .join()
    .split('\n')
    .map((line) => line.split('|'))
    .map(([, , requests, commands]) => ({ requests: coded(requests), commands: coded(commands) }));
}

/** Every request of the API's document that changes something. */
async function documented(): Promise<string[]> {
  const { paths = {} } = await apiDocument();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => acts.has(method))
      .map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  );
}

/** Every request of the console that changes something; a part of an address that is chosen then is `.+`. */
async function asked(): Promise<RegExp[]> {
  const files = (await readdir('src/console', { recursive: true })).filter((path) => /\.tsx?$/.test(path));
  const texts = await Promise.all(files.map((path) => readFile(join('src/console', path), 'utf8')));
  const found = texts.join('\n').matchAll(/api\s*\.(POST|PUT|PATCH|DELETE)\(\s*(['`])\/api\/v1(.+?)\2/g);
  return [...found].map(([, method = '', , path = '']) => {
    const literal = path.replace(/\$\{\w+\}/g, '\0').replace(/[{}]/g, '\\$&');
    return new RegExp(`^${method} ${literal.replaceAll('\0', '[a-z]+')}$`);
  });
}

/** Whether `feedsync COMMAND` is there, with the flags that are named. */
async function isCommand(command: string): Promise<boolean> {
  const words = command.split(' ').filter((word) => !word.startsWith('-'));
  const flags = command.split(' ').filter((word) => word.startsWith('-'));
  const printed: string[] = [];
  const terminal = { ...processTerminal(process), out: (text: string) => void printed.push(text) };
  await runCli([...words, '--help'], terminal);
  const help = printed.join('');
  return help.startsWith(`Usage: feedsync ${words.join(' ')} `) && flags.every((flag) => help.includes(flag));
}

describe('the table of what the console does', async () => {
  const rows = await table();
  const told = rows.flatMap(({ requests }) => requests);

  it('names every request that changes something, and no other', async () => {
    expect(told.toSorted()).toEqual((await documented()).toSorted());
  });

  it('names everything that the console asks for', async () => {
    const patterns = await asked();
    expect(patterns.length).toBeGreaterThan(40);
    expect(patterns.filter((pattern) => !told.some((request) => pattern.test(request)))).toEqual([]);
  });

  it('names commands that there are, and one for all that people decide but taking back a change', async () => {
    const commands = rows.flatMap((row) => row.commands).filter((command) => !command.endsWith(':'));
    const known = await Promise.all(commands.map(isCommand));
    expect(commands.filter((_, index) => known[index] !== true)).toEqual([]);
    const bare = rows.filter(({ commands: own }) => own.length === 0).flatMap(({ requests }) => requests);
    const decisions = bare.filter(
      (request) => !browsersOwn.has(request) && !request.includes('/invitations/'),
    );
    expect(decisions).toEqual(['POST /feeds/{name}/changes/{id}/undo']);
  });
});
