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
 * Copies the configuration's store, a file, into one on PostgreSQL. Nobody may work on either meanwhile; the file stays as it is.
 * @throws AssemblyError where somebody works on the store, or it is no file
 * @throws StoreError with a sentence for the operator
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
      'The store of this configuration is on PostgreSQL already. Its own tools (pg_dump, pg_restore) bring it elsewhere. Nothing was done.',
    );
  const lock = takeStoreLock(
    config,
    'A feedsync process works on this store. Stop it first: what it writes meanwhile would be left behind. Nothing was done.',
  );
  try {
    const { path } = config.store;
    // Brings the file to this release's schema.
    await (await openStore(`sqlite:${path}`, { clock, onUpgrade: logUpgrade(log) })).close();
    return await bounded(copyLimit, clock, () => copyTo(url, path, clock, onProgress));
  } catch (error) {
    if (!(error instanceof TimeOverError)) throw error;
    throw new AssemblyError(
      'store',
      `The copy was ended: not one block of it came to its end within ${copyLimit.withinMs / 1000} s, so the database does not answer. See to it and start the same command again: it goes on where it ended. The store here is as it was.`,
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
    // Its drivers are only loaded where they are used.
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
