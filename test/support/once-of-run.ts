import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/clock.js';
import { runFolderVariable } from './temporary-files.js';

const lookMs = 50;

/**
 * Makes something for all workers of a run, and once: the others wait until it is whole. Outside of a run it is made each time.
 * @returns what `make` returned, in this worker or another one
 */
export async function onceOfRun(name: string, make: () => Promise<string>): Promise<string> {
  const run = process.env[runFolderVariable];
  if (run === undefined) return make();
  const result = join(run, `${name}.made`);
  const turn = join(run, `${name}.turn`);
  for (;;) {
    const made = await readFile(result, 'utf8').catch(() => null);
    if (made !== null) return made;
    // Only one of them makes the folder.
    const isOwn = await mkdir(turn).then(
      () => true,
      () => false,
    );
    if (isOwn) return makeOwn(result, turn, make);
    await systemClock.sleep(lookMs);
  }
}

async function makeOwn(result: string, turn: string, make: () => Promise<string>): Promise<string> {
  try {
    const made = await make();
    await writeFile(`${result}.part`, made);
    await rename(`${result}.part`, result);
    return made;
  } catch (error) {
    // The next one tries for itself.
    await rm(turn, { recursive: true });
    throw error;
  }
}
