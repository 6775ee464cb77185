import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { advanced, currentFence, JobEndedError } from '../../platform/fence.js';
import { openSqlite, SqliteError } from '../../platform/files/sqlite.js';
import { StoreError } from '../database/errors.js';
import { corrupt } from './sqlite-errors.js';
import type { StoreBackup } from '../contract/backup.js';

/** Between two steps others have their turn: some 1 MB each. */
const pagesPerStep = 256;

/**
 * Copies a store that may be in use into one file that needs no other beside it, for nobody else to read. The copy is of one moment,
 * checked page by page and counted against the store before it gets its name; a file that is there is never overwritten.
 * @param source a connection of its own to the store, which nobody writes with
 * @throws StoreError `backup` where the file cannot be written, `corrupt` where the store is damaged
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
 * The same in place of whatever has the name: whole, or not at all.
 * @returns how many rows each table has
 * @throws StoreError `corrupt`; what the file system says where the file cannot be written
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

/** Where it cannot even be looked for there is nothing to remove. */
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

/** A transaction that only reads holds the moment, so that whoever writes meanwhile makes nothing begin anew. */
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
    // A file by itself: no log has to go with it.
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

/** Bytes of a file, and names of a folder, that must not vanish with the power. */
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
