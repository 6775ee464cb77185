import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the run, where test files leave what takes long to make for the others. Unset outside of a run. */
export const runFolderVariable = 'FEEDSYNC_TEST_FOLDER';

/** In memory, so that no test waits for a disk to confirm a write. */
const inMemory = '/dev/shm';
/** All files of a run at once need less. Containers often have 64 MB there: then the system's own folder for temporary files is used. */
const bytesNeeded = 3 * 1024 ** 3;
const name = 'feedsync-run-';

/** Around the whole run: one folder for the temporary files of every test and of the processes they start. */
export default function provideTemporaryFiles(): () => void {
  const before = process.env.TMPDIR;
  const folder = (before === undefined ? folderInMemory() : null) ?? mkdtempSync(join(tmpdir(), name));
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env[runFolderVariable] = folder;
  return () => {
    Reflect.deleteProperty(process.env, runFolderVariable);
    if (before === undefined) Reflect.deleteProperty(process.env, 'TMPDIR');
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function folderInMemory(): string | null {
  if (!existsSync(inMemory)) return null;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < bytesNeeded) return null;
  const folder = mkdtempSync(join(inMemory, name));
  if (canRunPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

/** Some tests run programs that they have installed; containers may forbid it there. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
