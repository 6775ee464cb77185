import { AssemblyError } from './error.js';
import { logUpgrade } from './log-upgrade.js';
import { takeStoreLock } from './store-lock.js';
import type { Config } from '../config/schema.js';
import { bounded, TimeOverError } from '../platform/bounded.js';
import { copyLimit } from '../sync/job-limits.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log/log.js';
import type { Moved, MoveProgress } from '../store/upkeep/move-store.js';
import { openStore } from '../store/open-store.js';

/**
 * Copies the configuration's store, a file, into a store on PostgreSQL. No process may use either store during the copy. The file stays as
 * it is.
 * @throws AssemblyError if a process uses the store, or the store is not a file
 * @throws StoreError with a message for the operator
 */
export async function moveToPostgres(
  config: Config,
  url: string,
  { clock, log }: { clock: Clock; log: Log },
  onProgress: (progress: MoveProgress) => void,
): Promise<Moved> {
  if (config.store.kind !== 'sqlite')
    throw new AssemblyError(
      'store',
      'The store of this configuration is already on PostgreSQL. Its own tools (pg_dump, pg_restore) move it. Nothing was done.',
    );
  const lock = takeStoreLock(
    config,
    'A feedsync process works on this store. Stop it first: what it writes during the copy would be lost. Nothing was done.',
  );
  try {
    const { path } = config.store;
    // Upgrades the file to this release's schema.
    await (await openStore(`sqlite:${path}`, { clock, onUpgrade: logUpgrade(log) })).close();
    return await bounded(copyLimit, clock, () => copyTo(url, path, clock, onProgress));
  } catch (error) {
    if (!(error instanceof TimeOverError)) throw error;
    throw new AssemblyError(
      'store',
      `The copy was stopped: no block of it was copied within ${copyLimit.withinMs / 1000} s, so the database does not answer. Check it and run the same command again: it continues where it stopped. The store here is unchanged.`,
    );
  } finally {
    lock.release();
  }
}

async function copyTo(
  url: string,
  path: string,
  clock: Clock,
  onProgress: (progress: MoveProgress) => void,
): Promise<Moved> {
  const target = await openStore(url, { clock, exclusive: true });
  try {
    // Loaded here because other commands do not need these drivers.
    const { moveStore } = await import('../store/upkeep/move-store.js');
    const { connectSqlite } = await import('../store/sqlite/sqlite-database.js');
    const source = connectSqlite(path, { readOnly: true });
    try {
      return await moveStore(source, url, clock.now(), onProgress);
    } finally {
      source.close();
    }
  } finally {
    await target.close();
  }
}
