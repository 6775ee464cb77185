import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maskInPlace, type Mask } from './mask-files.js';
import { logTo, type Log } from './log.js';

/** The open log files. */
export interface LogFiles {
  /** Writes lines of level info and above. */
  log: Log;
  close(): Promise<void>;
}

export interface LogFileOptions {
  /** Created if missing. */
  folder: string;
  /** Number of days for which a file is kept. Evaluated once a day. */
  keepDays: () => number;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called at most every ten minutes when lines are lost, for instance because the disk is full. Work continues. May be called at once. */
  onProblem: (error: Error) => void;
}

const baseName = 'feedsync';
const dayMs = 24 * 3_600_000;
const reportEveryMs = 600_000;
const retryMs = 60_000;

/**
 * JSON lines in one file per day of this machine's zone, `feedsync.2026-11-21.1.log`, with mode 0600. While a file cannot be opened, lines
 * are lost; opening is retried with the next line, at most once a minute.
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
    // Work that still runs while the process ends can no longer log.
    if (!isOpen) return;
    if (files !== null) files.write(line);
    else if (Math.abs(now() - triedAt) >= retryMs) void open();
  };
  return {
    log: logTo({ write }, 'info'),
    async close() {
      if (!isOpen) return;
      // Set before closing, because a closing stream throws at the next line.
      isOpen = false;
      await files?.close();
    },
  };
}

interface Files {
  write(line: string): void;
  close(): Promise<void>;
}

async function openFiles({ folder, keepDays, now, onProblem: report }: LogFileOptions): Promise<Files> {
  const onProblem = throttled(report, now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const forget = (): Promise<void> => forgetOld(folder, now() - keepDays() * dayMs).catch(onProblem);
  // Imported lazily: it loads hundreds of files, which only commands that write logs need.
  const { default: roll } = await import('pino-roll');
  const stream = await roll({
    file: join(folder, baseName),
    frequency: 'daily',
    dateFormat: 'yyyy-MM-dd',
    mode: 0o600,
    sync: true,
  });
  stream.on('error', onProblem);
  stream.on('ready', () => void forget());
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

/** Limits reports to one in ten minutes: a full disk would be reported with every line. */
function throttled(report: (error: Error) => void, now: () => number): (error: Error) => void {
  let reportedAt = -Infinity;
  return (error) => {
    if (Math.abs(now() - reportedAt) < reportEveryMs) return;
    reportedAt = now();
    report(error);
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

/** Masks text in the kept log files. @returns the number of files with occurrences */
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
