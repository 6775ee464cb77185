import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The folder of temporary files, within the data folder. */
export const temporary = 'tmp';

/** The owner of a temporary file. */
export interface FileOwner {
  /** The process. */
  holder: string;
  /** The run of the job; null: the file belongs to no single run. */
  run: number | null;
}

/** A temporary file of another process. */
export interface LeftFile {
  /** Null if the name does not have this release's format. */
  owner: FileOwner | null;
  ageMs: number;
}

/** The unique name of a process that works on the store. In containers every process may have the process id 1. */
export function processHolder(unique: Uint8Array): string {
  return holderOf('', unique);
}

const commands = 'command-';

/** The unique name of a process without store access, such as a command that only reads. */
export function commandHolder(): string {
  return holderOf(commands, randomBytes(6));
}

/** Whether the holder is a process without store access (see `commandHolder`). */
export function isCommand(holder: string): boolean {
  return holder.startsWith(commands);
}

function holderOf(prefix: string, unique: Uint8Array): string {
  const host = hostname()
    .replace(/[^A-Za-z0-9.-]/g, '-')
    .slice(0, 60);
  return `${prefix}${host}-${process.pid}-${Buffer.from(unique).toString('hex')}`;
}

/** The name of a temporary file. @param count unique within the process */
export function nameOf({ holder, run }: FileOwner, count: number): string {
  return `${holder}_${run ?? 'x'}_${count}`;
}

const form = /^([A-Za-z0-9.-]+)_(\d+|x)_\d+$/;

function ownerOf(name: string): FileOwner | null {
  const [, holder = '', run = ''] = form.exec(name) ?? [];
  if (holder === '') return null;
  return { holder, run: run === 'x' ? null : Number(run) };
}

/**
 * Removes temporary files that other processes left behind.
 * @param isLeft whether no process will use the file any more
 * @returns the number of files removed
 */
export async function sweepTemporary(
  directory: string,
  own: string,
  isLeft: (file: LeftFile) => Promise<boolean>,
): Promise<number> {
  const folder = join(directory, temporary);
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = ownerOf(name);
    if (owner?.holder === own) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found === null || !(await isLeft({ owner, ageMs: Date.now() - found.mtimeMs }))) continue;
    await rm(join(folder, name), { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}
