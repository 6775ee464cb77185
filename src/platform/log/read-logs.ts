import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import { logFiles } from './log-files.js';
import type { LogLevel } from './log.js';

/** One line of the log files. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  at: number;
  level: Exclude<LogLevel, 'silent'>;
  message: string;
  /** Ids and numbers. */
  fields: Record<string, unknown>;
}

/** The number of bytes read of each file, by name. */
export type LogPosition = Map<string, number>;

const lookEveryMs = 250;

/** The last wanted lines, oldest first, and the ends of the files. */
export async function latestLogLines(
  folder: string,
  isWanted: (line: LogLine) => boolean,
  linesMax: number,
): Promise<{ lines: LogLine[]; position: LogPosition }> {
  const position: LogPosition = new Map();
  let lines: LogLine[] = [];
  for (const name of (await logFiles(folder)).reverse()) {
    const missing = linesMax - lines.length;
    // Once there are enough lines, only the end of a file is needed, to follow it later.
    const read = await readFrom(folder, name, missing > 0 ? 0 : null);
    position.set(name, read.end);
    if (missing > 0) lines = [...read.lines.filter(isWanted).slice(-missing), ...lines];
  }
  return { lines, position };
}

/** Yields lines as they are written, across the change of day, until the signal aborts. */
export async function* followLogLines(
  folder: string,
  from: LogPosition,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<LogLine, undefined> {
  const position = new Map(from);
  while (!signal.aborted) {
    for (const name of await logFiles(folder)) {
      const { lines, end } = await readFrom(folder, name, position.get(name) ?? 0);
      position.set(name, end);
      yield* lines;
    }
    await clock.sleep(lookEveryMs, signal).catch(() => undefined);
  }
}

/** Reads the complete lines from byte `start` on; null: no lines. @returns the lines, and the byte at which reading continues later */
async function readFrom(
  folder: string,
  name: string,
  start: number | null,
): Promise<{ lines: LogLine[]; end: number }> {
  // Retention may have deleted the file since it was listed.
  const file = await open(join(folder, name)).catch(() => null);
  if (file === null) return { lines: [], end: start ?? 0 };
  try {
    const { size } = await file.stat();
    if (start === null) return { lines: [], end: size };
    const bytes = Buffer.alloc(Math.max(0, size - start));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const whole = bytes.subarray(0, bytes.lastIndexOf(10, bytesRead - 1) + 1);
    const texts = whole.toString('utf8').split('\n');
    return { lines: texts.flatMap((text) => parseLogLine(text) ?? []), end: start + whole.length };
  } finally {
    await file.close();
  }
}

const levels: Readonly<Record<number, LogLine['level']>> = {
  10: 'debug',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'error',
};

/** Parses a log line; null if it is not one of feedsync's. */
export function parseLogLine(text: string): LogLine | null {
  if (!text.startsWith('{')) return null;
  try {
    const { time, level, msg, ...fields } = JSON.parse(text) as Record<string, unknown>;
    const at = Date.parse(String(time));
    const name = levels[Number(level)];
    return Number.isNaN(at) || name === undefined ? null : { at, level: name, message: String(msg), fields };
  } catch {
    return null;
  }
}
