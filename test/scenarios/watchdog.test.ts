import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLastRestart, restartFile } from '../../src/platform/watchdog/last-restart.js';

let folder: string;
let child: ChildProcess;
let lines: AsyncIterator<string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-watchdog-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(mode: 'restart' | 'watch' | 'stuck' | 'kill'): Promise<void> {
  const command = [
    process.execPath,
    '--import',
    'tsx',
    resolve('test/support/watched-process.ts'),
    folder,
    mode,
  ];
  // A pipe whose reader does not read: what Node.js itself makes for a child never blocks.
  const unread = 'exec "$@" 2> >(exec sleep 10 >/dev/null)';
  child = spawn('bash', ['-c', mode === 'kill' ? unread : 'exec "$@"', 'bash', ...command], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  if (child.stdout === null) throw new Error('its output is not read');
  lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  if (mode !== 'stuck') expect(await next()).toBe('watching');
}

async function next(): Promise<string> {
  const { value } = await lines.next();
  return value as string;
}

const write = (line: string): unknown => child.stdin?.write(`${line}\n`);

async function ended(): Promise<{ code: number | string | null; noted: string | undefined }> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code: code ?? signal, noted: readLastRestart(restartFile(folder, 'all'))?.reason };
}

describe('a process under the watchdog', () => {
  it('ends with code 1 when its loop is blocked for good, and notes that first', async () => {
    await start('restart');
    write('block');
    expect(await ended()).toEqual({ code: 1, noted: 'blocked' });
  });

  it('is killed where no one reads its stderr any more, which blocks it', async () => {
    await start('kill');
    write('flood');
    expect(await ended()).toEqual({ code: 'SIGKILL', noted: 'blocked' });
  });

  it('goes on after it was stopped and continued', async () => {
    await start('restart');
    child.kill('SIGSTOP');
    // Longer than a loop may be blocked.
    await sleep(900);
    child.kill('SIGCONT');
    write('ask');
    expect(await next()).toBe('reason: null');
    expect(existsSync(restartFile(folder, 'all'))).toBe(false);
  });

  it('reports a block that ended, and is not ended, where restarts are not asked for', async () => {
    await start('watch');
    write('block 1200');
    expect(await next()).toMatch(/^reason: This process was blocked for 0\.5 s or longer/);
    expect(existsSync(restartFile(folder, 'all'))).toBe(false);
  });

  it('ends for a job that keeps its slot, once', async () => {
    await start('stuck');
    const close = ended();
    expect([await next(), await next()]).toEqual([
      'stuck: poll:feed',
      'restart: A job cannot be ended and still has its slot 0.5 s after its deadline: restart this process.',
    ]);
    expect(await close).toEqual({ code: 1, noted: 'stuck' });

    await start('stuck');
    expect(await next()).toBe('stuck: poll:feed');
    write('ask');
    expect(await next()).toMatch(/^reason: A job cannot be ended/);
  });
});
