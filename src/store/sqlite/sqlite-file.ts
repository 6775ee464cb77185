import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../database/errors.js';
import { notADatabase } from './sqlite-errors.js';

const header = 'SQLite format 3\0';

/** Only the user that runs feedsync may read the store: it contains data of agencies. */
const privateFile = 0o600;
const privateFolder = 0o700;

/**
 * Checks a store's files before SQLite opens them. SQLite would silently turn an empty file into a new database, and use an old state if the
 * write-ahead log is missing.
 * @returns whether a store exists at the path
 * @throws StoreError `not_a_store`, `corrupt`
 */
export function inspectStoreFile(path: string): boolean {
  const hasLog = existsSync(logOf(path));
  if (!existsSync(path)) {
    if (!hasLog) return false;
    throw new StoreError(
      'corrupt',
      `The store ${path} is missing, but its write-ahead log ${logOf(path)} is there. Put both back, or restore a backup and delete the log.`,
    );
  }
  if (!hasHeader(path)) throw notADatabase(path);
  if (existsSync(openMarkOf(path)) && !hasLog)
    throw new StoreError(
      'corrupt',
      `The store ${path} was not closed, and its write-ahead log ${logOf(path)} is gone: the latest changes may be lost. Put the log back or restore a backup; to accept the store as it is, delete ${openMarkOf(path)}.`,
    );
  return true;
}

/** Creates a store atomically: builds the file under another name and renames it. */
export async function createStoreFile(path: string, build: (path: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: privateFolder });
  const unfinished = `${path}-new`;
  rmSync(unfinished, { force: true });
  rmSync(`${unfinished}-journal`, { force: true });
  closeSync(openSync(unfinished, 'wx', privateFile));
  await build(unfinished);
  renameSync(unfinished, path);
}

export function makePrivate(path: string): void {
  chmodSync(path, privateFile);
}

/** Creates the open mark. While the mark exists, a missing write-ahead log means lost changes. To be called once the log exists. */
export function markOpen(path: string): void {
  writeFileSync(openMarkOf(path), '', { mode: privateFile });
}

/** Closes a store and removes its open mark. If the log remains, another process has the store open, and the mark is created again. */
export function closeMarked(path: string, close: () => void): void {
  rmSync(openMarkOf(path), { force: true });
  close();
  if (existsSync(logOf(path))) markOpen(path);
}

function hasHeader(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(header.length);
    return (
      readSync(file, start, 0, header.length, 0) === header.length && start.toString('latin1') === header
    );
  } finally {
    closeSync(file);
  }
}

const logOf = (path: string): string => `${path}-wal`;
const openMarkOf = (path: string): string => `${path}-open`;
