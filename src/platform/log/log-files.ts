import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maskInPlace, type Mask } from './mask-files.js';
import { logTo, type Log } from './log.js';

export interface LogFiles {
  /** From level info on. */
  log: Log;
  close(): Promise<void>;
}

export interface LogFileOptions {
  /** Made where it is missing. */
  folder: string;
  /** A file is deleted when its day is longer ago; asked again each day. */
  keepDays: () => number;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The disk is full, or the like: lines are lost, and the work goes on. It may be told at once. */
  onProblem: (error: Error) => void;
}

const baseName = 'feedsync';
const dayMs = 24 * 3_600_000;
const tellEveryMs = 600_000;
const againMs = 60_000;

/**
 * JSON lines in a file for each day of this machine's zone, `feedsync.2026-11-21.1.log`, readable for this user alone (0600). Where they cannot be
 * opened, lines are lost; it is tried again every minute in which there is one.
 */
export async function openLogFiles(options: LogFileOptions): Promise<LogFiles> {
  const { now, onProblem } = options;
  let files = null as Files | null;
  let triedAt = -Infinity;
  let isOpen = true;
  const open = async (): Promise<void> => {
    triedAt = now();
    try {
      files = await openFiles(options);
      if (!isOpen) await files.close();
    } catch (error) {
      onProblem(error instanceof Error ? error : new Error(String(error)));
    }
  };
  await open();
  const write = (line: string): void => {
    // Work that is still running when the process ends has nowhere to write.
    if (!isOpen) return;
    if (files !== null) files.write(line);
    else if (Math.abs(now() - triedAt) >= againMs) void open();
  };
  return {
    log: logTo({ write }, 'info'),
    async close() {
      if (!isOpen) return;
      // First: a stream that is closing throws at the next line.
      isOpen = false;
      await files?.close();
    },
  };
}

interface Files {
  write(line: string): void;
  close(): Promise<void>;
}

async function openFiles({ folder, keepDays, now, onProblem: tell }: LogFileOptions): Promise<Files> {
  const onProblem = seldom(tell, now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const forget = (): Promise<void> => forgetOld(folder, now() - keepDays() * dayMs).catch(onProblem);
  // With it come hundreds of files, for which only those commands wait that write logs.
  const { default: roll } = await import('pino-roll');
  const stream = await roll({
    file: join(folder, baseName),
    frequency: 'daily',
    dateFormat: 'yyyy-MM-dd',
    mode: 0o600,
    sync: true,
  });
  stream.on('error', onProblem);
  stream.on('ready', () => {
    void forget();
  });
  await forget();
  return {
    write: (line) => {
      stream.write(line);
    },
    close: () =>
      new Promise((closed) => {
        stream.on('close', closed);
        stream.end();
      }),
  };
}

/** A disk that is full would be told of with every line. */
function seldom(tell: (error: Error) => void, now: () => number): (error: Error) => void {
  let toldAt = -Infinity;
  return (error) => {
    if (Math.abs(now() - toldAt) < tellEveryMs) return;
    toldAt = now();
    tell(error);
  };
}

/** Names of the log files, oldest first. */
export async function logFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, day, number] = namePattern.exec(name) ?? [];
      return day === undefined ? [] : [{ name, day, number: Number(number) }];
    })
    .sort((a, b) => a.day.localeCompare(b.day) || a.number - b.number)
    .map(({ name }) => name);
}

/** Masks what stands in the lines that are kept. @returns how many files had it */
export async function maskLogs(
  folder: string,
  mask: Mask,
  options: { overlap: number; dryRun: boolean },
): Promise<number> {
  let found = 0;
  for (const name of await logFiles(folder))
    if (await maskInPlace(join(folder, name), mask, options)) found += 1;
  return found;
}

const namePattern = new RegExp(`^${baseName}\\.(\\d{4}-\\d{2}-\\d{2})\\.(\\d+)\\.log$`);

async function forgetOld(folder: string, before: number): Promise<void> {
  for (const name of await logFiles(folder)) {
    const day = Date.parse(namePattern.exec(name)?.[1] ?? '');
    if (day + dayMs < before) await rm(join(folder, name), { force: true });
  }
}
