import { readFileSync } from 'node:fs';

/**
 * What `npm test` and one test file may take on two quiet processors, in seconds. The aim is 300 in all and 30 a file: lower these limits with
 * every gain. The total was 660 before spreadsheets, amounts, places and the corpus had tests, 690 before
 * `init` counted what passes the guard, and 700 before the simulator upgraded stores, 710 before the pages
 * were read in each language and the views of a listing were compared, 740 before every link was walked and the content questions were
 * answered in a browser, 780 before lost connections and mailed invitations had tests, 800 before rules of agencies, mail settings
 * and equal ways had tests, 830 before rules for thousands of rentals had a test. A file had 45 until the pages were read.
 */
export const limits = { total: 860, file: 55 };

export const recordFile = 'test/times.json';
/** Where the reporter writes what it measured. */
export const measuredVariable = 'FEEDSYNC_TEST_TIMES';

export interface FileTime {
  project: string;
  /** From the root of the repository. */
  file: string;
  tests: number;
  /** Of its tests and hooks, without the time in which it was loaded. */
  seconds: number;
}

export interface Measured {
  /** From the start of vitest to its end. */
  seconds: number;
  files: FileTime[];
}

/** What the last whole `npm test` took, the slowest file first. Files that were recorded alone since then have their newer times (`withFiles`). */
export interface TimesRecord {
  recordedOn: string;
  node: string;
  processors: number;
  /** Lint, types, import rules, unused code and the console's build. */
  checksSeconds: number;
  unitSeconds: number;
  totalSeconds: number;
  files: FileTime[];
}

export function readRecord(): TimesRecord {
  return JSON.parse(readFileSync(recordFile, 'utf8')) as TimesRecord;
}

export function slowestFirst(files: readonly FileTime[]): FileTime[] {
  return [...files].sort(
    (a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file) || a.project.localeCompare(b.project),
  );
}

/** @param newer times of files that ran alone @returns all files, each with its newest times */
function merged(before: readonly FileTime[], newer: readonly FileTime[]): FileTime[] {
  const ran = new Set(newer.map(({ file }) => file));
  return slowestFirst([...before.filter(({ file }) => !ran.has(file)), ...newer]);
}

/** As the record would be after these files ran alone: the total changes by their share of the processors. */
export function withFiles(before: TimesRecord, newer: readonly FileTime[]): TimesRecord {
  const files = merged(before.files, newer);
  const change = (sumOf(files) - sumOf(before.files)) / before.processors;
  const totalSeconds = Math.round((before.totalSeconds + change) * 10) / 10;
  return { ...before, totalSeconds: before.totalSeconds === 0 ? 0 : totalSeconds, files };
}

function sumOf(files: readonly FileTime[]): number {
  return files.reduce((sum, { seconds }) => sum + seconds, 0);
}

function totalProblem(seconds: number): string[] {
  if (seconds === 0) return ['npm test was never recorded as a whole: npm run test:times'];
  return seconds > limits.total ? [`npm test took ${seconds} s, more than ${limits.total} s.`] : [];
}

/** Why the record must not be accepted, one sentence each. @param onDisk all test files */
export function problemsOf(record: TimesRecord, onDisk: readonly string[]): string[] {
  const recorded = new Set(record.files.map(({ file }) => file));
  const total = totalProblem(record.totalSeconds);
  const slow = record.files
    .filter(({ seconds }) => seconds > limits.file)
    .map(
      ({ file, project, seconds }) => `${file} (${project}) took ${seconds} s, more than ${limits.file} s.`,
    );
  const missing = onDisk
    .filter((file) => !recorded.has(file))
    .map((file) => `${file} is not recorded: npm run test:times -- ${file}`);
  const gone = [...recorded].filter((file) => !onDisk.includes(file)).map((file) => `${file} is gone.`);
  return [...total, ...slow, ...missing, ...gone];
}
