import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLock, isLocked } from '../../src/platform/process/process-lock.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feedsync-lock-'));
  path = join(folder, 'feedsync.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('has one holder at a time', () => {
  expect(isLocked(path)).toBe(false);
  const lock = acquireLock(path);
  expect(lock).not.toBeNull();
  expect(isLocked(path)).toBe(true);
  expect(acquireLock(path)).toBeNull();
  lock?.release();
  lock?.release();
  expect(isLocked(path)).toBe(false);
  acquireLock(path)?.release();
});

it('dies with the process that holds it', async () => {
  const holder = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `import { openSqlite } from './src/platform/files/sqlite.ts';
       globalThis.lock = openSqlite(process.argv[1]);
       globalThis.lock.exec('begin exclusive');
       process.stdout.write('held');
       setInterval(() => undefined, 1000);`,
      path,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(holder.stdout, 'data');
  const whileHeld = [isLocked(path), acquireLock(path)];
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(whileHeld).toEqual([true, null]);
  expect(isLocked(path)).toBe(false);
  const lock = acquireLock(path);
  expect(lock).not.toBeNull();
  lock?.release();
});
