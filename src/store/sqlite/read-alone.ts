import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { openSqlite, SqliteError } from '../../platform/files/sqlite.js';
import { StoreError } from '../database/errors.js';

/** Maximum size of the file. The file is in memory twice while it is opened. */
const bytesMax = 256 * 1024 * 1024;

/** Offsets in the file header of the journal mode for writing and for reading. */
const journalAt = [18, 19] as const;
/** Journal mode that needs no other file for reading. */
const rollbackJournal = 1;

/**
 * Reads a closed store into memory. SQLite opens a file in WAL mode only if it can create files beside it, which fails on a disk that is
 * mounted read-only.
 * @param error of the attempt to open the file in place
 * @returns null if the attempt failed for another reason, if this user may write to the folder, if a non-empty write-ahead log is beside the
 * file, or if the file is too large
 */
export function readAlone(path: string, error: unknown): Sqlite.Database | null {
  const cause = error instanceof StoreError ? error.cause : error;
  const isKept = cause instanceof SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(cause.code);
  if (!isKept || isWritable(dirname(path)) || hasLog(path) || statSync(path).size > bytesMax) return null;
  const bytes = readFileSync(path);
  for (const at of journalAt) bytes[at] = rollbackJournal;
  return openSqlite(bytes, { readonly: true });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function hasLog(path: string): boolean {
  const log = `${path}-wal`;
  return existsSync(log) && statSync(log).size > 0;
}
