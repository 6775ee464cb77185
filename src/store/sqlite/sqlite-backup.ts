import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { advanced, currentFence, JobEndedError } from '../../platform/fence.js';
import { openSqlite, SqliteError } from '../../platform/files/sqlite.js';
import { StoreError } from '../database/errors.js';
import { corrupt } from './sqlite-errors.js';
import type { StoreBackup } from '../contract/backup.js';

/** Pages copied per step, about 1 MB. Other work runs between two steps. */
const pagesPerStep = 256;

/**
 * Copies a store that may be in use into a single file that only its owner may read. The copy is a snapshot. It gets its name only after its
 * pages and row counts were checked. An existing file is never overwritten.
 * @param source a separate connection to the store that writes nothing
 * @throws StoreError `backup` if the file cannot be written, `corrupt` if the store is damaged
 */
export async function backUpSqlite(source: Sqlite.Database, file: string): Promise<StoreBackup> {
  if (existsSync(file))
    throw new StoreError(
      'backup',
      `There is a file ${file} already, and it was left as it is: it may be the only good copy. Name another file.`,
    );
  try {
    const counts = await copySqlite(source, file);
    return summary(counts, statSync(file).size);
  } catch (error) {
    throw notWritten(file, error);
  }
}

/**
 * Like `backUpSqlite`, but atomically replaces an existing file.
 * @returns number of rows by table
 * @throws StoreError `corrupt`; the error of the file system if the file cannot be written
 */
export async function copySqlite(source: Sqlite.Database, file: string): Promise<Map<string, number>> {
  const unfinished = unfinishedOf(file);
  try {
    create(unfinished);
    const counts = await copyOneMoment(source, unfinished);
    checkCopy(unfinished, counts, source.name);
    currentFence()?.check();
    sync(unfinished, 'r+');
    renameSync(unfinished, file);
    sync(dirname(file), 'r');
    return counts;
  } catch (error) {
    throw isCorrupt(error) ? corrupt(source.name, error.message, { cause: error }) : error;
  } finally {
    removeQuietly([unfinished, `${unfinished}-journal`]);
  }
}

function isCorrupt(error: unknown): error is Error {
  return error instanceof SqliteError && error.code.startsWith('SQLITE_CORRUPT');
}

/** Removes files. Errors are ignored: if the folder cannot be read, there is no file to remove. */
function removeQuietly(paths: readonly string[]): void {
  for (const path of paths)
    try {
      rmSync(path, { force: true });
    } catch {
      continue;
    }
}

const unfinishedOf = (file: string): string => `${file}-unfinished`;

function create(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  closeSync(openSync(path, 'wx', 0o600));
}

/** One read transaction covers the whole copy, so that concurrent writes neither change nor restart it. */
async function copyOneMoment(source: Sqlite.Database, file: string): Promise<Map<string, number>> {
  source.exec('begin');
  try {
    const counts = countRows(source);
    await source.backup(file, {
      progress() {
        currentFence()?.check();
        advanced({ steps: 1 });
        return pagesPerStep;
      },
    });
    return counts;
  } finally {
    source.exec('rollback');
  }
}

function checkCopy(file: string, counts: ReadonlyMap<string, number>, path: string): void {
  const copy = openSqlite(file, { fileMustExist: true });
  try {
    // Without WAL mode the copy needs no log file beside it.
    copy.pragma('journal_mode = DELETE');
    const damage = copy.pragma('quick_check(1)', { simple: true });
    if (damage !== 'ok') throw corrupt(path, String(damage));
    const copied = countRows(copy);
    for (const [table, rows] of counts)
      if (copied.get(table) !== rows) throw corrupt(path, `${table} has other rows in its copy`);
  } finally {
    copy.close();
  }
}

function countRows(database: Sqlite.Database): Map<string, number> {
  const tables = database
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .pluck()
    .all();
  const count = (table: string): number =>
    database.prepare<[], number>(`select count(*) from "${table}"`).pluck().get() ?? 0;
  return new Map(tables.map((table) => [table, count(table)]));
}

/** Flushes a file's content, or a folder's entries, to the disk, so that a power cut does not lose them. */
function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function summary(counts: ReadonlyMap<string, number>, bytes: number): StoreBackup {
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { bytes, feeds: counts.get('feed') ?? 0, listings: counts.get('listing') ?? 0, rows };
}

function notWritten(file: string, error: unknown): unknown {
  if (error instanceof StoreError || error instanceof JobEndedError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new StoreError(
    'backup',
    `The backup ${file} could not be written (${code}); nothing is left of it, and the store is as it was. Name a file in a folder with enough room that the user that runs feedsync may write to.`,
    { cause: error },
  );
}
