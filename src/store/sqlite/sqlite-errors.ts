import { SqliteError } from '../../platform/files/sqlite.js';
import { StoreError } from '../database/errors.js';

/** Turns SQLite errors that an operator can act on into StoreErrors. Other errors are bugs and are returned unchanged. */
export function explainSqlite(error: unknown, path: string): unknown {
  if (!(error instanceof SqliteError)) return error;
  const cause = { cause: error };
  const code = error.code;
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new StoreError(
      'busy',
      `The store ${path} is being written by another process and did not become free in time; nothing was changed. Try again in a moment.`,
      cause,
    );
  if (code === 'SQLITE_NOTADB') return notADatabase(path, cause);
  if (code.startsWith('SQLITE_CORRUPT')) return corrupt(path, error.message, cause);
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return new StoreError(
      'read_only',
      `The store ${path} cannot be written; nothing was changed. Make the file and its folder writable for the user that runs feedsync.`,
      cause,
    );
  if (code === 'SQLITE_CANTOPEN')
    return new StoreError(
      'unreadable',
      `The store ${path} cannot be opened. Check that its folder exists and may be read and written by the user that runs feedsync, and that its disk is not mounted read-only.`,
      cause,
    );
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR'))
    return new StoreError(
      'disk',
      `The disk of the store ${path} is full or failing (${code}); nothing was changed. Free space or repair the disk: a process that was at work goes on by itself, one that was only starting has to be started again.`,
      cause,
    );
  return error;
}

export function notADatabase(path: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    'not_a_store',
    `The file ${path} is not a feedsync store, and it was left as it is. Check the path under "store", or move the file away and restore a backup.`,
    options,
  );
}

export function corrupt(path: string, finding: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    'corrupt',
    `The store ${path} is damaged (${finding}), and it was left as it is. Stop feedsync, keep a copy of the file and restore the latest backup.`,
    options,
  );
}
