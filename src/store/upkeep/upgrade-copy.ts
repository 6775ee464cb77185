import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { openSqlite } from '../../platform/files/sqlite.js';
import type { UpgradeCopy } from '../contract/retention.js';
import { StoreError } from '../database/errors.js';
import type { Millis } from '../../model/millis.js';
import { copySqlite } from '../sqlite/sqlite-backup.js';

/** The upgrade of a store to a newer schema. */
export interface Upgrade {
  from: number;
  to: number;
  /** The copy made before the upgrade; null on PostgreSQL, where feedsync makes none. */
  copy: { file: string; bytes: number } | null;
}

const infix = '.before-schema-';

/** Path of the copy, beside the store. With the copy, an operator can go back to the earlier release. */
function upgradeCopyOf(path: string, schema: number): string {
  return `${path}${infix}${schema}`;
}

/**
 * Copies the store before its upgrade. An existing copy with a schema older than the store's is from this same upgrade, which was
 * interrupted half-way: it stays. Any other copy is replaced, since the store has changed after it was made.
 * @param source the store; no other process writes to it
 * @param path real path of the store's file
 * @throws StoreError `backup` if there is no space or no permission to write, or if another file has the copy's name; `corrupt` if the store
 * is damaged. The store is unchanged then.
 */
export async function copyBeforeUpgrade(
  source: Sqlite.Database,
  path: string,
  { from, to }: Pick<Upgrade, 'from' | 'to'>,
): Promise<{ file: string; bytes: number }> {
  const file = upgradeCopyOf(path, to);
  const bytesNeeded = Number(source.pragma('page_count', { simple: true })) * pageSizeOf(source);
  const refused = (why: string, advice: string, cause?: unknown): StoreError =>
    new StoreError(
      'backup',
      `The store ${path} has schema ${from} and this release needs ${to}. It is copied to ${file} before it is changed, and that copy could not be made: ${why}. Nothing was changed. ${advice}, and start again.`,
      { cause },
    );
  const former = schemaOfCopy(file);
  if (former === 'other')
    throw refused('there is another file of this name', 'Move that file to another place');
  if (former !== null && former < from) return { file, bytes: statSync(file).size };
  const needed = `it needs ${megabytes(bytesNeeded)}`;
  const free = freeBytes(dirname(file));
  if (free !== null && free < bytesNeeded)
    throw refused(`${needed}, and ${megabytes(free)} are free there`, 'Free some space');
  try {
    await copySqlite(source, file);
    return { file, bytes: statSync(file).size };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw refused(
      `it cannot be written (${code}); ${needed}`,
      'Free some space, or let the user that runs feedsync write to that folder',
      error,
    );
  }
}

/** Finds the copies beside the store. @param upgradedAt when the store reached each schema */
export function findUpgradeCopies(path: string, upgradedAt: ReadonlyMap<number, Millis>): UpgradeCopy[] {
  const prefix = `${basename(path)}${infix}`;
  return namesIn(dirname(path)).flatMap((name) => {
    const schema = /^\d+$/.exec(name.slice(prefix.length))?.[0];
    if (!name.startsWith(prefix) || schema === undefined) return [];
    return [{ file: join(dirname(path), name), upgradedAt: upgradedAt.get(Number(schema)) ?? null }];
  });
}

/** Deletes copies, and unfinished ones that an interruption left. */
export function removeUpgradeCopies(path: string, copies: readonly UpgradeCopy[]): void {
  for (const { file } of copies) rmSync(file, { force: true });
  const prefix = `${basename(path)}${infix}`;
  for (const name of namesIn(dirname(path)))
    if (name.startsWith(prefix) && /^\d+-unfinished/.test(name.slice(prefix.length)))
      rmSync(join(dirname(path), name), { force: true });
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

/** The schema of an existing copy; null: there is no such file; `other`: the file is no store. */
function schemaOfCopy(file: string): number | 'other' | null {
  if (!existsSync(file)) return null;
  let copy: Sqlite.Database | null = null;
  try {
    copy = openSqlite(file, { readonly: true, fileMustExist: true });
    return copy.prepare<[], number>('select max(version) from schema_version').pluck().get() ?? 'other';
  } catch {
    return 'other';
  } finally {
    copy?.close();
  }
}

function pageSizeOf(source: Sqlite.Database): number {
  return Number(source.pragma('page_size', { simple: true }));
}

/** Free bytes for this user; null if the file system does not report them. */
function freeBytes(folder: string): number | null {
  const { bavail, bsize, blocks } = statfsSync(folder);
  return blocks === 0 ? null : bavail * bsize;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
