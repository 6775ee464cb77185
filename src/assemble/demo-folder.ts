import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssemblyError } from './error.js';
import type { Clock } from '../platform/clock.js';
import { acquireLock, isLocked } from '../platform/process/process-lock.js';

const lockName = 'demo.lock';
const addressName = 'console.url';

/** How long a second demo waits for the address of the first: a demo that just took its folder needs a moment until its console answers. */
const startWithinMs = 10_000;
const lookEveryMs = 100;

/** Another process runs the demo in this folder. Nothing was started, and nothing in the folder was touched. */
export class DemoRunning extends Error {
  override name = 'DemoRunning';
  constructor(
    readonly folder: string,
    /** The console's link as that process printed it; null while it is still starting. */
    readonly console: string | null,
  ) {
    super(`The demo runs already in ${folder}.`);
  }
}

/** The demo's data folder, held by this process alone. */
export interface DemoFolder {
  /** Lets a second demo show where this one answers. */
  announce(console: string): Promise<void>;
  leave(): Promise<void>;
}

/**
 * Takes the folder and empties it. The lock comes first: a folder in use is never emptied.
 * @throws DemoRunning, AssemblyError
 */
export async function takeDemoFolder(folder: string, clock: Pick<Clock, 'sleep'>): Promise<DemoFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockOrAddress(folder, clock);
  const address = join(folder, addressName);
  try {
    if (isLocked(join(folder, 'feedsync.db.lock')))
      throw new AssemblyError(
        'locked',
        `Another feedsync process works on the store in ${folder}. Stop it, then start the demo again. Nothing was started.`,
      );
    for (const entry of await readdir(folder))
      if (entry !== lockName) await rm(join(folder, entry), { recursive: true, force: true });
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    announce: (console) => writeFile(address, `${console}\n`, { mode: 0o600 }),
    async leave() {
      await rm(address, { force: true });
      lock.release();
    },
  };
}

/** @throws DemoRunning */
async function lockOrAddress(
  folder: string,
  clock: Pick<Clock, 'sleep'>,
): Promise<NonNullable<ReturnType<typeof acquireLock>>> {
  for (let waited = 0; waited < startWithinMs; waited += lookEveryMs) {
    // Tried each time: the other process may have ended before its console answered.
    const lock = acquireLock(join(folder, lockName));
    if (lock !== null) return lock;
    const console = (await readFile(join(folder, addressName), 'utf8').catch(() => '')).trim();
    if (console !== '') throw new DemoRunning(folder, console);
    await clock.sleep(lookEveryMs);
  }
  throw new DemoRunning(folder, null);
}
