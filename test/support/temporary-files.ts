import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In memory, so that no test waits for a disk to confirm a write. */
const inMemory = '/dev/shm';
/** All files of a run at once need less. Containers often have 64 MB there: then the system's own folder for temporary files is used. */
const bytesNeeded = 3 * 1024 ** 3;

/** Around the whole run: one folder for the temporary files of every test and of the processes they start. */
export default function provideTemporaryFiles(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(before === undefined && hasRoom() ? inMemory : tmpdir(), 'feedsync-run-'));
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= bytesNeeded;
}
