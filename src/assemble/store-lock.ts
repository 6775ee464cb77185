import { AssemblyError } from './error.js';
import { lockPath } from './paths.js';
import type { Config } from '../config/schema.js';
import { acquireLock, isOpenByOtherName, type ProcessLock } from '../platform/process/process-lock.js';
import { explainSqlite } from '../store/sqlite/sqlite-errors.js';

/**
 * Locks the store for this process, by whatever name the store is opened.
 * @param taken the message if another process has it
 * @throws AssemblyError
 */
export function takeStoreLock(config: Config, taken: string): ProcessLock {
  const lock = acquire(lockPath(config));
  if (lock === null) throw new AssemblyError('locked', taken);
  try {
    if (config.store.kind === 'sqlite' && isOpenByOtherName(config.store.path))
      throw new AssemblyError(
        'locked',
        `Another feedsync process works on this store under another name: ${config.store.path} is a hard link, and opening a store by two names damages it. Stop the other process, then remove all of its names but one.`,
      );
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function acquire(path: string): ProcessLock | null {
  try {
    return acquireLock(path);
  } catch (error) {
    throw explainSqlite(error, path);
  }
}
