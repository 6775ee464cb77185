import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { openSqlite, SqliteError } from '../files/sqlite.js';

export interface ProcessLock {
  release(): void;
}

/** A connection that nobody refers to is collected, and its lock with it. */
const held = new Set<Sqlite.Database>();

/** Long enough for a passing `isLocked` to be over. */
const waitMs = 200;

/**
 * Takes the lock at `path`, a small database of its own beside the store; null where another process, or another part of
 * this one, has it. It is a lock of the operating system's: it dies with the process, however that ends.
 */
export function acquireLock(path: string): ProcessLock | null {
  makePrivate(path);
  const database = openSqlite(path, { timeout: waitMs });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      if (!held.delete(database)) return;
      database.exec('rollback');
      database.close();
    },
  };
}

/** Never by opening a file that is there: closing it again would let go of a lock that this process has on it. */
function makePrivate(path: string): void {
  const mode = 0o600;
  if (existsSync(path)) chmodSync(path, mode);
  else writeFileSync(path, '', { flag: 'wx', mode });
}

/** Whether somebody holds the lock now. A file that is not there is not locked. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  let database: Sqlite.Database | null = null;
  try {
    database = openSqlite(path, { readonly: true, fileMustExist: true, timeout: 0 });
    database.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    if (error instanceof SqliteError && error.code === 'SQLITE_CANTOPEN') return false;
    throw error;
  } finally {
    database?.close();
  }
}

/**
 * Whether another process has the database at `path` open under another name, a hard link. SQLite's own locks are by inode, and each
 * connection holds one; by one name alone, others are kept away by `acquireLock`.
 */
export function isOpenByOtherName(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.nlink < 2) return false;
  const database = openSqlite(path, { timeout: waitMs });
  try {
    database.pragma('locking_mode = exclusive');
    database.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
}
