import { diskWords, type DiskFault } from '../../texts/disk-words.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Store } from '../../store/store.js';
import { sharedFileSystem } from '../../platform/files/file-system.js';
import { fail, ok, warn, type Check } from './check.js';

const gigabyte = 1_000_000_000;
const freeWarnBytes = 2 * gigabyte;
const freeFailBytes = gigabyte / 5;

/** Checks that every part of the store can be read. @param open throws with a readable message if the store cannot be opened */
export async function checkStore(open: () => Promise<Store>): Promise<Check> {
  const about = 'store';
  try {
    const store = await open();
    try {
      return ok(about, await describe(store));
    } finally {
      await store.close();
    }
  } catch (error) {
    return isMissing(error)
      ? warn(about, error.message, 'Nothing to do: `feedsync run` or `feedsync sync` creates it.')
      : fail(
          about,
          error instanceof Error ? error.message : 'The store cannot be read.',
          'Repair this first: nothing works without the store.',
        );
  }
}

async function describe(store: Store): Promise<string> {
  const feeds = await store.feeds.all();
  const connections = await store.connections.all();
  const states = await store.listings.countsByPortalState({});
  const listings = Object.values(states).reduce((sum, count) => sum + count, 0);
  return `The store opens and can be read (feeds: ${feeds.length}, connections: ${connections.length}, listings: ${listings}).`;
}

function isMissing(error: unknown): error is Error {
  return error instanceof Error && 'kind' in error && error.kind === 'missing';
}

/** One failed check for each folder that cannot be written. */
export function checkFolders(found: readonly (DiskFault & { folder: string })[]): Check[] {
  return found.map(({ folder, ...fault }) => {
    const { sentence, next } = diskWords(fault);
    return fail('disk', `${folder}: ${sentence.en}`, next.en);
  });
}

/** Checks the free space for snapshots and the store. */
export async function checkDisk(spool: Spool, folder: string): Promise<Check[]> {
  const free = await spool.freeBytes().catch(() => null);
  // Without a folder there is nothing to check: it is created at the first start.
  if (free === null) return [];
  const message = `${(free / gigabyte).toFixed(1)} GB are free in ${folder}.`;
  const next = 'Free some space, or keep fewer snapshots (retention.snapshots).';
  if (free < freeFailBytes) return [fail('disk', `${message} That is too little to continue.`, next)];
  if (free < freeWarnBytes) return [warn('disk', `${message} That will not last long.`, next)];
  return [ok('disk', message)];
}

/** Warns if the store is on a shared file system; no check for a local one. */
export async function checkFileSystem(folder: string, kindOf = sharedFileSystem): Promise<Check[]> {
  const kind = await kindOf(folder);
  if (kind === null) return [];
  return [
    warn(
      'file system',
      `The store is on a shared file system (${kind}), where locks and completed writes are not reliable: two daemons may use it at once, and a power cut may damage it.`,
      'Move `store` and `data_dir` to a disk of this machine, and keep `backups.folder` where they are now.',
    ),
  ];
}
