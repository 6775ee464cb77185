import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { openSqlite, SqliteError } from '../files/sqlite.js';

/** A lock that this process holds. */
export interface ProcessLock {
  release(): void;
}

/** The connections that hold locks. An unreferenced connection would be garbage-collected, and its lock released. */
const held = new Set<Sqlite.Database>();

/** How long to wait for a lock. Longer than the moment for which another process's `isLocked` holds a read lock. */
const waitMs = 200;

/**
 * Takes the lock at `path`, a small database file beside the store. It is a lock of the operating system, so it ends with the process,
 * however that dies.
 * @returns null if another process, or another part of this one, holds the lock
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

/** Sets the mode without opening an existing file: closing it would release a POSIX lock that this process holds on it. */
function makePrivate(path: string): void {
  const mode = 0o600;
  if (existsSync(path)) chmodSync(path, mode);
  else writeFileSync(path, '', { flag: 'wx', mode });
}

/** Whether the lock is held now, by any process. A missing file is not locked. */
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
 * Whether another process has the database at `path` open under another name, through a hard link. `acquireLock` excludes processes that
 * use the same name; SQLite's own locks are per inode, so they also show other names.
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
