import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { openSqlite, SqliteError } from '../../platform/files/sqlite.js';
import { StoreError } from '../database/errors.js';

/** It is held in memory twice while it is opened. */
const bytesMax = 256 * 1024 * 1024;

/** Where a header says by which kind of journal a file is written and read, and the number of the kind that needs no other file. */
const journalAt = [18, 19] as const;
const rollbackJournal = 1;

/**
 * A store that was closed, read into memory. SQLite opens one in place only where it can make files beside it, which it cannot on a disk
 * that is mounted read-only.
 * @param error of the attempt to open it in place
 * @returns null where that is not the reason, where a log beside it holds more of it, or where it is too large
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
