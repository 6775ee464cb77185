import type Sqlite from 'better-sqlite3';
import { openSqlite } from '../../src/platform/files/sqlite.js';

interface Driver {
  prepare: (this: Sqlite.Database, sql: string) => unknown;
  backup: (this: Sqlite.Database, file: string, options?: Sqlite.BackupOptions) => unknown;
}

/** Methods of all databases of the driver that this version of Node.js is given: a test stands between them and the store. */
export function sqliteDriver(): Driver {
  const database = openSqlite(':memory:');
  try {
    return Object.getPrototypeOf(database) as Driver;
  } finally {
    database.close();
  }
}
