import type Sqlite from 'better-sqlite3';
import { openSqlite, SqliteError } from '../../platform/files/sqlite.js';
import type { Rows } from './state-rows.js';

/** The sandbox's state in an SQLite file. */
export interface StateFile {
  /** The rows that the file held when it was opened; empty for a new file. */
  readonly rows: Rows;
  /** Replaces the rows in one transaction, which writes only those that changed. */
  write(rows: Rows): void;
  close(): void;
}

/** The state file cannot be used. The message tells the user why, and what to do. */
export class StateFileError extends Error {
  override name = 'StateFileError';
}

/** SQLite's application id of a state file, "fsbx" in ASCII: distinguishes it from the databases of other programs. */
const applicationId = 0x66736278;
/** Version of the file's format. Raised when older releases cannot read what this one writes. */
const version = 1;

/** @throws StateFileError for a file that is not a sandbox's, is of a newer version, or is in use */
export function openStateFile(file: string): StateFile {
  const database = open(file);
  const rows: Rows = new Map(
    database
      .prepare<[], { path: string; text: string }>('SELECT path, text FROM kept ORDER BY sequence')
      .all()
      .map(({ path, text }) => [path, text]),
  );
  const put = database.prepare(
    'INSERT INTO kept (path, text) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET text = excluded.text',
  );
  const remove = database.prepare('DELETE FROM kept WHERE path = ?');
  let known: Rows = rows;
  const writeChanges = database.transaction((next: Rows) => {
    for (const path of known.keys()) if (!next.has(path)) remove.run(path);
    for (const [path, text] of next) if (known.get(path) !== text) put.run(path, text);
  });
  return {
    rows,
    write(next) {
      writeChanges(next);
      known = next;
    },
    close: () => void database.close(),
  };
}

function open(file: string): Sqlite.Database {
  let database: Sqlite.Database | undefined;
  try {
    database = openSqlite(file, { timeout: 0 });
    prepare(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof SqliteError || error instanceof TypeError ? cannotUse(file, error) : error;
  }
}

function prepare(database: Sqlite.Database, file: string): void {
  // A second process must not open the file: it would overwrite this one's rows.
  database.pragma('locking_mode = EXCLUSIVE');
  const id = database.pragma('application_id', { simple: true });
  const tables = database.prepare('SELECT 1 FROM sqlite_master').all().length;
  if (id !== applicationId && (id !== 0 || tables > 0)) {
    throw new StateFileError(
      `${file} is a database of another program, and was left as it is. Name another file with --state.`,
    );
  }
  const found = Number(database.pragma('user_version', { simple: true }));
  if (found > version) {
    throw new StateFileError(
      `${file} was written by a newer feedsync (version ${found} of the file, this one reads up to ${version}). Use that one, or name another file with --state.`,
    );
  }
  // With WAL, the next process finds the rows that a killed process had written.
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma(`application_id = ${applicationId}`);
  database.pragma(`user_version = ${version}`);
  database.exec(
    'CREATE TABLE IF NOT EXISTS kept (sequence INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT UNIQUE NOT NULL, text TEXT NOT NULL)',
  );
}

function cannotUse(file: string, error: Error): StateFileError {
  const code = error instanceof SqliteError ? error.code : '';
  if (code === 'SQLITE_NOTADB')
    return new StateFileError(
      `${file} is not a state file of the sandbox, and was left as it is. Name another file with --state.`,
    );
  if (code.startsWith('SQLITE_BUSY'))
    return new StateFileError(`${file} is in use by another sandbox. Stop that one, or name another file.`);
  return new StateFileError(
    `${file} cannot be opened (${error.message}). Name a file in a folder that exists and that you may write to.`,
  );
}
