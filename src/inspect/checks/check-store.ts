import { diskWords, type DiskFault } from '../../texts/disk-words.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Store } from '../../store/store.js';
import { sharedFileSystem } from '../../platform/files/file-system.js';
import { fail, ok, warn, type Check } from './check.js';

const gigabyte = 1_000_000_000;
const freeWarnBytes = 2 * gigabyte;
const freeFailBytes = gigabyte / 5;

/** Can every part of the store be read? @param open throws where it cannot be opened, with a sentence for a person */
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
      ? warn(about, error.message, 'Nothing to do: `feedsync run` or `feedsync sync` makes it.')
      : fail(
          about,
          error instanceof Error ? error.message : 'The store cannot be read.',
          'Do what the sentence says before anything else: nothing works without the store.',
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

/** What stands against writing in a folder; nothing to say where nothing does. */
export function checkFolders(found: readonly (DiskFault & { folder: string })[]): Check[] {
  return found.map(({ folder, ...fault }) => {
    const { sentence, next } = diskWords(fault);
    return fail('disk', `${folder}: ${sentence.en}`, next.en);
  });
}

/** Is there room for snapshots and the store? */
export async function checkDisk(spool: Spool, folder: string): Promise<Check[]> {
  const free = await spool.freeBytes().catch(() => null);
  // It is made by the first start.
  if (free === null) return [];
  const message = `${(free / gigabyte).toFixed(1)} GB are free in ${folder}.`;
  const next = 'Free some space, or keep fewer snapshots (retention.snapshots).';
  if (free < freeFailBytes) return [fail('disk', `${message} That is too little to work on.`, next)];
  if (free < freeWarnBytes) return [warn('disk', `${message} That fills up soon.`, next)];
  return [ok('disk', message)];
}

/** Nothing to say of a file system of this machine. */
export async function checkFileSystem(folder: string, kindOf = sharedFileSystem): Promise<Check[]> {
  const kind = await kindOf(folder);
  if (kind === null) return [];
  return [
    warn(
      'file system',
      `The store lies on a shared file system (${kind}), where locks and finished writes cannot be relied on: two daemons may work on it, and a power cut may damage it.`,
      'Move `store` and `data_dir` to a disk of this machine, and keep `backups.folder` where they are now.',
    ),
  ];
}
