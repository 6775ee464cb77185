import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

/**
 * Version 13 requires Node-API 10, which Node.js has from 22.14 on; on older ones it aborts the process. Version 12 works on older ones,
 * but compiled for Node.js 24.19 or later it aborts the process at a garbage collection.
 */
const isRecent = Number(process.versions.napi) >= 10;
const driver = isRecent ? 'better-sqlite3-13' : 'better-sqlite3';

const Sqlite = loadDriver();

/** The error of a failed statement; `code` is SQLite's. */
export const SqliteError = Sqlite.SqliteError;

/** @throws SqliteError; TypeError if the folder does not exist */
export function openSqlite(path: string | Buffer, options?: BetterSqlite.Options): BetterSqlite.Database {
  return new Sqlite(path, options);
}

/**
 * Version 13 brings its binary; npm leaves it out when it installs on Node.js 20. Version 12 must be compiled: a checkout has it, an
 * installed package does not.
 */
function loadDriver(): typeof BetterSqlite {
  try {
    return createRequire(import.meta.url)(driver) as typeof BetterSqlite;
  } catch (error) {
    const how = isRecent
      ? 'feedsync was installed with an older Node.js. Install it again with this one: in a checkout run `npm ci`.'
      : 'Install feedsync with Node.js 22.14 or later, which needs nothing more. Or compile it: in a checkout run `npm start` once; beside an installed package run `npm install --global better-sqlite3@12.11.1` (it needs Python 3, make and a C++ compiler).';
    throw new Error(`SQLite for Node.js ${process.version} is not installed. ${how}`, { cause: error });
  }
}
