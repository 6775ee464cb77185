import { mkdir } from 'node:fs/promises';
import { AssemblyError } from './error.js';
import { logFolder, storeFolder } from './paths.js';
import type { Config } from '../config/schema.js';
import { diskWords, type DiskFault, type DiskPlace } from '../texts/disk-words.js';
import type { Clock } from '../platform/clock.js';
import { codeOf } from '../platform/code-of.js';
import { createDiskWatch, type Disk, type DiskWatch, type WatchedFolder } from '../platform/files/disk.js';
import type { Log } from '../platform/log/log.js';
import type { Millis } from '../model/millis.js';

/** The folders that this process writes to, the most important first. */
function foldersOf(config: Config): WatchedFolder<DiskPlace>[] {
  const store = { place: 'store', folder: storeFolder(config) } as const;
  const data = { place: 'data', folder: config.dataDir } as const;
  return config.store.kind === 'sqlite' ? [store, data] : [data];
}

/**
 * Creates the folders that work writes to and checks that they are writable.
 * @throws AssemblyError with a message for the operator
 */
export async function prepareFolders(config: Config, disk: Disk): Promise<void> {
  for (const { place, folder } of foldersOf(config)) {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 }).then(() => null, codeOf);
    const code = made ?? (await disk.tryToWrite(folder));
    if (code === null) continue;
    const { what, next } = diskWords({ place, code });
    throw new AssemblyError('disk', `${folder}: ${what.en} Nothing was started. ${next.en}`);
  }
}

/** Watches the same folders while the process runs, and the folder of log files. */
export function watchFolders(
  config: Config,
  { disk, clock, log }: { disk: Disk; clock: Clock; log: Log },
): DiskWatch<DiskPlace> {
  return createDiskWatch({
    folders: [...foldersOf(config), { place: 'logs', folder: logFolder(config) }],
    ...{ disk, clock },
    onChange(began, ended) {
      for (const { place, folder, code } of began)
        log.error('folder cannot be written', { folder, error: diskWords({ place, code }).sentence.en });
      for (const { folder } of ended) log.info('folder can be written again', { folder });
    },
  });
}

/** The folders that do not look writable, found without writing, for commands that only read. */
export async function unwritableFolders(
  config: Config,
  disk: Disk,
): Promise<(DiskFault & { folder: string; since: Millis | null })[]> {
  const folders = foldersOf(config);
  const codes = await Promise.all(folders.map(({ folder }) => disk.look(folder)));
  return folders.flatMap(({ place, folder }, index) => {
    const code = codes[index] ?? null;
    const isKnown = folders.findIndex((one) => one.folder === folder) < index;
    return code === null || isKnown ? [] : [{ place, folder, code, since: null }];
  });
}
